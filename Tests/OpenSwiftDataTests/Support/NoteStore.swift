import Foundation
import OpenSwiftData

/// An actor that works with notes.
@ModelActor
actor NoteStore {
  @discardableResult
  func add(_ code: Int) throws -> PersistentIdentifier {
    let note = Note(code: code, title: "note \(code)")
    modelContext.insert(note)
    try modelContext.save()
    return note.persistentModelID
  }

  /// Saves notes with the given codes one at a time.
  func add(_ codes: Range<Int>) throws {
    for code in codes { try add(code) }
  }

  func insertWithoutSaving(_ code: Int) {
    modelContext.autosaveEnabled = true
    modelContext.insert(Note(code: code))
  }

  func rename(_ identifier: PersistentIdentifier, to title: String) throws {
    self[identifier, as: Note.self]?.title = title
    try modelContext.save()
  }

  func remove(_ identifier: PersistentIdentifier) throws {
    guard let note = self[identifier, as: Note.self] else { return }
    modelContext.delete(note)
    try modelContext.save()
  }

  func title(of identifier: PersistentIdentifier) -> String? {
    self[identifier, as: Note.self]?.title
  }

  func codes() throws -> [Int] { try modelContext.codes() }

  func holdsChanges() -> Bool { modelContext.hasChanges }

  func run<Result: Sendable>(_ body: @Sendable (isolated NoteStore) throws -> Result) rethrows
    -> Result
  { try body(self) }
}
