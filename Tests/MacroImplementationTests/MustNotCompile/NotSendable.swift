import SwiftData

@Model
final class Note {
  var title: String
  init(title: String) { self.title = title }
}

func send(_ value: some Sendable) {}
func share(_ note: Note) { send(note) }

// expected-error 10: PersistentModels are not Sendable; pass their persistentModelID, or use a ModelActor
// swift-format-ignore-file
