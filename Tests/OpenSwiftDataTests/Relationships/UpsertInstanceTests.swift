import Foundation
import Observation
import OpenSwiftData
import Testing

/// After an upsert, a row has one current instance in a context.
///
/// Superseded instances that the program retains show its values, and forward changes to it.
@Suite("Instances of a row that was taken over")
struct UpsertInstanceTests {
  private func text(_ account: Account) -> String {
    let bookings = account.bookings.map(\.text).sorted().joined(separator: ",")
    return "\(account.number) \(account.bank) \(account.holder) \(account.balance) "
      + "\(account.owner?.code ?? "-") [\(bookings)]"
  }

  /// Two instances of one row, the superseded one first.
  private func pair(_ context: ModelContext) throws -> (older: Account, newer: Account) {
    let older = Account(number: 1, bank: "A", holder: "Ann", balance: 1)
    older.bookings = [Booking(text: "1")]
    context.insert(older)
    try context.save()
    let newer = Account(
      number: 1, bank: "B", holder: "Bob", balance: 2, owner: Client(code: "c"))
    newer.bookings = [Booking(text: "2")]
    context.insert(newer)
    try context.save()
    return (older, newer)
  }

  @Test(arguments: Backend.available)
  func bothInstancesShowAndSaveTheSame(_ backend: Backend) throws {
    let store = try TestStore(backend, UniqueSchema.models)
    let context = store.makeContext()
    let (older, newer) = try pair(context)
    #expect(text(older) == "1 B Bob 2.0 c [1,2]")
    #expect(text(newer) == text(older))
    older.balance = 10
    #expect(newer.balance == 10)
    try context.save()
    newer.balance += 1
    #expect(older.balance == 11)
    #expect(older.hasChanges)
    older.balance += 1
    older.holder += "by"
    older.bookings.append(Booking(text: "3"))
    newer.bookings.removeAll { $0.text == "1" }
    older.owner = Client(code: "d")
    #expect(text(older) == "1 B Bobby 12.0 d [2,3]")
    #expect(text(newer) == text(older))
    #expect(older.owner?.account === newer)
    #expect(newer.bookings.allSatisfy { $0.account === newer })
    older.bookings = older.bookings.reversed()
    try context.save()
    #expect(
      try context.fetch(FetchDescriptor<Account>()).map(ObjectIdentifier.init) == [
        ObjectIdentifier(newer)
      ])
    #expect(older.persistentModelID == newer.persistentModelID)
    let last = try store.makeReopenedContext()
    let read = try #require(try last.fetch(FetchDescriptor<Account>()).first)
    #expect(text(read) == text(older))
    #expect(read.bookings.map(\.text) == older.bookings.map(\.text))
    if let url = store.url { try StoreChecker(url, UniqueSchema.models).check() }
  }

  @Test(arguments: Backend.available)
  func bothInstancesAreOneModelToRelatedModels(_ backend: Backend) throws {
    let store = try TestStore(backend, UniqueSchema.models)
    let context = store.makeContext()
    let (older, newer) = try pair(context)
    let booking = Booking(text: "3")
    booking.account = older
    context.insert(booking)
    #expect(booking.account === newer)
    #expect(newer.bookings.contains(booking))
    let client = Client(code: "e")
    context.insert(client)
    client.account = older
    #expect(client.account === newer)
    #expect(newer.owner === client)
    context.insert(older)
    try context.save()
    let (card, again) = (Card(code: "c", number: 1), Card(code: "c", number: 2))
    context.insert(card)
    try context.save()
    context.insert(again)
    try context.save()
    let mark = Mark(name: "m")
    mark.cards = [card, again]
    context.insert(mark)
    #expect(mark.cards == [again])
    let other = Mark(name: "n")
    context.insert(other)
    other.cards.append(card)
    #expect(other.cards == [again])
    #expect(again.marks.count == 2)
    #expect(card.marks == again.marks)
    try context.save()
    #expect(try store.makeContext().fetchCount(FetchDescriptor<Card>()) == 1)
    #expect(try store.makeContext().fetchCount(FetchDescriptor<Account>()) == 1)
    context.delete(older)
    #expect(newer.isDeleted)
    #expect(older.isDeleted)
    try context.save()
    #expect(older.modelContext == nil)
    #expect(newer.modelContext == nil)
    #expect(older.balance == newer.balance)
    #expect(older.bank == "B")
    context.insert(older)
    #expect(newer.modelContext === context)
    #expect(older.modelContext === context)
    try context.save()
    #expect(try store.makeContext().fetch(FetchDescriptor<Account>()).map(\.bank) == ["B"])
  }

  @Test(arguments: Backend.available)
  func observersOfEitherInstanceSeeItsChanges(_ backend: Backend) throws {
    let store = try TestStore(backend, UniqueSchema.models)
    let context = store.makeContext()
    let (older, newer) = try pair(context)
    for (read, set) in [(older, newer), (newer, older)] {
      let heard = Heard()
      withObservationTracking {
        _ = read.balance
      } onChange: {
        heard.isSet = true
      }
      set.balance += 1
      #expect(heard.isSet)
    }
  }

  private final class Heard: @unchecked Sendable {
    // `@unchecked`: used only on the test's thread.
    var isSet = false
  }

  @Test(arguments: Backend.available)
  func bothInstancesStayConnectedWithoutTheirContext(_ backend: Backend) throws {
    let store = try TestStore(backend, UniqueSchema.models)
    var held: (older: Account, newer: Account)?
    do {
      let context = store.makeContext()
      held = try pair(context)
      _ = held?.newer.bookings
    }
    let (older, newer) = try #require(held)
    #expect(older.modelContext == nil)
    #expect(older.bank == "B")
    #expect(older.balance == 2)
    older.balance = 5
    #expect(newer.balance == 5)
  }

  /// Every superseded instance forwards to the current one, no matter how often the row was
  /// replaced;
  /// unreferenced instances are released.
  @Test func unreferencedInstancesAreReleased() throws {
    let store = try TestStore(.memory, UniqueSchema.models)
    let context = store.makeContext()
    var held: [Card] = []
    weak var second: Card?
    for number in 0..<2_000 {
      let card = Card(code: "c", number: number)
      context.insert(card)
      try context.save()
      if number % 2 == 0 { held.append(card) }
      if number == 1 { second = card }
    }
    #expect(second == nil)
    #expect(held.allSatisfy { $0.number == 1_999 })
    held[0].number = 7
    #expect(held.allSatisfy { $0.number == 7 })
    try context.save()
    #expect(try store.makeContext().fetch(FetchDescriptor<Card>()).map(\.number) == [7])
  }

  /// Inserts few unique values at random, and changes models through any of their instances.
  @Test(arguments: 0..<10)
  func instancesAgreeWithANaiveModel(_ round: Int) throws {
    var generator = SeededGenerator(seed: TestRun.seed(UInt64(round)))
    let store = try TestStore(.file, UniqueSchema.models)
    let context = store.makeContext()
    let boxes = ["s", "t"].map(CardBox.init)
    for box in boxes { context.insert(box) }
    var held: [String: [Card]] = [:]
    var rows: [String: [String]] = [:]
    for step in 0..<150 {
      let code = ["a", "b", "c"].randomElement(using: &generator) ?? "a"
      let number = Int.random(in: 0..<1_000, using: &generator)
      let box = Bool.random(using: &generator) ? boxes.randomElement(using: &generator) : nil
      if let card = held[code]?.randomElement(using: &generator),
        Int.random(in: 0..<4, using: &generator) > 0
      {
        switch Int.random(in: 0..<6, using: &generator) {
        case 0:
          card.number = number
          rows[code]?[0] = "\(number)"
        case 1:
          card.note = "\(number)"
          rows[code]?[1] = "\(number)"
        case 2:
          card.note?.append("!")
          if let note = rows[code]?[1], note != "-" { rows[code]?[1] = note + "!" }
        case 3:
          card.box = box
          rows[code]?[2] = box?.name ?? "-"
        case 4:
          try context.save()
          context.delete(card)
          try context.save()
          held[code] = nil
          rows[code] = nil
        default:
          box?.cards.append(card)
          if let box { rows[code]?[2] = box.name }
        }
      } else {
        let card = Card(code: code, number: number, box: box)
        context.insert(card)
        try context.save()
        held[code, default: []].append(card)
        rows[code] = ["\(number)", "-", box?.name ?? "-"]
      }
      let show = { (card: Card) in ["\(card.number)", card.note ?? "-", card.box?.name ?? "-"] }
      for (code, cards) in held {
        for card in cards {
          try #require(show(card) == rows[code], "\(TestRun.comment), step \(step)")
        }
      }
      for box in boxes {
        let codes = rows.filter { $0.value[2] == box.name }.keys.sorted()
        try #require(
          box.cards.map(\.code).sorted() == codes, "\(TestRun.comment), step \(step)")
      }
      if step % 10 == 0 {
        try context.save()
        let other = store.makeContext()
        let stored = try other.fetch(FetchDescriptor<Card>())
        try #require(
          Dictionary(uniqueKeysWithValues: stored.map { ($0.code, show($0)) }) == rows,
          "\(TestRun.comment), step \(step)")
      }
    }
    try StoreChecker(#require(store.url), UniqueSchema.models).check()
  }
}

