import Foundation
import OpenSwiftData
import Testing

/// Unique values in graphs: an inserted model with the unique value of a row updates that row.
@Suite("Uniqueness in graphs")
struct UniqueGraphTests {
  @Test(arguments: TestedStore.supporting(.uniqueConstraints))
  func anInsertClaimsTheRowAndItsMembers(_ kind: TestedStore) throws {
    let store = try TestStore(kind, UniqueSchema.models)
    let context = store.makeContext()
    let first = Account(number: 1, bank: "A", holder: "Ann")
    first.bookings = [Booking(text: "old")]
    context.insert(first)
    try context.save()

    let other = try store.makeReopenedContext()
    let second = Account(number: 1, bank: "B", holder: "Ann", balance: 5)
    second.bookings = [Booking(text: "new")]
    other.insert(second)
    try other.save()
    let last = try store.makeReopenedContext()
    let accounts = try last.fetch(FetchDescriptor<Account>())
    #expect(accounts.count == 1)
    #expect(accounts[0].bank == "B")
    #expect(Set(accounts[0].bookings.map(\.text)) == ["old", "new"])
    #expect(second.persistentModelID == first.persistentModelID)
  }

  @Test(arguments: TestedStore.supporting(.uniqueConstraints))
  func twoEqualInsertsOfOneSaveBecomeOneRow(_ kind: TestedStore) throws {
    let store = try TestStore(kind, UniqueSchema.models)
    let context = store.makeContext()
    for (number, text) in ["x", "y"].enumerated() {
      let account = Account(number: 7, bank: "A", holder: "h\(number)")
      account.bookings = [Booking(text: text)]
      context.insert(account)
    }
    try context.save()
    let other = try store.makeReopenedContext()
    let accounts = try other.fetch(FetchDescriptor<Account>())
    #expect(accounts.map(\.holder) == ["h1"])
    #expect(Set(accounts[0].bookings.map(\.text)) == ["x", "y"])
    #expect(try other.fetchCount(FetchDescriptor<Booking>()) == 2)
  }

  /// Arrays of other models hold the instance that the upsert superseded.
  @Test(arguments: TestedStore.supporting(.uniqueConstraints))
  func referencesToTheRowLeadToItsNewInstance(_ kind: TestedStore) throws {
    let store = try TestStore(kind, UniqueSchema.models)
    let context = store.makeContext()
    let marks = ["a", "b"].map(Mark.init)
    for mark in marks { context.insert(mark) }
    let first = Card(code: "1", number: 1)
    context.insert(first)
    marks[0].cards = [first]
    try context.save()
    #expect(marks[0].cards.count == 1)
    let second = Card(code: "1", number: 2)
    context.insert(second)
    marks[1].cards = [second]
    try context.save()
    #expect(marks[0].cards.map(\.number) == [2])
    #expect(marks[0].cards.first === marks[1].cards.first)
    #expect(second.marks.count == 2)
    #expect(marks[0].cards.first === second)
    let last = try store.makeReopenedContext()
    #expect(try last.fetch(FetchDescriptor<Card>()).map(\.marks.count) == [2])
  }

