import Foundation
import OpenSwiftData
import Testing

@Suite("Rollback")
struct RollbackTests {
  @Test(arguments: TestedStore.all)
  func rollbackRemovesInsertedModels(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Note.self).makeContext()
    let note = Note(code: 1, title: "t")
    context.insert(note)
    context.rollback()
    #expect(!context.hasChanges)
    #expect(note.modelContext == nil)
    #expect(note.title == "t")
    #expect(try context.fetchCount(FetchDescriptor<Note>()) == 0)
  }

  @Test(arguments: TestedStore.all)
  func rollbackRestoresChangedModels(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Note.self).makeContext()
    let note = try context.saveNotes([1])[0]
    let (token, date) = (note.token, note.createdAt)
    note.title = "changed"
    note.rating = 5
    note.url = "u"
    note.token = UUID()
    note.createdAt = .distantPast
    context.rollback()
    #expect(note.title == "note 1")
    #expect(note.rating == nil)
    #expect(note.url == nil)
    #expect(note.token == token)
    #expect(note.createdAt == date)
    #expect(!context.hasChanges)
    #expect(!note.hasChanges)
    #expect(note.modelContext === context)
  }

  @Test(arguments: TestedStore.all)
  func rollbackRestoresDeletedModels(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Note.self).makeContext()
    let note = try context.saveNotes([1])[0]
    note.title = "changed first"
    context.delete(note)
    note.body = "changed after"
    context.rollback()
    #expect(!note.isDeleted)
    #expect(note.title == "note 1")
    #expect(note.body.isEmpty)
    #expect(try context.codes() == [1])
    #expect(!context.hasChanges)
    note.title = "again"
    #expect(context.hasChanges)
  }

  @Test(arguments: TestedStore.all)
  func rollbackUndoesOnlyUnsavedChanges(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let context = store.makeContext()
    let notes = try context.saveNotes(1...5)
    notes[0].title = "saved"
    try context.save()
    notes[0].body = "unsaved"
    context.delete(notes[1])
    try context.delete(model: Note.self, where: #Predicate { $0.code > 3 })
    context.insert(Note(code: 9))
    context.rollback()
    #expect(try context.codes() == [1, 2, 3, 4, 5])
    #expect(notes[0].title == "saved")
    #expect(notes[0].body.isEmpty)
    try context.save()
    #expect(try store.makeContext().codes() == [1, 2, 3, 4, 5])
  }

  @Test(arguments: TestedStore.all)
  func aRolledBackModelCanBeInsertedAgain(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Note.self).makeContext()
    let note = Note(code: 1)
    context.insert(note)
    context.rollback()
    note.title = "later"
    #expect(!context.hasChanges)
    context.insert(note)
    try context.save()
    #expect(try context.note(1)?.title == "later")
  }

  @Test(arguments: TestedStore.all)
  func rollbackRemovesModelsThatCouldNotBeInserted(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let context = store.makeContext()
    let other = store.makeContext()
    let (foreign, unknown) = (try other.saveNotes([1])[0], Tally(number: 1))
    context.insert(foreign)
    #expect(throws: SwiftDataError.missingModelContext) { try context.save() }
    context.insert(unknown)
    #expect(throws: SwiftDataError.unknownSchema) { try context.save() }
    context.insert(foreign)
    context.insert(unknown)
    context.rollback()
    try context.save()
    #expect(!context.hasChanges)
    #expect(foreign.modelContext === other)
    #expect(unknown.modelContext == nil)
    #expect(try store.makeContext().codes() == [1])
  }
}

@Suite("Transaction")
struct TransactionTests {
  @Test(arguments: TestedStore.all)
  func aTransactionSavesAtItsEnd(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let context = store.makeContext()
    try context.transaction { context.insert(Note(code: 1)) }
    #expect(!context.hasChanges)
    #expect(try store.makeContext().codes() == [1])
  }

  @Test(arguments: TestedStore.all)
  func aThrowingTransactionSavesNothing(_ kind: TestedStore) throws {
    struct Stop: Error {}
    let store = try TestStore(kind, for: Note.self)
    let context = store.makeContext()
    #expect(throws: Stop.self) {
      try context.transaction {
        context.insert(Note(code: 1))
        throw Stop()
      }
    }
    #expect(context.hasChanges)
    #expect(try store.makeContext().codes().isEmpty)
  }
}