/// Undo of insertions that became the current instance of a stored row.
@Suite("Undo of upserts")
struct UndoOfUpsertTests {
  private func rows(_ store: TestStore) throws -> [String] {
    let context = store.makeContext()
    return try context.fetch(FetchDescriptor<Card>(sortBy: [SortDescriptor(\.code)])).map {
      let marks = $0.marks.map(\.name).sorted().joined(separator: ",")
      return "\($0.code)=\($0.number) \($0.note ?? "-") \($0.box?.name ?? "-") [\(marks)]"
    }
  }

  private func expect(
    _ rows: [String], in store: TestStore, at location: SourceLocation = #_sourceLocation
  ) throws {
    let found = try self.rows(store)
    #expect(found == rows, sourceLocation: location)
  }

  @Test(arguments: Backend.available, [false, true])
  func undoRestoresTheRow(_ backend: Backend, _ isHeld: Bool) throws {
    let store = try TestStore(backend, UniqueSchema.models)
    let context = store.makeContext()
    let manager = UndoManager()
    if isHeld { context.undoManager = manager }
    do {
      let first = Card(code: "k", number: 1, box: CardBox(name: "s"))
      first.note = "old"
      first.marks = [Mark(name: "m")]
      context.insert(first)
      try context.save()
    }
    context.undoManager = manager
    let second = Card(code: "k", number: 2, box: CardBox(name: "t"))
    second.marks = [Mark(name: "n")]
    context.insert(second)
    second.number = 3
    try context.save()
    let (before, after) = (["k=1 old s [m]"], ["k=3 - t [m,n]"])
    try expect(after, in: store)
    for _ in 0..<2 {
      manager.undo()
      #expect(second.number == 1)
      #expect(second.note == "old")
      #expect(second.box?.name == "s")
      try context.save()
      try expect(before, in: store)
      manager.redo()
      #expect(second.number == 3)
      #expect(second.note == nil)
      #expect(second.box?.name == "t")
      try context.save()
      try expect(after, in: store)
    }
    manager.undo()
    try context.save()
    try expect(before, in: store)
    guard isHeld else { return }
    manager.undo()
    try context.save()
    try expect([], in: store)
    manager.redo()
    try context.save()
    try expect(before, in: store)
    manager.redo()
    try context.save()
    try expect(after, in: store)
    if let url = store.url { try StoreChecker(url, UniqueSchema.models).check() }
  }

