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

  /// SQLite does not wait for writers when a file with pages switches to a write-ahead log.
  @Test func openingAFileWithoutTablesWaitsForWriters() throws {
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
      // A missing table is detected below.
      _ = try? RecordEngine(StoreOptions(name: "new", path: path), model: model)
      ended.signal()
    }
    Thread.sleep(forTimeInterval: 0.3)
    // Without a log even an empty commit needs a moment without readers, and the other thread reads
    // often.
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
