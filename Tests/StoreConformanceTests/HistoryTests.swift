import Foundation
import OpenSwiftData
import Testing

@Model final class Errand {
  @Attribute(.preserveValueOnDeletion) var title: String
  @Attribute(.preserveValueOnDeletion) var stars: Int = 0
  var isDone = false
  @Relationship(deleteRule: .cascade, inverse: \ErrandStep.errand) var steps: [ErrandStep] = []

  init(_ title: String) { self.title = title }
}

@Model final class ErrandStep {
  var text = ""
  var errand: Errand?

  init(_ text: String) { self.text = text }
}

private typealias Transaction = DefaultHistoryTransaction
private typealias Descriptor = HistoryDescriptor<Transaction>

extension ModelContext {
  /// Waits until the history has `count` transactions.
  ///
  /// A server reports a transaction only after all earlier ones have ended, including those of
  /// other
  /// clients.
  fileprivate func history(_ count: Int) throws -> [Transaction] {
    let deadline = ContinuousClock.now + .seconds(60)
    while true {
      let found = try fetchHistory(Descriptor())
      if found.count >= count || ContinuousClock.now > deadline { return found }
      Thread.sleep(forTimeInterval: 0.02)
    }
  }

  fileprivate func tokens(after token: DefaultHistoryToken) throws -> [DefaultHistoryToken] {
    try fetchHistory(Descriptor(predicate: #Predicate { $0.token > token })).map(\.token)
  }

  /// Saves errands one at a time, and returns the tokens.
  fileprivate func saveErrands(_ count: Int) throws -> [DefaultHistoryToken] {
    for number in 0..<count {
      insert(Errand("\(number)"))
      try save()
    }
    return try history(count).map(\.token)
  }
}

@Suite("Histories")
struct HistoryTests {
  private func start(_ kind: TestedStore) throws -> TestStore {
    try TestStore(kind, for: Errand.self, ErrandStep.self)
  }

  /// Each save is one transaction, with its changes in order.
  ///
  /// An update records the changed attributes but not their values. Programs cast changes to their
  /// generic type.
  @Test(arguments: TestedStore.supporting(.history))
  func historiesReportSavedChanges(_ kind: TestedStore) throws {
    let context = try start(kind).makeContext()
    context.author = "Ann"
    let errand = Errand("post")
    context.insert(errand)
    try context.save()
    context.author = nil
    errand.stars = 3
    errand.isDone = true
    try context.save()
    let identifier = errand.persistentModelID
    context.delete(errand)
    try context.save()

    let history = try context.history(3)
    #expect(history.map(\.author) == ["Ann", nil, nil])
    #expect(history.map(\.transactionIdentifier).sorted() == history.map(\.transactionIdentifier))
    #expect(history.allSatisfy { $0.storeIdentifier == identifier.storeIdentifier })
    #expect(history.flatMap(\.changes).allSatisfy { $0.changedPersistentIdentifier == identifier })
    guard case .insert(_ as DefaultHistoryInsert<Errand>)? = history[0].changes.first,
      case .update(let update as DefaultHistoryUpdate<Errand>)? = history[1].changes.first,
      case .delete(let deletion as DefaultHistoryDelete<Errand>)? = history[2].changes.first
    else {
      Issue.record("\(history.map(\.changes))")
      return
    }
    #expect(Set<PartialKeyPath<Errand>>(update.updatedAttributes) == [\.stars, \.isDone])
    #expect(deletion.tombstone[\.title] as? String == "post")
    #expect(deletion.tombstone[\.stars] as? Int == 3)
    #expect(deletion.tombstone[\.isDone] == nil)
    #expect(deletion.tombstone.count { _ in true } == 2)
    #expect(history.allSatisfy { abs($0.timestamp.timeIntervalSinceNow) < 600 })
    #expect(history[0].processIdentifier.isEmpty == false)
  }

  @Test(arguments: TestedStore.supporting(.history, .updatesOfMany))
  func historiesReportAttributesOfBatchUpdates(_ kind: TestedStore) throws {
    let context = try start(kind).makeContext()
    let errands = ["a", "b", "c"].map(Errand.init)
    for errand in errands { context.insert(errand) }
    try context.save()
    context.author = "Ann"
    try context.update(
      Errand.self, where: #Predicate { $0.title != "b" }, .increment(\.stars, by: 1),
      .set(\.isDone, to: true))
    let last = try #require(try context.history(2).last)
    #expect(last.author == "Ann")
    #expect(last.changes.count == 2)
    let changed = Set(last.changes.map(\.changedPersistentIdentifier))
    #expect(changed == [errands[0].persistentModelID, errands[2].persistentModelID])
    for change in last.changes {
      guard case .update(let update as DefaultHistoryUpdate<Errand>) = change else {
        Issue.record("\(change)")
        return
      }
      #expect(Set<PartialKeyPath<Errand>>(update.updatedAttributes) == [\.stars, \.isDone])
    }
  }

  @Test(arguments: TestedStore.supporting(.history))
  func aHistoryBeginsAfterAToken(_ kind: TestedStore) throws {
    let context = try start(kind).makeContext()
    for number in 0..<5 {
      context.author = number % 2 == 0 ? "even" : "odd"
      context.insert(Errand("\(number)"))
      try context.save()
    }
    let tokens = try context.history(5).map(\.token)
    var newest = Descriptor(sortBy: [SortDescriptor(\.transactionIdentifier, order: .reverse)])
    newest.fetchLimit = 1
    #expect(try context.fetchHistory(newest).map(\.token) == [tokens[4]])
    #expect(tokens.sorted() == tokens)
    #expect(Set(tokens).count == 5)
    let token = try JSONDecoder().decode(
      DefaultHistoryToken.self, from: JSONEncoder().encode(tokens[1]))
    #expect(token == tokens[1])
    let author = "even"
    let later = try context.fetchHistory(
      Descriptor(predicate: #Predicate { $0.token > token && $0.author == author }))
    #expect(later.map(\.token) == [tokens[2], tokens[4]])
    try context.deleteHistory(Descriptor(predicate: #Predicate { $0.token <= token }))
    #expect(try context.fetchHistory(Descriptor()).map(\.token) == Array(tokens[2...]))
    context.insert(Errand("6"))
    try context.save()
    // Numbers of deleted transactions are not reused.
    #expect(try context.history(4).last.map { $0.token > tokens[4] } == true)
  }

  @Test(arguments: TestedStore.supporting(.history))
  func historiesReportDeletionsByDeleteRules(_ kind: TestedStore) throws {
    let context = try start(kind).makeContext()
    let errand = Errand("post")
    context.insert(errand)
    errand.steps = [ErrandStep("a"), ErrandStep("b")]
    try context.save()
    context.delete(errand)
    try context.save()
    let last = try #require(try context.history(2).last)
    let deleted = last.changes.filter { if case .delete = $0 { true } else { false } }
    #expect(
      deleted.map(\.changedPersistentIdentifier.entityName).sorted()
        == ["Errand", "ErrandStep", "ErrandStep"])
  }

  @Test(arguments: TestedStore.supporting(.history))
  func tokensExpireWithTheTransactionsAfterThem(_ kind: TestedStore) throws {
    let context = try start(kind).makeContext()
    let tokens = try context.saveErrands(6)
    let third = tokens[2]
    try context.deleteHistory(Descriptor(predicate: #Predicate { $0.token <= third }))
    for token in tokens[..<2] {
      #expect(throws: SwiftDataError.historyTokenExpired) { try context.tokens(after: token) }
      #expect(throws: SwiftDataError.historyTokenExpired) {
        try context.fetchHistory(Descriptor(predicate: #Predicate { $0.token >= token }))
      }
    }
    // No transaction after the third one is missing, although the third one itself is deleted.
    #expect(try context.tokens(after: third) == Array(tokens[3...]))
    #expect(throws: SwiftDataError.historyTokenExpired) {
      try context.fetchHistory(Descriptor(predicate: #Predicate { $0.token >= third }))
    }
    #expect(try context.tokens(after: tokens[4]) == [tokens[5]])
    // Transactions before a token can be requested although some are deleted.
    let first = tokens[0]
    #expect(
      try context.fetchHistory(Descriptor(predicate: #Predicate { $0.token <= first })).isEmpty)
  }

  @Test(arguments: TestedStore.supporting(.history))
  func anEmptyHistoryKeepsOnlyTheLastTokenValid(_ kind: TestedStore) throws {
    let store = try start(kind)
    let context = store.makeContext()
    let tokens = try context.saveErrands(3)
    try context.deleteHistory(Descriptor())
    #expect(try context.fetchHistory(Descriptor()).isEmpty)
    #expect(try context.tokens(after: tokens[2]).isEmpty)
    #expect(throws: SwiftDataError.historyTokenExpired) { try context.tokens(after: tokens[1]) }
    // Numbers are not reused, not even by another container.
    let other = try store.makeReopenedContext()
    other.insert(Errand("9"))
    try other.save()
    let last = try other.history(1).map(\.token)
    try #require(last.count == 1)
    #expect(tokens[2] < last[0])
    #expect(try other.tokens(after: tokens[2]) == last)
  }

  /// The tokens of the deleted transactions stay valid, too, even that of the last one.
  @Test(arguments: TestedStore.supporting(.history))
  func deletingSingleTransactionsKeepsTokensValid(_ kind: TestedStore) throws {
    let context = try start(kind).makeContext()
    let tokens = try context.saveErrands(5)
    let (third, fifth) = (tokens[2], tokens[4])
    try context.deleteHistory(
      Descriptor(predicate: #Predicate { $0.token == third || $0.token == fifth }))
    #expect(try context.tokens(after: tokens[0]) == [tokens[1], tokens[3]])
    #expect(try context.tokens(after: third) == [tokens[3]])
    #expect(try context.tokens(after: fifth).isEmpty)
  }
}
