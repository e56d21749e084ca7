import Foundation
import Locks
import SyncPort

/// An in-memory server that records everything it receives, and whose contents a test can replace.
final class ObservedProvider: SyncProvider {
  let server = MemoryServer()
  let capabilities: SyncCapabilities
  let identifier = "observed"
  private let given = Mutex(Data())
  private let names = Mutex(Set<String>())

  init(_ capabilities: SyncCapabilities = SyncCapabilities()) { self.capabilities = capabilities }

  private var inner: MemoryProvider { MemoryProvider(server) }

  /// All bytes that the server received.
  var everything: Data { given.withLock { $0 } }
  /// The names of all pieces.
  var pieceNames: Set<String> { names.withLock { $0 } }

  func account() async throws -> String? { nil }

  func changes(since cursor: String?, limit: Int) async throws -> SyncPage {
    try await inner.changes(since: cursor, limit: limit)
  }

  func write(_ writes: [SyncWrite]) async throws -> [SyncWriteResult] {
    for write in writes {
      given.withLock { given in
        given.append(Data(write.name.utf8))
        if case .save(let record) = write { given.append(SyncCoding.encode(record)) }
      }
    }
    return try await inner.write(writes)
  }

  func store(piece bytes: Data, named name: String) async throws {
    guard bytes.count <= capabilities.pieceSize else {
      throw SyncError(.invalid, "The piece is too large.")
    }
    names.withLock { _ = $0.insert(name) }
    given.withLock { $0.append(Data(name.utf8) + bytes) }
    try await inner.store(piece: bytes, named: name)
  }

  func piece(named name: String) async throws -> Data? { try await inner.piece(named: name) }

  /// Overwrites a record.
  func force(_ record: SyncRecord) async throws {
    var record = record
    record.tag = await server.records[record.name]?.tag
    _ = try await inner.write([.save(record)])
  }
}
