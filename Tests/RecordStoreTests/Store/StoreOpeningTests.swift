import DataSchema
import Foundation
import RecordStore
import SQLCore
import SQLiteDriver
import SwiftDataErrors
import Testing

@Suite("Opening of new stores")
struct StoreOpeningTests {
  private let path = FileManager.default.temporaryDirectory.appendingPathComponent(
    "StoreOpeningTests-\(UUID().uuidString).store"
  ).path

  private let model = ModelDescription(
    entities: [
      EntityDescription(
        name: "Note",
        properties: [.attribute(AttributeDescription(name: "title", type: .string))])
    ])

  /// Where a file that has pages already goes over to a write-ahead log, SQLite does not wait for who writes.
  @Test func waitsForWhoWritesToAFileWithoutTables() throws {
    let (path, model) = (self.path, self.model)
    let other = try SQLiteConnection(path: path, mode: .readWriteCreate)
    defer {
      for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
    }
    try other.execute("CREATE TABLE t (a); DROP TABLE t; BEGIN IMMEDIATE")
    #expect(throws: SwiftDataError.storeIsLocked) {
      try StoreLocation.$busyTimeout.withValue(.milliseconds(20)) {
        _ = try RecordEngine(StoreOptions(name: "new", path: path), model: model)
      }
    }
    let ended = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      // What is not made then is missed below.
      _ = try? RecordEngine(StoreOptions(name: "new", path: path), model: model)
      ended.signal()
    }
    Thread.sleep(forTimeInterval: 0.3)
    // Without a log even a commit of nothing needs a moment in which nobody reads, and the other one looks often.
    let deadline = ContinuousClock.now + .seconds(60)
    while (try? other.execute("COMMIT")) == nil, ContinuousClock.now < deadline {
      Thread.sleep(forTimeInterval: 0.001)
    }
    ended.wait()
    let mode = try SQLiteConnection(path: path, mode: .readOnly).rows("PRAGMA journal_mode")
    #expect(mode == [[.text("wal")]])
    #expect(try RecordEngine(StoreOptions(name: "new", path: path)).count("Note") == 0)
  }
}
