import AppcadiaCore
import ExampleTestSupport
import Foundation
import SwiftData

/// The location of a test's store.
enum StoreKind: CaseIterable {
  case memory
  case file
  case server

  /// Calls the body with a container of an empty store, which is removed afterwards.
  func withContainer<Result>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: (ModelContainer) async throws -> Result
  ) async throws -> Result {
    switch self {
    case .memory:
      return try await body(.appcadia(ModelConfiguration(isStoredInMemoryOnly: true)))
    case .file:
      return try await withTemporaryFolder { folder in
        try await body(.appcadia(ModelConfiguration(url: folder.appendingPathComponent("a.store"))))
      }
    case .server:
      try ExampleStore.server.begin()
      return try await withTemporaryFolder { folder in
        try await body(
          ModelContainer(
            for: Schema(versionedSchema: CurrentSchema.self),
            configurations: [ExampleStore.serverConfiguration(for: folder)]))
      }
    }
  }
}

extension ModelContext {
  /// The number of models of a type.
  func count<Model: PersistentModel>(_ type: Model.Type) throws -> Int {
    try fetchCount(FetchDescriptor<Model>())
  }
}
