import Foundation
import OpenSwiftData
import Testing

/// A kind of store; what holds for one holds for all.
enum Backend: String, CaseIterable, CustomTestStringConvertible {
  case memory
  case file

  /// The kinds that can run here.
  static var available: [Backend] { allCases }

  var testDescription: String { rawValue }
}

/// A store for one test; its file goes with it.
final class TestStore {
  let container: ModelContainer
  /// The file; nil for a store in memory.
  let url: URL?
  private let schema: Schema
  private let folder: TestFolder?

  init(_ backend: Backend, for types: any PersistentModel.Type...) throws {
    schema = Schema(types)
    switch backend {
    case .memory:
      (folder, url) = (nil, nil)
      container = try ModelContainer(
        for: schema, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    case .file:
      let folder = try TestFolder()
      let url = folder.file("test.store")
      (self.folder, self.url) = (folder, url)
      container = try ModelContainer(for: schema, configurations: ModelConfiguration(url: url))
    }
  }

  func makeContext() -> ModelContext { ModelContext(container) }

  /// A context that shares nothing with others but the store: of a container of its own where
  /// the store is a file.
  func makeReopenedContext() throws -> ModelContext {
    guard let url else { return makeContext() }
    return ModelContext(
      try ModelContainer(for: schema, configurations: ModelConfiguration(url: url)))
  }
}

/// A folder that lives as long as the test holds it.
final class TestFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "OpenSwiftDataTests-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func file(_ name: String) -> URL { url.appendingPathComponent(name, isDirectory: false) }
}
