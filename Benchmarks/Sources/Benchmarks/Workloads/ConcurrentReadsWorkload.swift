import BenchmarkCommon
import Foundation
import OpenSwiftData

/// l: threads read pages as in c, each on its own context or connection, while another saves
/// changes to 100 rows every 5 ms.
struct ConcurrentReadsWorkload: Workload {
  let key: String
  let readerCount: Int
  let hasWriter: Bool

  private static let callCount = 2_000
  private static let pageSize = 100
  private static let changedCount = 100

  var unit: Comparison.Unit { .callsPerSecond }
  // A single reader shows only the part of the difference that is not caused by other threads.
  var target: Target? { hasWriter ? .ratio(atLeast: 0.8) : nil }

  func title(_ workspace: Workspace) -> String {
    "pages as in c read by \(readerCount) thread\(readerCount == 1 ? "" : "s")"
      + (hasWriter ? " beside a writer" : "")
  }
  func itemCount(_ workspace: Workspace) -> Int { readerCount * Self.callCount }

  func runLibrary(_ workspace: Workspace) throws -> Outcome {
    let queries = queries(workspace)
    return try workspace.withCopy(filled: true) { store in
      let container = try Workspace.container(store)
      let reader: Threads.Reader = { number in
        let context = ModelContext(container)
        return { try Self.readPages(queries[number], context) }
      }
      let writer: Threads.Writer = { try Self.writer(ModelContext(container)) }
      return try measure(reader, writer)
    }
  }

  func runBaseline(_ workspace: Workspace) throws -> Outcome {
    let queries = queries(workspace)
    return try workspace.withCopy(filled: true) { store in
      let reader: Threads.Reader = { number in
        let database = try RawDatabase(store)
        return { try Self.readPages(queries[number], database) }
      }
      let writer: Threads.Writer = { try Self.writer(try RawDatabase(store)) }
      return try measure(reader, writer)
    }
  }

  private func measure(
    _ reader: @escaping Threads.Reader, _ writer: @escaping Threads.Writer
  ) throws -> Outcome {
    let threads = Threads(
      readerCount: readerCount, reader: reader, writer: hasWriter ? writer : nil)
    return try threads.measure()
  }

  private func queries(_ workspace: Workspace) -> [[StatusQuery]] {
    (0..<readerCount).map {
      StatusQuery.make(Self.callCount, of: workspace.rowCount, seed: UInt64(7 + $0))
    }
  }

  /// Returns the number of rows; other results would change with the writer.
  private static func readPages(_ queries: [StatusQuery], _ context: ModelContext) throws -> UInt64
  {
    var (count, sum): (UInt64, UInt64) = (0, 0)
    for query in queries {
      let (status, start) = (query.status, query.start)
      var descriptor = FetchDescriptor<Bookmark>(
        predicate: #Predicate { $0.statusRawValue == status && $0.createdAt >= start },
        sortBy: [SortDescriptor(\.createdAt)])
      descriptor.fetchLimit = pageSize
      for bookmark in try context.fetch(descriptor) {
        sum &+= bookmark.checksum
        count += 1
      }
    }
    return sum == 0 ? 0 : count
  }

  private static func writer(_ context: ModelContext) throws -> () throws -> Void {
    var descriptor = FetchDescriptor<Bookmark>(sortBy: [SortDescriptor(\.visits)])
    descriptor.fetchLimit = changedCount
    let models = try context.fetch(descriptor)
    return {
      for bookmark in models { bookmark.visits += 1 }
      try context.save()
    }
  }

  private static func readPages(_ queries: [StatusQuery], _ database: RawDatabase) throws -> UInt64
  {
    let statement = try database.prepare(
      RawStatement.selectBookmark
        + " WHERE ZSTATUSRAWVALUE = ? AND ZCREATEDAT >= ? ORDER BY ZCREATEDAT LIMIT ?")
    defer { statement.finalize() }
    var (count, sum): (UInt64, UInt64) = (0, 0)
    for query in queries {
      statement.bind(query.rawStatus, 1)
      statement.bind(query.start.timeIntervalSinceReferenceDate, 2)
      statement.bind(pageSize, 3)
      while try statement.step() {
        sum &+= statement.bookmarkChecksum()
        count += 1
      }
      statement.reset()
    }
    return sum == 0 ? 0 : count
  }

  private static func writer(_ database: RawDatabase) throws -> () throws -> Void {
    {
      try database.execute("BEGIN IMMEDIATE")
      let statement = try database.prepare(
        "UPDATE ZBOOKMARK SET Z_OPT = Z_OPT + 1, ZVISITS = ZVISITS + 1 WHERE Z_PK = ?")
      defer { statement.finalize() }
      for key in 1...changedCount {
        statement.bind(key, 1)
        _ = try statement.step()
        statement.reset()
      }
      try database.execute("COMMIT")
    }
  }
}
