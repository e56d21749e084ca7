import Foundation
@testable import OpenSwiftData
import SQLiteDriver
import Testing

@Suite("Autosave")
@MainActor
struct AutosaveTests {
  /// Lets pending work of the main actor run.
  private func settle() async {
    for _ in 0..<20 { await Task { @MainActor in }.value }
  }

  @Test(arguments: Backend.available)
  func theMainContextIsSavedAfterChanges(_ backend: Backend) async throws {
    let store = try TestStore(backend, for: Note.self)
    let context = store.container.mainContext
    #expect(context.autosaveEnabled)
    #expect(context === store.container.mainContext)
    let note = Note(code: 1)
    context.insert(note)
    #expect(context.hasChanges)
    await settle()
    #expect(!context.hasChanges)
    #expect(try store.makeContext().codes() == [1])
    note.title = "changed"
    await settle()
    #expect(try store.makeContext().note(1)?.title == "changed")
    context.delete(note)
    await settle()
    #expect(try store.makeContext().codes().isEmpty)
  }

  @Test func otherContextsWaitForSave() async throws {
    let store = try TestStore(.memory, for: Note.self)
    let context = store.makeContext()
    #expect(!context.autosaveEnabled)
    context.insert(Note(code: 1))
    await settle()
    #expect(context.hasChanges)
  }

  @Test func contextsWithAutosaveEnabledAreSaved() async throws {
    let store = try TestStore(.memory, for: Note.self)
    let context = store.makeContext()
    context.insert(Note(code: 1))
    context.autosaveEnabled = true
    await settle()
    #expect(!context.hasChanges)
    #expect(try store.makeContext().codes() == [1])
    context.insert(Note(code: 2))
    await settle()
    #expect(!context.hasChanges)
    #expect(try store.makeContext().codes() == [1, 2])
  }

  @Test func autosaveCanBeDisabled() async throws {
    let store = try TestStore(.memory, for: Note.self)
    let context = store.container.mainContext
    context.insert(Note(code: 1))
    context.autosaveEnabled = false
    await settle()
    #expect(context.hasChanges)
  }

  @Test func autosaveLeavesEarlierFailuresToTheNextSave() async throws {
    let store = try TestStore(.memory, for: Note.self)
    let context = store.container.mainContext
    let other = store.makeContext()
    context.insert(try other.saveNotes([1])[0])
    context.insert(Note(code: 2))
    await settle()
    #expect(try store.makeContext().codes() == [1, 2])
    #expect(throws: SwiftDataError.missingModelContext) { try context.save() }
  }

  @Test func theNextSaveWritesWhatAutosaveCouldNot() async throws {
    let store = try TestStore(.file, for: Note.self)
    let context = store.container.mainContext
    let session = try context.recordSession(#require(context.core.stores.first))
    try #require(session.connection as? SQLiteConnection).setBusyTimeout(milliseconds: 20)
    let other = try SQLiteConnection(path: #require(store.url).path, mode: .readWrite)
    try other.execute("BEGIN IMMEDIATE")
    context.insert(Note(code: 1))
    await settle()
    #expect(context.hasChanges)
    try other.execute("COMMIT")
    try context.save()
    #expect(try store.makeContext().codes() == [1])
  }
}
