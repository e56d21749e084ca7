import Foundation
import SwiftData
import Testing

/// The position of an entry.
struct Position: Codable, Hashable {
  var latitude: Double
  var longitude: Double
}

enum Mood: String, Codable { case fine, tired }

@Model final class Entry {
  @Attribute(.unique) var title: String
  var text: String
  var position: Position
  var mood: Mood?
  @Attribute(.codable) var weather: [String: Int]
  @Attribute(.ephemeral) var draft: String = ""
  @Transient var visits = 0
  @Relationship(deleteRule: .cascade, inverse: \Photo.entry) var photos: [Photo] = []
  var tags: [Tag] = []
  init(_ title: String, text: String = "", at position: Position = .init(latitude: 0, longitude: 0))
  {
    (self.title, self.text, self.position) = (title, text, position)
    weather = ["sun": 3]
  }
}

@Model final class Photo {
  var name: String
  var entry: Entry?
  init(_ name: String) { self.name = name }
}

@Model final class Tag {
  var name: String
  @Relationship(inverse: \Entry.tags) var entries: [Entry] = []
  init(_ name: String) { self.name = name }
}

/// A separate container for each test.
func diary() throws -> ModelContainer {
  try ModelContainer(
    for: Entry.self, Photo.self, Tag.self,
    configurations: ModelConfiguration(isStoredInMemoryOnly: true))
}

extension ModelContext {
  /// All models of a type, in the order in which they were saved.
  func all<T: PersistentModel>(_ type: T.Type = T.self) throws -> [T] {
    try fetch(FetchDescriptor<T>(sortBy: [SortDescriptor(\.persistentModelID)]))
  }
}
