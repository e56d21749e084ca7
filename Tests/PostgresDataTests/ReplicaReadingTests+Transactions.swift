import Foundation
import Locks
import OpenSwiftData
import PostgresData
import PostgresTesting
import Testing

@testable import savepostgres

// Transactions of a container that reads from replicas: they run on the primary.

extension ReplicaReadingTests {
  @Test func serializableTransactionsLoseNothing() throws {
    let container = try store.container(readingFrom: [1, 2])
    try container.add(100)
    let problems = Mutex<[String]>([])
    onThreads(4) { _ in
      for _ in 0..<20 {
        do {
          let context = ModelContext(container)
          try context.transaction(.serializable) {
            let crate = try context.fetch(FetchDescriptor<Crate>())[0]
            crate.number -= 1
          }
        } catch { problems.withLock { $0.append("\(error)") } }
      }
    }
    #expect(problems.withLock { $0 } == [])
    #expect(try container.crates() == [20])
  }

  @Test(arguments: [TransactionIsolation.serializable, .repeatableRead])
  func transactionsSeeTheLatestDespiteAPausedReplica(_ isolation: TransactionIsolation) throws {
    let (container, other) = (try store.container(readingFrom: [1]), try store.container())
    try container.add(1)
    try store.waitForReplica(1)
    #expect(try container.crates() == [1])
    try store.pause(1)
    defer { try? store.resume(1) }
    try other.add(2)
    let context = ModelContext(container)
    // Only the replica lacks the second crate.
    #expect(try context.fetchCount(FetchDescriptor<Crate>()) == 1)
    let reads = try #require(container.metrics).replicaReads
    let all = FetchDescriptor<Crate>(sortBy: [SortDescriptor(\.number)])
    try context.transaction(isolation) {
      #expect(try context.fetchCount(all) == 2)
      let crates = try context.fetch(all)
      #expect(crates.map(\.number) == [1, 2])
      #expect(try context.aggregate(all, .sum(\.number)) == 3)
      // Relationships and look-ups by identifier, too.
      #expect(crates.allSatisfy { $0.parcels.isEmpty })
      try other.add(3)
      #expect(try context.fetchCount(all) == 2)
      crates[0].number = 10
    }
    #expect(try #require(container.metrics).replicaReads == reads)
    #expect(try container.crates() == [2, 3, 10])
  }
}
