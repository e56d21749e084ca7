import BenchmarkCommon
import Foundation
import OpenSwiftData

/// The initial stores of workloads, created by the library in a folder for this run only.
final class Workspace {
  let rowCount: Int
  let values: [BookmarkValues]
  let rawValues: [RawBookmark]
  /// A store with all bookmarks, which no workload may change.
  let filledStore: URL
  private let emptyStore: URL
  let folder: URL

  init(rowCount: Int) throws {
    self.rowCount = rowCount
    values = BookmarkValues.make(rowCount)
    rawValues = values.map(RawBookmark.init)
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("OpenSwiftDataBenchmarks-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    emptyStore = folder.appendingPathComponent("empty.store")
    filledStore = folder.appendingPathComponent("filled.store")
    _ = try Self.container(emptyStore)
    let context = ModelContext(try Self.container(filledStore))
    for bookmark in values { context.insert(Bookmark(bookmark)) }
    try context.save()
    for store in [emptyStore, filledStore] {
      try RawDatabase(store).execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  static func container(_ store: URL, tracksHistory: Bool = false) throws -> ModelContainer {
    try ModelContainer(
      for: Bookmark.self, configurations: configuration(store, tracksHistory: tracksHistory))
  }

  private static func configuration(_ store: URL, tracksHistory: Bool) -> ModelConfiguration {
    var configuration = ModelConfiguration(url: store)
    configuration.tracksHistory = tracksHistory
    return configuration
  }

  /// A context without loaded models, on the store that must not change.
  func readingContext() throws -> ModelContext {
    ModelContext(try Self.container(filledStore))
  }

  /// Runs `body` with a copy of the empty or the filled store, which is removed afterwards.
  func withCopy<Result>(filled: Bool, _ body: (URL) throws -> Result) throws -> Result {
    let copy = folder.appendingPathComponent("copy-\(UUID().uuidString).store")
    try FileManager.default.copyItem(at: filled ? filledStore : emptyStore, to: copy)
    defer {
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: copy.path + suffix)
      }
    }
    return try body(copy)
  }
}
