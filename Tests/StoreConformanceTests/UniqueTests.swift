import Foundation
import OpenSwiftData
import Testing

@Suite("Unique values")
struct UniqueTests {
  @Test(arguments: TestedStore.supporting(.uniqueConstraints))
  func theLaterOfTwoEqualInsertsWins(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let context = store.makeContext()
    let (first, second) = (Note(code: 1, title: "a"), Note(code: 1, title: "b"))
    context.insert(first)
    context.insert(second)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Note>()) == 1)
    #expect(try store.makeContext().note(1)?.title == "b")
    #expect(second.title == "b")
    #expect(first.title == "b")
    #expect(first.persistentModelID == second.persistentModelID)
    #expect(try context.note(1) === second)
  }

  @Test(arguments: TestedStore.supporting(.uniqueConstraints))
  func anInsertUpdatesTheRowOfAnotherContext(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let original = try store.makeContext().saveNotes([1])[0]
    let context = store.makeContext()
    let newer = Note(code: 1, title: "newer")
    newer.rating = 2
    context.insert(newer)
    try context.save()
    let read = try store.makeContext().fetch(FetchDescriptor<Note>())
    #expect(read.map(\.title) == ["newer"])
    #expect(read.map(\.rating) == [2])
    #expect(newer.persistentModelID == original.persistentModelID)
  }

  @Test(arguments: TestedStore.supporting(.uniqueConstraints))
  func anInsertClaimsTheRowOfARegisteredInstance(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let context = store.makeContext()
    let older = try context.saveNotes([1])[0]
    older.body = "changed"
    let newer = Note(code: 1, title: "newer")
    context.insert(newer)
    try context.save()
    #expect(try context.note(1) === newer)
    #expect(older.title == "newer")
    #expect(older.body.isEmpty)
    #expect(older.persistentModelID == newer.persistentModelID)
    older.body = "through the older instance"
    try context.save()
    #expect(try store.makeContext().note(1)?.body == "through the older instance")
  }

  @Test(arguments: TestedStore.supporting(.uniqueConstraints))
  func theValueOfADeletedRowIsFree(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let context = store.makeContext()
    let older = try context.saveNotes([1])[0]
    let identifier = older.persistentModelID
    context.delete(older)
    let newer = Note(code: 1, title: "newer")
    context.insert(newer)
    try context.save()
    let stored = try store.makeContext().fetch(FetchDescriptor<Note>())
    #expect(stored.map(\.code) == [1])
    #expect(stored.map(\.title) == ["newer"])
    #expect(older.modelContext == nil)
    #expect(newer.persistentModelID != identifier)
  }

  @Test(arguments: TestedStore.supporting(.uniqueConstraints))
  func compoundConstraintsCompareAllTheirValues(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Seat.self)
    let context = store.makeContext()
    context.insert(Seat(row: "A", number: 1, guest: "first"))
    context.insert(Seat(row: "A", number: 2, guest: "second"))
    try context.save()
    context.insert(Seat(row: "B", number: 1, guest: "third"))
    context.insert(Seat(row: "A", number: 1, guest: "late"))
    try context.save()
    let seats = try store.makeContext().fetch(
      FetchDescriptor<Seat>(sortBy: [SortDescriptor(\.row), SortDescriptor(\.number)]))
    #expect(seats.map(\.guest) == ["late", "second", "third"])
  }

  @Test(arguments: TestedStore.supporting(.uniqueConstraints, .replacedRows))
  func anInsertThatMatchesTwoRowsReplacesBoth(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Seat.self)
    let context = store.makeContext()
    let ticket = UUID()
    let bySeat = Seat(row: "A", number: 1, guest: "by seat")
    let byTicket = Seat(row: "A", number: 2, guest: "by ticket", ticket: ticket)
    context.insert(bySeat)
    context.insert(byTicket)
    try context.save()
    context.insert(Seat(row: "A", number: 1, guest: "both", ticket: ticket))
    try context.save()
    #expect(try store.makeContext().fetch(FetchDescriptor<Seat>()).map(\.guest) == ["both"])
    #expect(byTicket.modelContext == nil)
  }

  @Test(arguments: TestedStore.supporting(.uniqueConstraints))
  func nilValuesAreNotUnique(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Seat.self).makeContext()
    context.insert(Seat(row: "A", number: 1, guest: "a"))
    context.insert(Seat(row: "A", number: 2, guest: "b"))
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Seat>()) == 2)
  }

  @Test(arguments: TestedStore.supporting(.uniqueConstraints))
  func rowsCanSwapTheirValues(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let context = store.makeContext()
    let notes = try context.saveNotes(1...3)
    (notes[0].code, notes[1].code, notes[2].code) = (2, 3, 1)
    try context.save()
    let read = try store.makeContext().fetch(
      FetchDescriptor<Note>(sortBy: [SortDescriptor(\.code)]))
    #expect(read.map(\.title) == ["note 3", "note 1", "note 2"])
    #expect(notes.map(\.code) == [2, 3, 1])
  }

  /// As with an insertion, the later value wins, and the row that had it is deleted.
  @Test(arguments: TestedStore.supporting(.uniqueConstraints, .replacedRows))
  func aChangeToTheValueOfAnotherRowReplacesIt(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let context = store.makeContext()
    let notes = try context.saveNotes(1...2)
    notes[0].code = 2
    try context.save()
    #expect(try store.makeContext().fetch(FetchDescriptor<Note>()).map(\.title) == ["note 1"])
    #expect(notes[1].modelContext == nil)
    #expect(notes[0].modelContext === context)
    #expect(try context.fetch(FetchDescriptor<Note>()) == [notes[0]])
  }

  @Test(arguments: TestedStore.supporting(.uniqueConstraints))
  func deletingAReplacedInstanceDeletesTheRow(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let context = store.makeContext()
    let older = try context.saveNotes([1])[0]
    let newer = Note(code: 1, title: "newer")
    context.insert(newer)
    try context.save()
    context.delete(older)
    try context.save()
    #expect(try store.makeContext().codes().isEmpty)
    #expect(try context.codes().isEmpty)
    #expect(older.modelContext == nil)
    #expect(newer.modelContext == nil)
  }
}
