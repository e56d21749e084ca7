import Foundation
import Locks
import OpenSwiftData
import RandomTesting
import Testing

/// Inserted models with the unique values of others, with the policy to fail.
@Suite("Refused insertions")
struct RefusedInsertionTests {
  @Test(arguments: TestedStore.supporting(.uniqueConstraints, .replacedRows))
  func aTakenValueIsRefused(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let existing = try store.makeContext().saveNotes([1])[0].persistentModelID
    let context = store.makeContext()
    context.insertionPolicy = .fail
    let note = Note(code: 1, title: "new")
    context.insert(Note(code: 2))
    context.insert(note)
    let error = #expect(throws: SwiftDataError.uniqueValueIsTaken) { try context.save() }
    let conflict = try #require(error?.uniqueValueConflict)
    #expect(conflict.entityName == "Note")
    #expect(conflict.properties.map(\.name) == ["code"])
    #expect(conflict.properties.first?.value as? Int == 1)
    #expect(conflict.existingModelID == existing)
    let text = "\(try #require(error))"
    #expect(text.contains("code = 1") && text.contains("Note/p"))
    #expect(try store.makeContext().fetch(FetchDescriptor<Note>()).map(\.title) == ["note 1"])
    #expect(context.insertedModelsArray.count == 2)
    note.code = 3
    try context.save()
    #expect(try store.makeContext().codes() == [1, 2, 3])
  }

  @Test(arguments: TestedStore.supporting(.uniqueConstraints, .replacedRows))
  func equalModelsOfOneSaveAreRefused(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let context = store.makeContext()
    for code in [1, 2, 2, 3] { context.insert(Note(code: code), onConflict: .fail) }
    let error = #expect(throws: SwiftDataError.uniqueValueIsTaken) { try context.save() }
    #expect(error?.uniqueValueConflict?.properties.first?.value as? Int == 2)
    #expect(error?.uniqueValueConflict.map { $0.existingModelID == nil } == true)
    #expect("\(try #require(error))".contains("another new model"))
    #expect(try store.makeContext().codes().isEmpty)
  }

  @Test(arguments: TestedStore.supporting(.uniqueConstraints, .replacedRows))
  func thePolicyOfAModelConcernsOnlyIt(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    try store.makeContext().saveNotes([1, 2])
    let context = store.makeContext()
    context.insert(Note(code: 1, title: "upsert"))
    context.insert(Note(code: 3), onConflict: .fail)
    try context.save()
    #expect(try store.makeContext().note(1)?.title == "upsert")
    context.insertionPolicy = .fail
    context.insert(Note(code: 1, title: "again"), onConflict: .upsert)
    try context.save()
    #expect(try store.makeContext().note(1)?.title == "again")
    context.insert(Note(code: 2, title: "again"))
    #expect(throws: SwiftDataError.uniqueValueIsTaken) { try context.save() }
    #expect(try store.makeContext().note(2)?.title == "note 2")
  }

  @Test(arguments: TestedStore.supporting(.uniqueConstraints, .replacedRows))
  func theValuesOfDeletedAndChangedRowsAreFree(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let context = store.makeContext()
    let notes = try context.saveNotes([1, 2])
    context.insertionPolicy = .fail
    context.delete(notes[0])
    notes[1].code = 3
    context.insert(Note(code: 1, title: "new 1"))
    context.insert(Note(code: 2, title: "new 2"))
    try context.save()
    let read = try store.makeContext().fetch(FetchDescriptor<Note>(sortBy: [.init(\.code)]))
    #expect(read.map(\.title) == ["new 1", "new 2", "note 2"])
  }

