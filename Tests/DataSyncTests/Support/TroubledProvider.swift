import Foundation
import Locks
import SyncPort

/// An in-memory server with hooks before and after requests.
final class TroubledProvider: SyncRecordReading {
  enum Request: Hashable, Sendable { case account, changes, record, write, store, piece }

  let inner: MemoryProvider
  private let before: @Sendable (Request, Int) async throws -> Void
  private let after: @Sendable (Request, Int) async throws -> Void
  private let counts = Mutex<[Request: Int]>([:])

  /// A provider whose closures receive the kind of a request and the count of earlier requests of
  /// that kind.
  init(
    _ inner: MemoryProvider,
    before: @escaping @Sendable (Request, Int) async throws -> Void = { _, _ in },
    after: @escaping @Sendable (Request, Int) async throws -> Void = { _, _ in }
  ) {
    (self.inner, self.before, self.after) = (inner, before, after)
  }

  var identifier: String { inner.identifier }
  var capabilities: SyncCapabilities { inner.capabilities }

  /// The number of requests of a kind.
  func count(_ request: Request) -> Int { counts.withLock { $0[request] ?? 0 } }

  private func run<Result: Sendable>(
    _ request: Request, _ body: () async throws -> Result
  ) async throws -> Result {
    let number = counts.withLock { counts in
      defer { counts[request, default: 0] += 1 }
      return counts[request] ?? 0
    }
    try await before(request, number)
    let result = try await body()
    try await after(request, number)
    return result
  }

  func account() async throws -> String? { try await run(.account) { try await inner.account() } }

  func changes(since cursor: String?, limit: Int) async throws -> SyncPage {
    try await run(.changes) { try await inner.changes(since: cursor, limit: limit) }
  }

  func record(named name: String) async throws -> SyncRecord? {
    try await run(.record) { try await inner.record(named: name) }
  }

  func write(_ writes: [SyncWrite]) async throws -> [SyncWriteResult] {
    try await run(.write) { try await inner.write(writes) }
  }

  func store(piece bytes: Data, named name: String) async throws {
    try await run(.store) { try await inner.store(piece: bytes, named: name) }
  }

  func piece(named name: String) async throws -> Data? {
    try await run(.piece) { try await inner.piece(named: name) }
  }
}
