import DataSync
import SwiftData

/// A server in memory with which stores of spots are synced.
final class SpotServer: Sendable {
  private let server = MemoryServer()

  /// Returns a closure that creates the sync engine of a store.
  func engine(of store: SpotStore) -> @Sendable () throws -> SyncEngine {
    let provider = MemoryProvider(server)
    return { try SyncEngine(store.container, provider) }
  }
}