  @Test(arguments: TestedStore.supporting(.uniqueConstraints, .replacedRows))
  func constraintsOfSeveralPropertiesAreNamed(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Seat.self)
    let context = store.makeContext()
    context.insertionPolicy = .fail
    let ticket = UUID()
    context.insert(Seat(row: "A", number: 1, guest: "first", ticket: ticket))
    context.insert(Seat(row: "A", number: 2, guest: "no ticket"))
    context.insert(Seat(row: "B", number: 1, guest: "no ticket"))
    try context.save()
    context.insert(Seat(row: "A", number: 1, guest: "second"))
    var error = #expect(throws: SwiftDataError.uniqueValueIsTaken) { try context.save() }
    #expect(error?.uniqueValueConflict?.properties.map(\.name) == ["row", "number"])
    context.rollback()
    context.insert(Seat(row: "C", number: 1, guest: "second", ticket: ticket))
    error = #expect(throws: SwiftDataError.uniqueValueIsTaken) { try context.save() }
    #expect(error?.uniqueValueConflict?.properties.map(\.name) == ["ticket"])
    #expect(error?.uniqueValueConflict?.properties.first?.value as? UUID == ticket)
  }

  @Test(arguments: TestedStore.supporting(.uniqueConstraints, .replacedRows))
  func targetsInConstraintsCount(_ kind: TestedStore) throws {
    let store = try TestStore(kind, UniqueSchema.models)
    let context = store.makeContext()
    context.insertionPolicy = .fail
    let client = Client(code: "c")
    context.insert(Account(number: 1, bank: "a", holder: "a", owner: client))
    context.insert(Account(number: 2, bank: "b", holder: "b"))
    context.insert(Account(number: 3, bank: "c", holder: "c"))
    try context.save()
    let other = store.makeContext()
    other.insertionPolicy = .fail
    let owner = try #require(try other.fetch(FetchDescriptor<Client>()).first)
    let account = Account(number: 4, bank: "d", holder: "d")
    other.insert(account)
    account.owner = owner
    try other.save()
    #expect(try store.makeContext().fetchCount(FetchDescriptor<Account>()) == 4)
  }

  @Test(arguments: TestedStore.supporting(.inheritance, .uniqueConstraints, .replacedRows))
  func modelsOfOtherClassesOfTheTreeCount(_ kind: TestedStore) throws {
    let store = try TestStore(
      kind, [Admission.self, PaidAdmission.self, FreeAdmission.self, Visitor.self])
    let context = store.makeContext()
    let free = FreeAdmission(code: 1)
    context.insert(free)
    try context.save()
    for policy in [InsertionPolicy.fail, .keepExisting] {
      context.insert(PaidAdmission(code: 1, number: 7), onConflict: policy)
      let error = #expect(throws: SwiftDataError.uniqueValueIsTaken) { try context.save() }
      #expect(error?.uniqueValueConflict?.entityName == "PaidAdmission")
      #expect(error?.uniqueValueConflict?.existingModelID == free.persistentModelID)
      context.rollback()
    }
    #expect(try store.makeContext().fetch(FetchDescriptor<Admission>()).first is FreeAdmission)
  }

  @Test(arguments: TestedStore.supporting(.uniqueConstraints, .replacedRows))
  func manyModelsAreInsertedTogether(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let context = store.makeContext()
    context.insertionPolicy = .fail
    try context.saveNotes(0..<100)
    for code in 100..<200 { context.insert(Note(code: code)) }
    context.insert(Note(code: 57))
    #expect(throws: SwiftDataError.uniqueValueIsTaken) { try context.save() }
    #expect(try store.makeContext().fetchCount(FetchDescriptor<Note>()) == 100)
  }

  @Test(arguments: TestedStore.supporting(.uniqueConstraints, .replacedRows))
  func oneOfSeveralThreadsSucceeds(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let container = store.container
    let failures = Failures()
    let inserted = Mutex<[Int]>([])
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      let context = ModelContext(container)
      context.insertionPolicy = .fail
      for code in 0..<10 {
        context.insert(Note(code: code, title: "thread \(thread)"))
        do {
          try context.save()
          inserted.withLock { $0.append(code) }
        } catch SwiftDataError.uniqueValueIsTaken {
          context.rollback()
        } catch {
          failures.add("\(error)")
          context.rollback()
        }
      }
    }
    #expect(failures.all == [])
    #expect(inserted.withLock { $0.sorted() } == Array(0..<10))
    #expect(try store.makeContext().codes() == Array(0..<10))
  }

  /// A custom store decides by itself what happens to equal unique values.
  @Test func customStoresKnowOnlyUpserts() throws {
    let store = try TestStore(.passing, for: Note.self, Tally.self)
    let context = store.makeContext()
    context.insertionPolicy = .fail
    context.insert(Tally(number: 1))
    try context.save()
    context.insert(Note(code: 1))
    let error = #expect(throws: SwiftDataError.unsupportedModel) { try context.save() }
    #expect(error?.description.contains("custom store") == true)
    context.insertionPolicy = .upsert
    try context.save()
    #expect(try store.makeContext().codes() == [1])
  }
}