  @Test(arguments: Backend.available)
  func undoRevertsBothInsertionsOfOneStep(_ backend: Backend) throws {
    let store = try TestStore(backend, UniqueSchema.models)
    let context = store.makeContext()
    let manager = UndoManager()
    context.undoManager = manager
    let (first, second) = (Card(code: "k", number: 1), Card(code: "k", number: 2))
    context.insert(first)
    context.insert(second)
    try context.save()
    try expect(["k=2 - - []"], in: store)
    manager.undo()
    try context.save()
    try expect([], in: store)
    #expect(first.modelContext == nil)
    #expect(second.modelContext == nil)
    manager.redo()
    try context.save()
    try expect(["k=2 - - []"], in: store)
  }

  @Test(arguments: Backend.available)
  func undoRestoresValuesChangedInTheSameStep(_ backend: Backend) throws {
    let store = try TestStore(backend, UniqueSchema.models)
    let context = store.makeContext()
    let first = Card(code: "k", number: 1)
    context.insert(first)
    try context.save()
    let manager = UndoManager()
    context.undoManager = manager
    context.insert(Card(code: "k", number: 2))
    first.note = "changed"
    try context.save()
    manager.undo()
    try context.save()
    try expect(["k=1 - - []"], in: store)
  }

  @Test(arguments: Backend.available)
  func aRefusedSaveLeavesUndoUnchanged(_ backend: Backend) throws {
    let store = try TestStore(
      backend, UniqueSchema.models + [Publisher.self, Edition.self, ShelfMark.self])
    let context = store.makeContext()
    context.insert(Card(code: "k", number: 1))
    let edition = Edition(title: "v", publisher: Publisher(name: "p"))
    context.insert(edition)
    try context.save()
    let manager = UndoManager()
    context.undoManager = manager
    let second = Card(code: "k", number: 2)
    context.insert(second)
    context.delete(edition.publisher)
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    manager.undo()
    #expect(second.modelContext == nil)
    try context.save()
    try expect(["k=1 - - []"], in: store)
  }
}
