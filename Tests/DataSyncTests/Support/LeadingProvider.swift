import Foundation
import SyncPort

/// An in-memory server whose pages the test replaces.
struct LeadingProvider: SyncProvider {
  let inner: MemoryProvider
  /// Returns the replacement of a page; its argument is the cursor.
  let page: @Sendable (String?) async throws -> SyncPage

  var identifier: String { inner.identifier }
  var capabilities: SyncCapabilities { inner.capabilities }

  func account() async throws -> String? { try await inner.account() }

  func changes(since cursor: String?, limit: Int) async throws -> SyncPage {
    try await page(cursor)
  }

  func write(_ writes: [SyncWrite]) async throws -> [SyncWriteResult] {
    try await inner.write(writes)
  }

  func store(piece bytes: Data, named name: String) async throws {
    try await inner.store(piece: bytes, named: name)
  }

  func piece(named name: String) async throws -> Data? { try await inner.piece(named: name) }
}
