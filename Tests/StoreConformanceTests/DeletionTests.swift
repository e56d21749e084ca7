import Foundation
import OpenSwiftData
import Testing

@Suite("Deletion")
struct DeletionTests {
  @Test(arguments: TestedStore.all)
  func aDeletionShowsBeforeAndAfterSaving(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Note.self).makeContext()
    let note = try context.saveNotes([1])[0]
    context.delete(note)
    #expect(note.isDeleted)
    #expect(note.modelContext === context)
    #expect(context.registeredModel(for: note.persistentModelID) as Note? === note)
    try context.save()
    #expect(!note.isDeleted)
    #expect(note.modelContext == nil)
    #expect(!note.hasChanges)
    #expect(context.registeredModel(for: note.persistentModelID) as Note? == nil)
  }

  @Test(arguments: TestedStore.all)
  func aDeletedModelKeepsItsLastValues(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let note = try store.makeContext().saveNotes([1])[0]
    let context = store.makeContext()
    let fault = try #require(context.model(for: note.persistentModelID) as? Note)
    context.delete(fault)
    try context.save()
    #expect(fault.title == "note 1")
    #expect(fault.token == note.token)
    fault.title = "settable"
    #expect(fault.title == "settable")
    #expect(!context.hasChanges)
  }

  @Test(arguments: TestedStore.all)
  func aDeletedPartlyFetchedModelStaysReadable(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    try store.makeContext().saveNotes([1])
    let context = store.makeContext()
    var descriptor = FetchDescriptor<Note>()
    descriptor.propertiesToFetch = [\.code]
    let note = try #require(try context.fetch(descriptor).first)
    context.delete(note)
    try context.save()
    #expect(note.title == "note 1")
  }

  @Test(arguments: TestedStore.all)
  func aDeletedModelCanBeInsertedAsANewRow(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let context = store.makeContext()
    let note = try context.saveNotes([1])[0]
    let identifier = note.persistentModelID
    context.delete(note)
    try context.save()
    context.insert(note)
    try context.save()
    #expect(try store.makeContext().note(1)?.title == "note 1")
    #expect(note.persistentModelID != identifier)
  }

  @Test(arguments: TestedStore.all)
  func deletingAModelOfAnotherContextDoesNothing(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let other = store.makeContext()
    let note = try other.saveNotes([1])[0]
    let context = store.makeContext()
    context.delete(note)
    context.delete(Note(code: 2))
    #expect(!context.hasChanges)
    #expect(!note.isDeleted)
    #expect(note.modelContext === other)
  }

  @Test(arguments: TestedStore.all)
  func deletingByPredicateDeletesMatchingModels(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let context = store.makeContext()
    try context.saveNotes(1...4)
    let registered = try #require(try context.note(4))
    let unsaved = Note(code: 5)
    context.insert(unsaved)
    try context.delete(model: Note.self, where: #Predicate { $0.code > 2 })
    #expect(registered.isDeleted)
    #expect(unsaved.modelContext == nil)
    #expect(context.hasChanges)
    #expect(try context.codes() == [1, 2])
    #expect(try context.fetchCount(FetchDescriptor<Note>()) == 2)
    #expect(try store.makeContext().codes() == [1, 2, 3, 4])
    try context.save()
    #expect(try store.makeContext().codes() == [1, 2])
    #expect(registered.modelContext == nil)
  }

  @Test(arguments: TestedStore.all)
  func deletingByPredicateSeesUnsavedChanges(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let context = store.makeContext()
    let notes = try context.saveNotes(1...3)
    notes[0].code = 100
    notes[2].code = 0
    try context.delete(model: Note.self, where: #Predicate { $0.code > 2 })
    try context.save()
    #expect(try store.makeContext().codes() == [0, 2])
  }

  @Test(arguments: TestedStore.all)
  func deletingWithoutPredicateDeletesAllModels(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let context = store.makeContext()
    try context.saveNotes(1...100)
    try context.delete(model: Note.self)
    #expect(try context.fetchCount(FetchDescriptor<Note>()) == 0)
    try context.save()
    #expect(try store.makeContext().fetchCount(FetchDescriptor<Note>()) == 0)
  }

  @Test(arguments: TestedStore.all)
  func keysOfDeletedRowsAreNotReused(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let context = store.makeContext()
    let note = try context.saveNotes([1])[0]
    let identifier = note.persistentModelID
    context.delete(note)
    try context.save()
    let next = try store.makeReopenedContext().saveNotes([1])[0]
    #expect(next.persistentModelID != identifier)
  }

  @Test(arguments: TestedStore.all)
  func erasingEmptiesTheContainer(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self, Tally.self)
    let context = store.makeContext()
    try context.saveNotes([1])
    context.insert(Tally(number: 1))
    try context.save()
    try store.container.erase()
    #expect(try store.makeContext().fetchCount(FetchDescriptor<Note>()) == 0)
    #expect(try store.makeContext().fetchCount(FetchDescriptor<Tally>()) == 0)
    try store.makeContext().saveNotes([2])
    #expect(try store.makeContext().codes() == [2])
  }
}