/// Inserted models with the unique values of others, with the policy to keep these.
@Suite("Kept rows")
struct KeptRowTests {
  @Test(arguments: TestedStore.supporting(.uniqueConstraints, .replacedRows))
  func theExistingRowIsKept(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let existing = try store.makeContext().saveNotes([1])[0]
    let context = store.makeContext()
    let note = Note(code: 1, title: "new")
    note.rating = 5
    context.insert(note, onConflict: .keepExisting)
    context.insert(Note(code: 2, title: "two"), onConflict: .keepExisting)
    try context.save()
    #expect(!context.hasChanges)
    #expect(note.persistentModelID == existing.persistentModelID)
    #expect(note.title == "note 1")
    #expect(note.rating == nil)
    #expect(try context.note(1) === note)
    let read = try store.makeContext().fetch(FetchDescriptor<Note>(sortBy: [.init(\.code)]))
    #expect(read.map(\.title) == ["note 1", "two"])
    note.title = "changed"
    try context.save()
    #expect(try store.makeContext().note(1)?.title == "changed")
  }

  @Test(arguments: TestedStore.supporting(.uniqueConstraints, .replacedRows))
  func theFirstOfEqualModelsIsKept(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let context = store.makeContext()
    context.insertionPolicy = .keepExisting
    let notes = ["a", "b", "c"].map { Note(code: 1, title: $0) }
    for note in notes { context.insert(note) }
    try context.save()
    #expect(notes.map(\.title) == ["a", "a", "a"])
    #expect(Set(notes.map(\.persistentModelID)).count == 1)
    #expect(try store.makeContext().fetch(FetchDescriptor<Note>()).map(\.title) == ["a"])
    notes[0].title = "changed"
    try context.save()
    #expect(notes.map(\.title) == ["changed", "changed", "changed"])
    #expect(try store.makeContext().note(1)?.title == "changed")
  }

  @Test(arguments: TestedStore.supporting(.uniqueConstraints, .replacedRows))
  func aRegisteredInstanceShowsTheKeptRow(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let context = store.makeContext()
    let older = try context.saveNotes([1])[0]
    older.body = "changed"
    let newer = Note(code: 1, title: "newer")
    context.insert(newer, onConflict: .keepExisting)
    try context.save()
    #expect([older.title, newer.title] == ["note 1", "note 1"])
    #expect([older.body, newer.body] == ["changed", "changed"])
    #expect(try context.note(1) === newer)
  }

