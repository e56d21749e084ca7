import DataSync
import SwiftData

/// A server in memory that stores of spots are synced with.
final class SpotServer: Sendable {
  private let server = MemoryServer()

  /// What makes the engine of a store.
  func engine(of store: SpotStore) -> @Sendable () throws -> SyncEngine {
    let provider = MemoryProvider(server)
    return { try SyncEngine(store.container, provider) }
  }
}
