import AppleShims
import Foundation
import SwiftData

enum Mood: String, Codable {
  case good, bad

  var title: String {
    switch self {
    case .good: String(localized: "Good")
    case .bad: String(localized: "Bad", comment: "A mood")
    }
  }
}

@Model
final class Entry {
  var mood = Mood.good
  var position = 0

  init(_ mood: Mood) { self.mood = mood }
}

let logger = Logger(subsystem: "org.example.diary", category: "store")

/// Opens the store that the app shares with its widget.
func openStore(inGroup group: String) throws -> ModelContainer {
  let folder = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group)
  logger.info("The store is in \(folder?.path ?? "no folder", privacy: .public).")
  return try ModelContainer(
    for: Entry.self, configurations: ModelConfiguration(groupContainer: .identifier(group)))
}

/// Moves entries, as `onMove` of a list requires.
func move(_ entries: inout [Entry], fromOffsets source: IndexSet, toOffset destination: Int) {
  entries.move(fromOffsets: source, toOffset: destination)
  for (position, entry) in entries.enumerated() { entry.position = position }
}

let container = try openStore(inGroup: "group.org.example.diary")
var entries = [Entry(.good), Entry(.bad)]
move(&entries, fromOffsets: [0], toOffset: 2)
let context = ModelContext(container)
for entry in entries { context.insert(entry) }
print(entries.map(\.mood.title))
