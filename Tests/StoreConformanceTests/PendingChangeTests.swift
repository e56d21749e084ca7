import Foundation
import OpenSwiftData
import Testing

@Suite("Pending changes")
struct PendingChangeTests {
  @Test(arguments: TestedStore.all)
  func pendingChangesAreListedUntilSaved(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Note.self).makeContext()
    let kept = try context.saveNotes([1, 2])
    let new = Note(code: 3)
    context.insert(new)
    kept[0].title = "changed"
    context.delete(kept[1])
    #expect(context.insertedModelsArray.map(\.persistentModelID) == [new.persistentModelID])
    #expect(context.changedModelsArray.map(\.persistentModelID) == [kept[0].persistentModelID])
    #expect(context.deletedModelsArray.map(\.persistentModelID) == [kept[1].persistentModelID])
    #expect(context.hasChanges)
    #expect(new.hasChanges)
    #expect(kept[0].hasChanges)
    #expect(kept[1].hasChanges)
    try context.save()
    #expect(context.insertedModelsArray.isEmpty)
    #expect(context.changedModelsArray.isEmpty)
    #expect(context.deletedModelsArray.isEmpty)
    #expect(!context.hasChanges)
    #expect(!new.hasChanges)
    #expect(try context.codes() == [1, 3])
  }

  @Test(arguments: TestedStore.all)
  func readingIsNotAChange(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Note.self).makeContext()
    try context.saveNotes([1])
    #expect(try context.note(1)?.title == "note 1")
    #expect(!context.hasChanges)
  }

  @Test(arguments: TestedStore.all)
  func fetchesIncludePendingChangesUnlessExcluded(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Note.self).makeContext()
    let notes = try context.saveNotes(1...4)
    context.delete(notes[0])
    notes[1].code = 20
    context.insert(Note(code: 5))
    #expect(try context.codes() == [3, 4, 5, 20])
    #expect(try context.fetchCount(FetchDescriptor<Note>()) == 4)
    var stored = FetchDescriptor<Note>()
    stored.includePendingChanges = false
    #expect(try context.fetchCount(stored) == 4)
    #expect(try Set(context.fetchIdentifiers(stored)) == Set(notes.map(\.persistentModelID)))
  }

  @Test(arguments: TestedStore.all)
  func predicatesSeePendingChanges(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Note.self).makeContext()
    let notes = try context.saveNotes(1...4)
    notes[0].title = "match"
    context.insert(Note(code: 9, title: "match"))
    notes[3].title = "gone"
    let matching = FetchDescriptor<Note>(
      predicate: #Predicate { $0.title == "match" }, sortBy: [SortDescriptor(\.code)])
    #expect(try context.fetch(matching).map(\.code) == [1, 9])
    #expect(try context.fetchCount(matching) == 2)
    let stored = FetchDescriptor<Note>(predicate: #Predicate { $0.title == "note 4" })
    #expect(try context.fetch(stored).isEmpty)
  }

  @Test(arguments: TestedStore.all)
  func pendingChangesAreSortedAndLimited(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Note.self).makeContext()
    let notes = try context.saveNotes([10, 20, 30, 40])
    notes[3].code = 5
    context.insert(Note(code: 25))
    context.delete(notes[0])
    var page = FetchDescriptor<Note>(sortBy: [SortDescriptor(\.code, order: .reverse)])
    #expect(try context.fetch(page).map(\.code) == [30, 25, 20, 5])
    page.fetchOffset = 1
    page.fetchLimit = 2
    #expect(try context.fetch(page).map(\.code) == [25, 20])
    #expect(try context.fetchCount(page) == 2)
    #expect(try context.fetchIdentifiers(page).count == 2)
    page.fetchOffset = 9
    #expect(try context.fetch(page).isEmpty)
    #expect(try context.fetchCount(page) == 0)
    page.fetchOffset = nil
    page.fetchLimit = 0
    #expect(try context.fetch(page).isEmpty)
  }

  /// A fetch has the same results before and after saving.
  @Test(arguments: TestedStore.all, [UInt64(1), 2, 3, 4])
  func pendingChangesAreFetchedAsIfSaved(_ kind: TestedStore, seed: UInt64) throws {
    var generator = SeededGenerator(seed: TestRun.seed(seed))
    let context = try TestStore(kind, for: Note.self).makeContext()
    var notes = try context.saveNotes(0..<60)
    for number in 0..<40 {
      let note = notes[Int(generator.next() % UInt64(notes.count))]
      switch generator.next() % 4 {
      case 0:
        let new = Note(code: 100 + number, title: "t\(generator.next() % 7)")
        new.rating = generator.next() % 2 == 0 ? nil : Double(generator.next() % 5)
        context.insert(new)
        notes.append(new)
      case 1 where !note.isDeleted && note.modelContext != nil: context.delete(note)
      case 2: note.title = ["ä", "Z", "a", "note 1", ""].randomElement(using: &generator) ?? ""
      default: note.rating = generator.next() % 3 == 0 ? nil : Double(generator.next() % 5)
      }
    }
    let sorting: [SortDescriptor<Note>] = [
      SortDescriptor(\.rating, order: .reverse), SortDescriptor(\.title), SortDescriptor(\.code),
    ]
    var descriptor = FetchDescriptor<Note>(
      predicate: #Predicate { $0.title != "Z" && ($0.rating ?? 0) < 4 }, sortBy: sorting)
    descriptor.fetchOffset = 3
    descriptor.fetchLimit = 30
    let before = try context.fetch(descriptor).map(\.code)
    let count = try context.fetchCount(descriptor)
    try context.save()
    #expect(try context.fetch(descriptor).map(\.code) == before, "seed \(seed)")
    #expect(try context.fetchCount(descriptor) == count, "seed \(seed)")
  }

  @Test(arguments: TestedStore.all)
  func insertingADeletedModelAgainKeepsItsChanges(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let context = store.makeContext()
    let note = try context.saveNotes([1])[0]
    note.title = "changed"
    context.delete(note)
    context.insert(note)
    #expect(!note.isDeleted)
    #expect(context.hasChanges)
    try context.save()
    #expect(try store.makeContext().note(1)?.title == "changed")
  }

  @Test(arguments: TestedStore.all)
  func deletingAnUnsavedModelRemovesIt(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Note.self).makeContext()
    let note = Note(code: 1)
    context.insert(note)
    context.delete(note)
    #expect(note.modelContext == nil)
    #expect(!context.hasChanges)
    #expect(!note.isDeleted)
    context.insert(note)
    #expect(note.modelContext === context)
    try context.save()
    #expect(try context.codes() == [1])
  }

  @Test(arguments: TestedStore.all)
  func unsavedModelsCanMoveToAnotherContext(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let (first, second) = (store.makeContext(), store.makeContext())
    let note = Note(code: 1, title: "a")
    first.insert(note)
    first.insert(Note(code: 2))
    first.delete(note)
    second.insert(note)
    #expect(first.insertedModelsArray.count == 1)
    try first.save()
    #expect(try store.makeContext().codes() == [2])
    #expect(note.modelContext === second)
    #expect(second.hasChanges)
    note.title = "b"
    #expect(second.changedModelsArray.isEmpty)
    #expect(second.insertedModelsArray.count == 1)
    try second.save()
    #expect(try store.makeContext().note(1)?.title == "b")
  }

  @Test(arguments: TestedStore.all)
  func insertingTwiceInsertsOnce(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Note.self).makeContext()
    let note = Note(code: 1)
    context.insert(note)
    context.insert(note)
    #expect(context.insertedModelsArray.count == 1)
    try context.save()
    context.insert(note)
    #expect(!context.hasChanges)
  }

  @Test(arguments: TestedStore.all)
  func contextsKeepUnsavedModelsAlive(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Note.self).makeContext()
    try context.saveNotes([1])
    context.insert(Note(code: 2))
    do { try #require(try context.note(1)).title = "changed" }
    try context.save()
    #expect(try context.note(1)?.title == "changed")
    #expect(try context.codes() == [1, 2])
  }
}
