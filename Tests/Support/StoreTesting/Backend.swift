import Foundation
import Locks
import OpenSwiftData

/// A kind of store; what holds for one holds for all.
package enum Backend: String, CaseIterable, Sendable {
  case memory
  case file

  /// The kinds that can run here.
  package static var available: [Backend] { allCases }
}

/// A store for one test; its file goes when nobody uses the store any more.
package final class TestStore {
  package let container: ModelContainer
  /// The file of SQLite's that the store is; nil for others.
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

  /// Tests with any container.
  ///
  /// - Parameters:
  ///   - container: The container.
  ///   - folder: The folder that the store is in; it stays as long as the container.
  ///   - url: The file of SQLite's that the store is.
  ///   - reopen: Makes another container on the store, or gives the same where there can be no other.
  package init(
    container: ModelContainer, folder: TestFolder? = nil, url: URL? = nil,
    reopen: @escaping () throws -> ModelContainer
  ) {
    (self.container, self.url, self.reopen) = (container, url, reopen)
    if let folder { UsedFolders.keep(folder, for: container) }
  }

  package func makeContext() -> ModelContext { ModelContext(container) }

  /// A context that shares nothing with others but the store: of a container of its own where
  /// there can be one.
  package func makeReopenedContext() throws -> ModelContext { ModelContext(try reopen()) }
}

/// Keeps the folders of stores whose contexts may outlive the `TestStore`: a store notices when its file
/// is gone.
private enum UsedFolders {
  private struct Entry: Sendable {
    weak var container: ModelContainer?
    let folder: TestFolder
  }

  private static let entries = Mutex<[Entry]>([])

  /// Keeps a folder as long as the container, and lets those go whose containers have ended.
  static func keep(_ folder: TestFolder, for container: ModelContainer) {
    entries.withLock { entries in
      entries.removeAll { $0.container == nil }
      entries.append(Entry(container: container, folder: folder))
    }
  }
}

/// A folder that lives as long as the test holds it.
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
