import Foundation
import Locks
import OpenSwiftData

/// A kind of store; the same tests apply to all kinds.
package enum Backend: String, CaseIterable, Sendable {
  case memory
  case file

  /// The kinds that are available on this system.
  package static var available: [Backend] { allCases }
}

/// A store for one test, whose file is deleted when the store is no longer used.
package final class TestStore {
  package let container: ModelContainer
  /// The SQLite file of the store; nil for stores of other kinds.
  package let url: URL?
  private let reopen: () throws -> ModelContainer

  package convenience init(_ backend: Backend, for types: any PersistentModel.Type...) throws {
    try self.init(backend, types)
  }

  package convenience init(
    _ backend: Backend, _ types: [any PersistentModel.Type], tracksHistory: Bool = true
  ) throws {
    let schema = Schema(types)
    switch backend {
    case .memory:
      var configuration = ModelConfiguration(isStoredInMemoryOnly: true)
      configuration.tracksHistory = tracksHistory
      let container = try ModelContainer(for: schema, configurations: configuration)
      self.init(container: container) { container }
    case .file:
      let folder = try TestFolder()
      let url = folder.file("test.store")
      var configuration = ModelConfiguration(url: url)
      configuration.tracksHistory = tracksHistory
      let container = try ModelContainer(for: schema, configurations: configuration)
      self.init(container: container, folder: folder, url: url) {
        try ModelContainer(for: schema, configurations: ModelConfiguration(url: url))
      }
    }
  }

  /// Creates a test store with any container.
  ///
  /// - Parameters:
  ///   - container: The container.
  ///   - folder: The folder of the store, which is kept as long as the container.
  ///   - url: The SQLite file of the store.
  ///   - reopen: Opens another container for the store, or returns the same one if there can be
  ///     only one.
  package init(
    container: ModelContainer, folder: TestFolder? = nil, url: URL? = nil,
    reopen: @escaping () throws -> ModelContainer
  ) {
    (self.container, self.url, self.reopen) = (container, url, reopen)
    if let folder { UsedFolders.keep(folder, for: container) }
  }

  package func makeContext() -> ModelContext { ModelContext(container) }

  /// Creates a context that shares only the store with others, in its own container if possible.
  package func makeReopenedContext() throws -> ModelContext { ModelContext(try reopen()) }
}

/// Keeps the folders of stores whose contexts may outlive the `TestStore`, because a store detects
/// the deletion of its file.
private enum UsedFolders {
  private struct Entry: Sendable {
    weak var container: ModelContainer?
    let folder: TestFolder
  }

  private static let entries = Mutex<[Entry]>([])

  /// Keeps a folder as long as the container, and releases those whose containers no longer exist.
  static func keep(_ folder: TestFolder, for container: ModelContainer) {
    entries.withLock { entries in
      entries.removeAll { $0.container == nil }
      entries.append(Entry(container: container, folder: folder))
    }
  }
}

/// A folder that is deleted when the test releases it.
package final class TestFolder: Sendable {
  package let url: URL

  package init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "OpenSwiftDataTests-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  package func file(_ name: String) -> URL { url.appendingPathComponent(name, isDirectory: false) }
}
