import BenchmarkCommon
import Foundation
import OpenSwiftData

/// a: inserts all bookmarks into an empty store with one save.
struct InsertWorkload: Workload {
  var tracksHistory = false

  var key: String { tracksHistory ? "a+" : "a" }
  var target: Target? { .ratio(tracksHistory ? 1.6 : 1.3) }

  func title(_ workspace: Workspace) -> String {
    "insert \(workspace.rowCount), one save" + historyNote(tracksHistory)
  }
  func itemCount(_ workspace: Workspace) -> Int { workspace.rowCount }

  func runLibrary(_ workspace: Workspace) throws -> Outcome {
    try workspace.withCopy(filled: false) { store in
      let container = try Workspace.container(store, tracksHistory: tracksHistory)
      return try measure {
        let context = ModelContext(container)
        for values in workspace.values { context.insert(Bookmark(values)) }
        try context.save()
        return UInt64(workspace.rowCount)
      }
    }
  }

  func runBaseline(_ workspace: Workspace) throws -> Outcome {
    try workspace.withCopy(filled: false) { store in
      let database = try RawDatabase(store)
      return try measure {
        try database.execute("BEGIN IMMEDIATE")
        let statement = try database.prepare(
          """
          INSERT INTO ZBOOKMARK (Z_PK, Z_ENT, Z_OPT, ZID, ZCREATEDAT, ZURL, ZTITLE, \
          ZSTATUSRAWVALUE, ZSTATUSCHANGEDAT, ZVISITS, ZSCORE) \
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          """)
        defer { statement.finalize() }
        try workspace.rawValues.withUnsafeBufferPointer { bookmarks in
          for index in bookmarks.indices {
            try insert(bookmarks, index, with: statement)
          }
        }
        try database.execute(
          "UPDATE Z_PRIMARYKEY SET Z_MAX = Z_MAX + \(workspace.rowCount) WHERE Z_ENT = 1")
        try database.execute("COMMIT")
        return UInt64(workspace.rowCount)
      }
    }
  }

  @inline(__always)
  private func insert(
    _ bookmarks: UnsafeBufferPointer<RawBookmark>, _ index: Int, with statement: RawStatement
  ) throws {
    guard let bookmark = bookmarks.baseAddress.map({ $0 + index }) else { return }
    statement.bind(index + 1, 1)
    statement.bind(1, 2)
    statement.bind(1, 3)
    // The identifier is the first member, so its address is that of the bookmark.
    statement.bind(UnsafeRawPointer(bookmark).assumingMemoryBound(to: uuid_t.self), 4)
    statement.bind(bookmark.pointee.createdAt, 5)
    statement.bind(bookmark.pointee.url, 6)
    statement.bind(bookmark.pointee.title, 7)
    statement.bind(bookmark.pointee.statusRawValue, 8)
    statement.bind(bookmark.pointee.statusChangedAt, 9)
    statement.bind(bookmark.pointee.visits, 10)
    statement.bind(bookmark.pointee.score, 11)
    _ = try statement.step()
    statement.reset()
  }
}
