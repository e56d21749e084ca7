import Foundation
import OpenSwiftData

@Model final class SyncedPerson {
  @Attribute(.unique) var name: String
  var city: String?
  @Relationship(deleteRule: .cascade, inverse: \SyncedNote.owner) var notes: [SyncedNote] = []
  init(name: String) { self.name = name }
}

@Model final class SyncedNote {
  var title: String
  var count = 0
  var owner: SyncedPerson?
  var tags: [SyncedTag] = []
  @Attribute(.externalStorage) var picture: Data?
  init(title: String) { self.title = title }
}

@Model final class SyncedTag {
  var label: String
  @Relationship(inverse: \SyncedNote.tags) var notes: [SyncedNote] = []
  init(label: String) { self.label = label }
}

/// Stores of the models that tests sync.
enum SyncedStores {
  /// A new store in memory, or in a file.
  static func make(_ url: URL? = nil) throws -> ModelContainer {
    let configuration =
      url.map { ModelConfiguration(url: $0) } ?? ModelConfiguration(isStoredInMemoryOnly: true)
    return try ModelContainer(
      for: SyncedPerson.self, SyncedNote.self, SyncedTag.self, configurations: configuration)
  }

  /// The contents of a store, as lines that are equal for equal stores.
  static func contents(_ container: ModelContainer) throws -> [String] {
    let context = ModelContext(container)
    let people = try context.fetch(FetchDescriptor<SyncedPerson>()).map { person in
      "person \(person.name) \(person.city ?? "-") \(person.notes.map(\.title).sorted())"
    }
    let notes = try context.fetch(FetchDescriptor<SyncedNote>()).map { note in
      "note \(note.title) \(note.count) \(note.owner?.name ?? "-") \(note.tags.map(\.label).sorted()) "
        + "\(note.picture.map { "\($0.count) \($0.first ?? 0) \($0.last ?? 0)" } ?? "-")"
    }
    let tags = try context.fetch(FetchDescriptor<SyncedTag>()).map { tag in
      "tag \(tag.label) \(tag.notes.map(\.title).sorted())"
    }
    return (people + notes + tags).sorted()
  }
}
