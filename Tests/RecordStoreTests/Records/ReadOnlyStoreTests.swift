import DataSchema
import Foundation
import RecordStore
import SQLCore
import SQLiteDriver
import StoreFixtures
import Testing

/// A store with a write-ahead log next to it, as a running or killed application leaves it.
@Suite("Stores that are only read")
struct ReadOnlyStoreTests {
  private let folder: TemporaryFolder
  private let url: URL

  init() throws {
    folder = try TemporaryFolder()
    url = try StoreFixtures.copy(of: "ReadItLater", version: "1.0.0", to: folder.url)
  }

  /// Copies the store while its log has content.
  private func copy() throws -> URL {
    let writer = try SQLiteConnection(path: url.path, mode: .readWrite)
    for text in ["PRAGMA journal_mode = WAL", "PRAGMA wal_autocheckpoint = 0"] {
      _ = try writer.rows(text)
    }
    try writer.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = Z_MAX + 1")
    let place = folder.url.appendingPathComponent("copy", isDirectory: true)
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    let target = place.appendingPathComponent(url.lastPathComponent)
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: url.path + suffix, toPath: target.path + suffix)
    }
    return target
  }

  private func bytes(_ url: URL) throws -> [Data] {
    try ["", "-wal"].map { try Data(contentsOf: URL(fileURLWithPath: url.path + $0)) }
  }

  @Test func readOnlyEnginesLeaveStoresUnchanged() throws {
    let url = try copy()
    let before = try bytes(url)
    #expect(!before[1].isEmpty)
    func read() throws -> Int {
      let engine = try RecordEngine(
        StoreOptions(name: "reader", path: url.path, allowsSave: false))
      return try engine.model.entities.reduce(0) { count, entity in
        try count + engine.rows(RecordQuery(entity.name)).count
      }
    }
    #expect(try read() > 0)
    #expect(try bytes(url) == before)
    #expect(try read() > 0)
    #expect(try bytes(url) == before)
  }

  @Test func schemaReadersLeaveStoresUnchanged() throws {
    let url = try copy()
    let before = try bytes(url)
    #expect(!before[1].isEmpty)
    for _ in 0..<2 {
      let entities = try StoreReader(url).storedModel().entities
      #expect(entities.map(\.name) == ["Bookmark"])
      #expect(entities.flatMap(\.properties).map(\.name) == ["id", "createdAt", "url"])
      #expect(try bytes(url) == before)
    }
  }

  /// The last connection to close would empty the log if it could write.
  @Test func readOnlyConnectionsLeaveStoresUnchanged() throws {
    let url = try copy()
    let before = try bytes(url)
    func read() throws -> Int {
      try SQLiteConnection(path: url.path, mode: .readOnly)
        .rows("SELECT Z_MAX FROM Z_PRIMARYKEY").count
    }
    #expect(try read() > 0)
    #expect(try bytes(url) == before)
  }
}
