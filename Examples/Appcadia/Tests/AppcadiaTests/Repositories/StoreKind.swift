import AppcadiaCore
import ExampleTestSupport
import Foundation
import SwiftData

/// Where a test's store is.
enum StoreKind: CaseIterable {
  case memory
  case file
  case server

  /// Gives the body a container with an empty store, removed afterwards.
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
  /// How many models of a type there are.
  func count<Model: PersistentModel>(_ type: Model.Type) throws -> Int {
    try fetchCount(FetchDescriptor<Model>())
  }
}
