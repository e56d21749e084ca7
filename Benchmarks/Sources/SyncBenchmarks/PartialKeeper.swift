import DataSync
import Foundation
import KintoSync
import Synchronization

/// A Kinto server that stores the first records that it receives, and only claims to store the
/// others.
///
/// This measures the cost of a sync of a large store, without hours of filling a server.
final class PartialKeeper: SyncProvider {
  private let inner: KintoProvider
  private let rest: Mutex<Int>

  init(_ inner: KintoProvider, keepsAll: Bool) {
    self.inner = inner
    rest = Mutex(keepsAll ? .max : 1_000)
  }

  var identifier: String { inner.identifier }
  var capabilities: SyncCapabilities { inner.capabilities }

  func account() async throws -> String? { try await inner.account() }

  func changes(since cursor: String?, limit: Int) async throws -> SyncPage {
    try await inner.changes(since: cursor, limit: limit)
  }

  func write(_ writes: [SyncWrite]) async throws -> [SyncWriteResult] {
    let isKept = rest.withLock { rest in
      rest -= writes.count
      return rest >= 0
    }
    if isKept { return try await inner.write(writes) }
    // A device detects lost data of the server by its engine's marks.
    let marks = try await inner.write(writes.filter(Self.isMark))
    var rest = marks.makeIterator()
    return writes.map { Self.isMark($0) ? rest.next() ?? .postponed : .saved(tag: "1") }
  }

  private static func isMark(_ write: SyncWrite) -> Bool {
    if case .save(let record) = write { record.kind == "openswiftdata_mark" } else { false }
  }

  func store(piece bytes: Data, named name: String) async throws {
    try await inner.store(piece: bytes, named: name)
  }

  func piece(named name: String) async throws -> Data? { try await inner.piece(named: name) }
}
