import BenchmarkCommon
import Foundation
import OpenSwiftData

extension ChildTask {
  static func makeValues(_ rowCount: Int) -> ChildReport {
    let values = BookmarkValues.make(rowCount)
    return withExtendedLifetime(values) { ChildReport() }
  }

  static func readStructs(_ store: URL) throws -> ChildReport {
    let values = try RawDatabase(store).readAllBookmarks()
    return withExtendedLifetime(values) { ChildReport() }
  }

  static func fetchModels(_ store: URL) throws -> ChildReport {
    let context = ModelContext(try Workspace.container(store))
    let models = try context.fetch(FetchDescriptor<Bookmark>())
    let sum = models.reduce(into: UInt64(0)) { $0 &+= $1.checksum }
    return withExtendedLifetime((models, sum)) { ChildReport() }
  }

  static func streamModels(_ store: URL) throws -> ChildReport {
    let context = ModelContext(try Workspace.container(store))
    var sum: UInt64 = 0
    try context.enumerate(FetchDescriptor<Bookmark>()) { sum &+= $0.checksum }
    return ChildReport(result: sum)
  }

  static func streamRows(_ store: URL) throws -> ChildReport {
    let database = try RawDatabase(store)
    let statement = try database.prepare(RawStatement.selectBookmark)
    defer { statement.finalize() }
    var sum: UInt64 = 0
    while try statement.step() { sum &+= statement.bookmarkChecksum() }
    return ChildReport(result: sum)
  }

  /// Measures the memory of a context, including its connection's pages, after its models were
  /// released.
  static func dropModels(_ store: URL) throws -> ChildReport {
    let context = ModelContext(try Workspace.container(store))
    var descriptor = FetchDescriptor<Bookmark>()
    descriptor.fetchLimit = 1
    _ = try context.fetch(descriptor)
    return try measureHeldMemory {
      try context.fetch(FetchDescriptor<Bookmark>()).reduce(into: 0) { $0 &+= $1.checksum }
    }
  }

  static func dropStructs(_ store: URL) throws -> ChildReport {
    let database = try RawDatabase(store)
    let statement = try database.prepare(RawStatement.selectBookmark)
    defer { statement.finalize() }
    _ = try statement.step()
    statement.reset()
    return try measureHeldMemory {
      let values = try database.readAllBookmarks()
      return values.reduce(into: 0) { $0 &+= $1.checksum }
    }
  }

  private static func measureHeldMemory(_ work: () throws -> UInt64) rethrows -> ChildReport {
    let resident = ChildReport.residentKilobytes
    let allocated = ChildReport.allocatedBytes
    let result = try work()
    let held = ChildReport.allocatedBytes - allocated
    var report = ChildReport(result: result)
    report.heldKilobytes = Double(held) / 1024
    report.residentKilobytes = ChildReport.residentKilobytes - resident
    return report
  }
}

extension RawDatabase {
  fileprivate func readAllBookmarks() throws -> [BookmarkValues] {
    let statement = try prepare(RawStatement.selectBookmark)
    defer { statement.finalize() }
    var values: [BookmarkValues] = []
    while try statement.step() { values.append(statement.bookmarkValues()) }
    return values
  }
}

extension BookmarkValues {
  /// Equals `Bookmark.checksum` of the same bookmark.
  fileprivate var checksum: UInt64 {
    let idBits = withUnsafeBytes(of: id.uuid) { $0.load(as: UInt64.self) }
    var sum = idBits &+ createdAt.timeIntervalSinceReferenceDate.bitPattern
    sum &+= UInt64(url.utf8.count) &+ UInt64(title.utf8.count)
    sum &+= UInt64(statusRawValue.utf8.count)
    sum &+= statusChangedAt.timeIntervalSinceReferenceDate.bitPattern
    return sum &+ UInt64(visits) &+ score.bitPattern
  }
}

extension Workspace {
  /// The factor by which the long store has more rows than the filled one.
  static let longFactor = 10

  /// Creates a store with ten times the bookmarks.
  func makeLongStore() throws -> URL {
    let store = folder.appendingPathComponent("long.store")
    if FileManager.default.fileExists(atPath: store.path) { return store }
    try FileManager.default.copyItem(at: filledStore, to: store)
    let database = try RawDatabase(store)
    try database.execute("BEGIN IMMEDIATE")
    for copy in 1..<Self.longFactor {
      try database.execute(
        """
        INSERT INTO ZBOOKMARK (Z_PK, Z_ENT, Z_OPT, ZID, ZCREATEDAT, ZURL, ZTITLE, \
        ZSTATUSRAWVALUE, ZSTATUSCHANGEDAT, ZVISITS, ZSCORE) \
        SELECT Z_PK + \(copy * rowCount), Z_ENT, Z_OPT, randomblob(16), ZCREATEDAT, ZURL, ZTITLE, \
        ZSTATUSRAWVALUE, ZSTATUSCHANGEDAT, ZVISITS, ZSCORE FROM ZBOOKMARK WHERE Z_PK <= \(rowCount)
        """)
    }
    try database.execute(
      """
      UPDATE Z_PRIMARYKEY SET Z_MAX = \(Self.longFactor * rowCount) WHERE Z_NAME = 'Bookmark';
      COMMIT; PRAGMA wal_checkpoint(TRUNCATE)
      """)
    return store
  }
}