  @Test(arguments: TestedStore.supporting(.uniqueConstraints, .replacedRows))
  func theSaveReportsNeitherAnInsertionNorAnUpdate(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    try store.makeContext().saveNotes([1])
    let context = store.makeContext()
    context.insert(Note(code: 1), onConflict: .keepExisting)
    let reported = Mutex<[Int]>([])
    let observer = NotificationCenter.default.addObserver(
      forName: ModelContext.didSave, object: context, queue: nil
    ) { post in
      let counts = [ModelContext.NotificationKey.insertedIdentifiers, .updatedIdentifiers].map {
        (post.userInfo?[$0.rawValue] as? [PersistentIdentifier])?.count ?? -1
      }
      reported.withLock { $0 += counts }
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    try context.save()
    #expect(reported.withLock { $0 } == [0, 0])
  }

  @Test(arguments: TestedStore.supporting(.uniqueConstraints, .replacedRows))
  func relationshipsOfOthersLeadToTheKeptRow(_ kind: TestedStore) throws {
    let store = try TestStore(kind, UniqueSchema.models)
    let setup = store.makeContext()
    let first = Account(number: 1, bank: "a", holder: "a", balance: 7, owner: Client(code: "c"))
    first.bookings = [Booking(text: "old")]
    setup.insert(first)
    let box = CardBox(name: "box")
    box.cards = [Card(code: "k", number: 1)]
    setup.insert(box)
    try setup.save()
    let context = store.makeContext()
    context.insertionPolicy = .keepExisting
    let account = Account(number: 1, bank: "x", holder: "x", owner: Client(code: "new"))
    account.bookings = [Booking(text: "new")]
    context.insert(account)
    let (card, mark, other) = (Card(code: "k", number: 9), Mark(name: "m"), CardBox(name: "other"))
    card.box = other
    card.marks = [mark]
    context.insert(card)
    try context.save()
    #expect(account.balance == 7 && account.owner?.code == "c")
    #expect(Set(account.bookings.map(\.text)) == ["old", "new"])
    #expect(card.number == 1 && card.box?.name == "box" && card.marks == [mark])
    #expect(other.cards.isEmpty)
    let read = store.makeContext()
    let accounts = try read.fetch(FetchDescriptor<Account>())
    #expect(accounts.map(\.bank) == ["a"])
    #expect(accounts.first?.owner?.code == "c")
    #expect(accounts.first.map { Set($0.bookings.map(\.text)) } == ["old", "new"])
    let clients = try read.fetch(FetchDescriptor<Client>(sortBy: [.init(\.code)]))
    #expect(clients.map { $0.account?.number } == [1, nil])
    let cards = try read.fetch(FetchDescriptor<Card>())
    #expect(cards.map(\.number) == [1])
    #expect(cards.first?.box?.name == "box")
    #expect(cards.first?.marks.map(\.name) == ["m"])
  }

  @Test(arguments: TestedStore.supporting(.uniqueConstraints, .replacedRows))
  func theConstraintDeclaredFirstChoosesTheRow(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Seat.self)
    let context = store.makeContext()
    let ticket = UUID()
    context.insert(Seat(row: "A", number: 1, guest: "by seat"))
    context.insert(Seat(row: "A", number: 2, guest: "by ticket", ticket: ticket))
    try context.save()
    let both = Seat(row: "A", number: 1, guest: "both", ticket: ticket)
    context.insert(both, onConflict: .keepExisting)
    try context.save()
    #expect(both.guest == "by seat" && both.ticket == nil)
    #expect(try store.makeContext().fetchCount(FetchDescriptor<Seat>()) == 2)
  }

  @Test(arguments: TestedStore.supporting(.history, .uniqueConstraints))
  func theHistoryHasNoUpdateOfAKeptRow(_ kind: TestedStore) async throws {
    let store = try TestStore(kind, for: Note.self)
    try store.makeContext().saveNotes([1])
    let context = store.makeContext()
    context.insert(Note(code: 1), onConflict: .keepExisting)
    context.insert(Note(code: 2), onConflict: .keepExisting)
    try context.save()
    let all = HistoryDescriptor<DefaultHistoryTransaction>()
    // A server shows a transaction when all that began before it have ended.
    let isShown = try await eventually { try context.fetchHistory(all).count == 2 }
    #expect(isShown)
    #expect(try context.fetchHistory(all).map(\.changes.count) == [1, 1])
  }

  @Test(arguments: TestedStore.supporting(.uniqueConstraints, .replacedRows))
  func undoLeavesTheKeptRow(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    try store.makeContext().saveNotes([1])
    let context = store.makeContext()
    let manager = UndoManager()
    context.undoManager = manager
    context.insert(Note(code: 1, title: "new"), onConflict: .keepExisting)
    try context.save()
    manager.undo()
    try context.save()
    #expect(try store.makeContext().fetch(FetchDescriptor<Note>()).map(\.title) == ["note 1"])
  }

  @Test(arguments: TestedStore.supporting(.uniqueConstraints, .replacedRows))
  func manyRowsAreKept(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    try store.makeContext().saveNotes(stride(from: 0, to: 60, by: 3))
    let context = store.makeContext()
    context.insertionPolicy = .keepExisting
    let notes = (0..<60).map { Note(code: $0, title: "new") }
    for note in notes { context.insert(note) }
    try context.save()
    for (code, note) in notes.enumerated() {
      #expect(note.title == (code % 3 == 0 ? "note \(code)" : "new"))
    }
    #expect(try store.makeContext().codes() == Array(0..<60))
  }
}
