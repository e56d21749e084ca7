import Foundation
import OpenSwiftData

/// A kind of store; what holds for one holds for all.
package enum Backend: String, CaseIterable, Sendable {
  case memory
  case file

  /// The kinds that can run here.
  package static var available: [Backend] { allCases }
}

/// A store for one test; its file goes with it.
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
