import Foundation
import OpenSwiftData
import Testing

@Suite("Rollback")
struct RollbackTests {
  @Test(arguments: Backend.available)
  func forgetsInsertedModels(_ backend: Backend) throws {
    let context = try TestStore(backend, for: Note.self).makeContext()
    let note = Note(code: 1, title: "t")
    context.insert(note)
    context.rollback()
    #expect(!context.hasChanges && note.modelContext == nil && note.title == "t")
    #expect(try context.fetchCount(FetchDescriptor<Note>()) == 0)
  }

  @Test(arguments: Backend.available)
  func restoresChangedModels(_ backend: Backend) throws {
    let context = try TestStore(backend, for: Note.self).makeContext()
    let note = try context.saveNotes([1])[0]
    let (token, date) = (note.token, note.createdAt)
    note.title = "changed"
    note.rating = 5
    note.url = "u"
    note.token = UUID()
    note.createdAt = .distantPast
    context.rollback()
    #expect(note.title == "note 1" && note.rating == nil && note.url == nil)
    #expect(note.token == token && note.createdAt == date)
    #expect(!context.hasChanges && !note.hasChanges && note.modelContext === context)
  }

  @Test(arguments: Backend.available)
  func restoresDeletedModels(_ backend: Backend) throws {
    let context = try TestStore(backend, for: Note.self).makeContext()
    let note = try context.saveNotes([1])[0]
    note.title = "changed first"
    context.delete(note)
    note.body = "changed after"
    context.rollback()
    #expect(!note.isDeleted && note.title == "note 1" && note.body.isEmpty)
    #expect(try context.codes() == [1] && !context.hasChanges)
    note.title = "again"
    #expect(context.hasChanges)
  }

  @Test(arguments: Backend.available)
  func undoesAMixtureAndNothingElse(_ backend: Backend) throws {
    let store = try TestStore(backend, for: Note.self)
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
    #expect(notes[0].title == "saved" && notes[0].body.isEmpty)
    try context.save()
    #expect(try store.makeContext().codes() == [1, 2, 3, 4, 5])
  }

  @Test func letsARolledBackModelBeInsertedAgain() throws {
    let context = try TestStore(.memory, for: Note.self).makeContext()
    let note = Note(code: 1)
    context.insert(note)
    context.rollback()
    note.title = "later"
    #expect(!context.hasChanges)
    context.insert(note)
    try context.save()
    #expect(try context.note(1)?.title == "later")
  }

  @Test func forgetsWhatCouldNotBeInserted() throws {
    let store = try TestStore(.memory, for: Note.self)
    let context = store.makeContext()
    let foreign = try store.makeContext().saveNotes([1])[0]
    context.insert(foreign)
    context.insert(Product(name: "of another schema"))
    context.rollback()
    try context.save()
  }
}

@Suite("Transaction")
struct TransactionTests {
  @Test(arguments: Backend.available)
  func savesAtItsEnd(_ backend: Backend) throws {
    let store = try TestStore(backend, for: Note.self)
    let context = store.makeContext()
    try context.transaction { context.insert(Note(code: 1)) }
    #expect(try !context.hasChanges && store.makeContext().codes() == [1])
  }

  @Test(arguments: Backend.available)
  func savesNothingWhenItsBlockThrows(_ backend: Backend) throws {
    struct Stop: Error {}
    let store = try TestStore(backend, for: Note.self)
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
