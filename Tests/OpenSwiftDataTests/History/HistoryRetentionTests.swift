import Foundation
import StoreTesting
import Testing

@testable import OpenSwiftData

@Model private final class Drop {
  var number: Int
  init(_ number: Int) { self.number = number }
}

@Suite("How much of the history is kept")
struct HistoryRetentionTests {
  private typealias Descriptor = HistoryDescriptor<DefaultHistoryTransaction>

  private func transactions(
    _ retention: ModelConfiguration.HistoryRetention, saves: Int
  ) throws -> (context: ModelContext, numbers: [Int64]) {
    var configuration = ModelConfiguration(isStoredInMemoryOnly: true)
    configuration.historyRetention = retention
    let container = try ModelContainer(for: Drop.self, configurations: configuration)
    let context = ModelContext(container)
    for number in 0..<saves {
      context.insert(Drop(number))
      try context.save()
    }
    return (context, try context.fetchHistory(Descriptor()).map(\.id))
  }

  @Test func allTransactionsAreKeptByDefault() throws {
    #expect(try transactions(.all, saves: 100).numbers == Array(1...100))
    #expect(ModelConfiguration().historyRetention == .all)
  }

  @Test func theNewestTransactionsAreKept() throws {
    let (context, numbers) = try transactions(.newest(10), saves: 100)
    // Expired transactions were deleted with the 96th one; deletion runs every 32 transactions.
    #expect(numbers == Array(87...100))
    let token = DefaultHistoryToken(
      store: try #require(try context.fetchHistory(Descriptor()).first).storeIdentifier,
      transaction: 50)
    #expect(throws: SwiftDataError.historyTokenExpired) {
      try context.fetchHistory(Descriptor(predicate: #Predicate { $0.token > token }))
    }
    #expect(try transactions(.newest(0), saves: 64).numbers == [64])
  }

  @Test func oldTransactionsAreDeleted() throws {
    #expect(try transactions(.noOlder(than: .seconds(3600)), saves: 64).numbers == Array(1...64))
    #expect(try transactions(.noOlder(than: .zero), saves: 64).numbers.last == 64)
    #expect(try transactions(.noOlder(than: .zero), saves: 64).numbers.count < 64)
  }

  /// A backlog of expired transactions is deleted in several steps.
  @Test func excessTransactionsAreDeletedInSteps() throws {
    let folder = try TestFolder()
    let url = folder.file("drops.store")
    func save(_ count: Int, _ retention: ModelConfiguration.HistoryRetention) throws -> [Int64] {
      var configuration = ModelConfiguration(url: url)
      configuration.historyRetention = retention
      let context = ModelContext(
        try ModelContainer(for: Drop.self, configurations: configuration))
      for number in 0..<count {
        context.insert(Drop(number))
        try context.save()
      }
      return try context.fetchHistory(Descriptor()).map(\.id)
    }
    #expect(try save(600, .all).count == 600)
    #expect(try save(8, .newest(4)).first == 257)
    #expect(try save(32, .newest(4)).first == 513)
    #expect(try save(32, .newest(4)).first == 669)
  }
}
