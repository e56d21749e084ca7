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
  /// The file; nil for a store in memory.
  package let url: URL?
  private let schema: Schema
  private let folder: TestFolder?

  package convenience init(_ backend: Backend, for types: any PersistentModel.Type...) throws {
    try self.init(backend, types)
  }

  package init(
    _ backend: Backend, _ types: [any PersistentModel.Type], tracksHistory: Bool = true
  ) throws {
    schema = Schema(types)
    var configuration: ModelConfiguration
    switch backend {
    case .memory:
      (folder, url) = (nil, nil)
      configuration = ModelConfiguration(isStoredInMemoryOnly: true)
    case .file:
      let folder = try TestFolder()
      let url = folder.file("test.store")
      (self.folder, self.url) = (folder, url)
      configuration = ModelConfiguration(url: url)
    }
    configuration.tracksHistory = tracksHistory
    container = try ModelContainer(for: schema, configurations: configuration)
    if let folder { UsedFolders.keep(folder, for: container) }
  }

  package func makeContext() -> ModelContext { ModelContext(container) }

  /// A context that shares nothing with others but the store: of a container of its own where
  /// the store is a file.
  package func makeReopenedContext() throws -> ModelContext {
    guard let url else { return makeContext() }
    return ModelContext(
      try ModelContainer(for: schema, configurations: ModelConfiguration(url: url)))
  }
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