  @Test(arguments: TestedStore.supporting(.uniqueConstraints))
  func compoundConstraintsCompareAllTheirParts(_ kind: TestedStore) throws {
    let store = try TestStore(kind, UniqueSchema.models)
    let context = store.makeContext()
    context.insert(Account(number: 1, bank: "A", holder: "Ann"))
    context.insert(Account(number: 2, bank: "A", holder: "Bob"))
    context.insert(Account(number: 3, bank: "B", holder: "Ann"))
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Account>()) == 3)
    context.insert(Account(number: 4, bank: "A", holder: "Ann", balance: 9))
    try context.save()
    let other = try store.makeReopenedContext()
    let accounts = try other.fetch(FetchDescriptor<Account>(sortBy: [SortDescriptor(\.number)]))
    #expect(accounts.map(\.number) == [2, 3, 4])
    #expect(accounts[2].balance == 9)
  }

  @Test(arguments: TestedStore.supporting(.uniqueConstraints))
  func anInsertThatMatchesTwoRowsLeavesOne(_ kind: TestedStore) throws {
    let store = try TestStore(kind, UniqueSchema.models)
    let context = store.makeContext()
    context.insert(Account(number: 1, bank: "A", holder: "Ann"))
    let second = Account(number: 2, bank: "B", holder: "Bob")
    second.bookings = [Booking(text: "gone with its account")]
    context.insert(second)
    try context.save()
    let other = try store.makeReopenedContext()
    other.insert(Account(number: 1, bank: "B", holder: "Bob"))
    try other.save()
    let last = try store.makeReopenedContext()
    #expect(try last.fetch(FetchDescriptor<Account>()).map(\.bank) == ["B"])
    #expect(try last.fetchCount(FetchDescriptor<Booking>()) == 0)
  }

  @Test(arguments: TestedStore.supporting(.uniqueConstraints))
  func aUniqueTargetBelongsToOneModel(_ kind: TestedStore) throws {
    let store = try TestStore(kind, UniqueSchema.models)
    let context = store.makeContext()
    let client = Client(code: "c")
    context.insert(Account(number: 1, bank: "A", holder: "Ann", owner: client))
    try context.save()
    let other = try store.makeReopenedContext()
    let stored = try #require(try other.fetch(FetchDescriptor<Client>()).first)
    let replacement = Account(number: 2, bank: "B", holder: "Bob", owner: stored)
    other.insert(replacement)
    #expect(stored.account === replacement)
    try other.save()
    let last = try store.makeReopenedContext()
    let accounts = try last.fetch(FetchDescriptor<Account>(sortBy: [SortDescriptor(\.number)]))
    #expect(accounts.map { $0.owner?.code } == [nil, "c"])
  }

  @Test(arguments: TestedStore.supporting(.uniqueConstraints))
  func referencesToAnInsertLeadToItsRow(_ kind: TestedStore) throws {
    let store = try TestStore(kind, UniqueSchema.models)
    let context = store.makeContext()
    context.insert(Client(code: "c"))
    try context.save()
    let other = try store.makeReopenedContext()
    let account = Account(number: 1, bank: "A", holder: "Ann", owner: Client(code: "c"))
    other.insert(account)
    try other.save()
    #expect(account.owner?.code == "c")
    let last = try store.makeReopenedContext()
    #expect(try last.fetchCount(FetchDescriptor<Client>()) == 1)
    let client = try #require(try last.fetch(FetchDescriptor<Client>()).first)
    #expect(client.account?.number == 1)
    #expect(client.account?.owner === client)
  }

  @Test(arguments: TestedStore.supporting(.uniqueConstraints))
  func anUpsertMatchesValuesAnotherContextChanged(_ kind: TestedStore) throws {
    let store = try TestStore(kind, UniqueSchema.models)
    let context = store.makeContext()
    let account = Account(number: 1, bank: "A", holder: "Ann")
    context.insert(account)
    try context.save()
    let other = store.makeContext()
    let known = try #require(try other.fetch(FetchDescriptor<Account>()).first)
    account.number = 2
    account.balance = 3
    try context.save()
    other.insert(Account(number: 2, bank: "C", holder: "Cy"))
    known.holder = "Anna"
    try other.save()
    let last = try store.makeReopenedContext()
    let accounts = try last.fetch(FetchDescriptor<Account>())
    #expect(accounts.count == 1)
    #expect(accounts[0].number == 2)
    #expect(accounts[0].bank == "C")
  }

  /// The last of several models with the same unique value determines the relationships of the row.
  @Test(arguments: TestedStore.supporting(.uniqueConstraints), [false, true])
  func theLastInsertDeterminesRelationships(_ kind: TestedStore, _ isContended: Bool) throws {
    let store = try TestStore(kind, UniqueSchema.models)
    let (context, other) = (store.makeContext(), store.makeContext())
    let (gone, kept) = (CardBox(name: "gone"), CardBox(name: "kept"))
    context.insert(gone)
    context.insert(kept)
    try context.save()
    if isContended {
      other.insert(CardBox(name: "of somebody else"))
      try other.save()
    }
    context.insert(Card(code: "c", number: 1, box: gone))
    context.insert(Card(code: "c", number: 2, box: kept))
    context.delete(gone)
    try context.save()
    let cards = try store.makeReopenedContext().fetch(FetchDescriptor<Card>())
    #expect(cards.map(\.number) == [2])
    let last = try store.makeReopenedContext()
    #expect(try last.fetch(FetchDescriptor<Card>()).first?.box?.name == "kept")
  }

  /// Each end of a one-to-one relationship has a column; both columns must agree.
  @Test(arguments: TestedStore.supporting(.uniqueConstraints), [false, true])
  func bothEndsOfAOneToOneAgreeAfterAnUpsert(_ kind: TestedStore, _ isContended: Bool) throws {
    let store = try TestStore(kind, UniqueSchema.models)
    let (context, other) = (store.makeContext(), store.makeContext())
    context.insert(Account(number: 1, bank: "A", holder: "Ann", owner: Client(code: "first")))
    context.insert(Account(number: 2, bank: "B", holder: "Bob", owner: Client(code: "taken")))
    try context.save()
    if isContended {
      other.insert(Client(code: "of somebody else"))
      try other.save()
    }
    context.insert(Account(number: 1, bank: "A", holder: "Ann", owner: Client(code: "second")))
    context.insert(Account(number: 1, bank: "A", holder: "Ann", owner: Client(code: "third")))
    context.insert(Account(number: 2, bank: "B", holder: "Bob"))
    try context.save()
    let last = try store.makeReopenedContext()
    let clients = try last.fetch(FetchDescriptor<Client>(sortBy: [SortDescriptor(\.code)]))
      .filter { $0.code != "of somebody else" }
    #expect(clients.map(\.code) == ["first", "second", "taken", "third"])
    #expect(clients.map { $0.account?.number } == [nil, nil, nil, 1])
    let accounts = try last.fetch(FetchDescriptor<Account>(sortBy: [SortDescriptor(\.number)]))
    #expect(accounts.map { $0.owner?.code } == ["third", nil])
    let client = try #require(
      try context.fetch(FetchDescriptor<Client>(predicate: #Predicate { $0.code == "first" })).first
    )
    #expect(client.account == nil)
    if let url = store.url { try StoreChecker(url, UniqueSchema.models).check() }
  }
}
