import Foundation
import OpenSwiftData
import Testing

@Suite("Rollback")
struct RollbackTests {
  @Test(arguments: TestedStore.all)
  func forgetsInsertedModels(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Note.self).makeContext()
    let note = Note(code: 1, title: "t")
    context.insert(note)
    context.rollback()
    #expect(!context.hasChanges && note.modelContext == nil && note.title == "t")
    #expect(try context.fetchCount(FetchDescriptor<Note>()) == 0)
  }

  @Test(arguments: TestedStore.all)
  func restoresChangedModels(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Note.self).makeContext()
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

  @Test(arguments: TestedStore.all)
  func restoresDeletedModels(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Note.self).makeContext()
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

  @Test(arguments: TestedStore.all)
  func undoesAMixtureAndNothingElse(_ kind: TestedStore) throws {
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
    #expect(notes[0].title == "saved" && notes[0].body.isEmpty)
    try context.save()
    #expect(try store.makeContext().codes() == [1, 2, 3, 4, 5])
  }

  @Test(arguments: TestedStore.all)
  func letsARolledBackModelBeInsertedAgain(_ kind: TestedStore) throws {
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
  func forgetsWhatCouldNotBeInserted(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let context = store.makeContext()
    let foreign = try store.makeContext().saveNotes([1])[0]
    context.insert(foreign)
    context.insert(Tally(number: 1))
    context.rollback()
    try context.save()
  }
}

@Suite("Transaction")
struct TransactionTests {
  @Test(arguments: TestedStore.all)
  func savesAtItsEnd(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let context = store.makeContext()
    try context.transaction { context.insert(Note(code: 1)) }
    #expect(try !context.hasChanges && store.makeContext().codes() == [1])
  }

  @Test(arguments: TestedStore.all)
  func savesNothingWhenItsBlockThrows(_ kind: TestedStore) throws {
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
