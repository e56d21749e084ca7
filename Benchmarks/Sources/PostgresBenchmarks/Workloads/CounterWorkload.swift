import BenchmarkCommon
import CPostgresBaseline
import Dispatch
import Foundation
import OpenSwiftData
import Synchronization

/// k: several threads add to one number, each in serializable transactions that are repeated after
/// conflicts.
struct CounterWorkload: Workload {
  let key = "k"
  let changes = true

  private static let threadCount = 4
  private static let additions = 250

  func title(_ databases: Databases) -> String {
    "add 1 to a number in \(itemCount(databases)) serializable transactions, "
      + "\(Self.threadCount) threads"
  }
  func itemCount(_ databases: Databases) -> Int { Self.threadCount * Self.additions }

  func runLibrary(_ address: String, _ databases: Databases) throws -> Outcome {
    let container = try databases.container(address, content)
    let id = databases.values[0].id
    let start = try Self.bookmark(id, ModelContext(container)).visits
    return try measure {
      try onThreads(Self.threadCount) { _ in
        let context = ModelContext(container)
        for _ in 0..<Self.additions {
          try context.transaction(.serializable) { try Self.bookmark(id, context).visits += 1 }
        }
      }
      return UInt64(try Self.bookmark(id, ModelContext(container)).visits - start)
    }
  }

  private static func bookmark(_ id: UUID, _ context: ModelContext) throws -> Bookmark {
    let found = try context.fetch(
      FetchDescriptor<Bookmark>(predicate: #Predicate { $0.id == id }))
    guard let first = found.first else {
      throw BenchmarkError("row k: the bookmark is missing")
    }
    return first
  }

  func runBaseline(_ connection: Baseline, _ databases: Databases) throws -> Outcome {
    let values = databases.rawValues
    func visits() throws -> Int64 {
      try connection.integers("SELECT visits FROM bookmark ORDER BY created_at LIMIT 1")[0]
    }
    let start = try visits()
    let connections = try (0..<Self.threadCount).map { _ in try connection.another() }
    return try measure {
      try onThreads(Self.threadCount) { index in
        try connections[index].run { baseline_add($0, values.bookmarks, Self.additions) }
      }
      return UInt64(try visits() - start)
    }
  }
}

/// Calls `body` on several threads with their numbers, and throws the first error.
private func onThreads(_ count: Int, _ body: @Sendable (_ index: Int) throws -> Void) throws {
  let failure = Mutex<(any Error)?>(nil)
  DispatchQueue.concurrentPerform(iterations: count) { index in
    do { try body(index) } catch { failure.withLock { $0 = $0 ?? error } }
  }
  if let error = failure.withLock({ $0 }) { throw error }
}
