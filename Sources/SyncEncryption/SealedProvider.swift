import Foundation
import Locks
import SyncPort

/// Seals what goes to another provider, and opens what comes from it: its server learns nothing of it but sizes and
/// times.
///
/// Before anything else is read or written, the key is compared with the one that the place was begun with, by a
/// record of the name `sealed-key`. Errors of the kind `keyMismatch` tell of a key that is another one.
public final class SealedProvider: SyncRecordReading {
  /// The provider whose server keeps what is sealed.
  public let inner: any SyncProvider
  /// The keys.
  public let keys: SyncKeyRing
  /// The place of the other provider, and the key under which names are there.
  public let identifier: String
  /// What the server takes, less what sealing adds.
  public let capabilities: SyncCapabilities
  private let isChecked = Mutex(false)

  /// Makes a provider with one key.
  public convenience init(_ inner: any SyncProvider, key: SyncKey) {
    self.init(inner, keys: SyncKeyRing(key))
  }

  /// Makes a provider with keys that follow each other.
  public init(_ inner: any SyncProvider, keys: SyncKeyRing) {
    (self.inner, self.keys) = (inner, keys)
    identifier = "sealed:\(keys.first.identifier):\(inner.identifier)"
    var capabilities = inner.capabilities
    capabilities.maximumRecordSize = capabilities.maximumRecordSize.map { max(1, $0 / 9 * 8 - 512) }
    self.capabilities = capabilities
  }

  /// What the server calls the account.
  public func account() async throws -> String? {
    let account = try await inner.account()
    try await check()
    return account
  }

  /// Some of the changes since a cursor.
  ///
  /// Deletions of what was never sealed are left out.
  public func changes(since cursor: String?, limit: Int) async throws -> SyncPage {
    try await check()
    var page = try await inner.changes(since: cursor, limit: limit)
    page.changes = try page.changes.compactMap { change in
      switch change {
      case .saved(let record):
        record.name == SealedCheck.recordName
          ? nil : try SyncChange(name(record.name)) { .saved(try open(record)) }
      case .deleted(let name):
        try SealedName.open(name, keys.first).map { .deleted(name: $0) }
      case .unreadable(var record):
        try {
          record.name = try name(record.name)
          return .unreadable(record)
        }()
      }
    }
    return page
  }

  /// The newest version of a record; nil if there is none.
  ///
  /// If the other provider cannot read single records, a record without values is made where there is none.
  public func record(named name: String) async throws -> SyncRecord? {
    try await check()
    let substitute = try seal(SyncRecord(name: name, kind: ""))
    return try await inner.record(insteadOf: substitute).map(open)
  }

  /// Writes some records.
  public func write(_ writes: [SyncWrite]) async throws -> [SyncWriteResult] {
    try await check()
    let sealed = writes.map { write in Result { try seal(write) } }
    let fitting = sealed.compactMap { try? $0.get() }
    let results = try await inner.write(fitting)
    guard results.count == fitting.count else {
      throw SyncError(.badAnswer, "The server answered another number of writes than it was asked.")
    }
    var rest = results.makeIterator()
    return try zip(writes, sealed).map { write, sealed in
      switch sealed {
      case .success: try open(rest.next() ?? .postponed, of: write)
      case .failure(let error as SyncError): .refused(error)
      case .failure(let error): throw error
      }
    }
  }

  // Records.

  /// The name of a record; that at the server where it was not sealed.
  private func name(_ sealed: String) throws -> String {
    try SealedName.open(sealed, keys.first) ?? sealed
  }

  func open(_ sealed: SyncRecord) throws -> SyncRecord {
    guard sealed.kind == SealedRecord.kind,
      case .data(let bytes)? = sealed.fields[SealedRecord.field]
    else { throw SyncError.notSealed(sealed.name) }
    let opened = try SealedBytes.open(bytes, for: .record, named: sealed.name, keys)
    var record: SyncRecord
    do {
      record = try SyncCoding.record(opened)
    } catch var error as SyncError {
      error.record = sealed.name
      throw error
    }
    guard try SealedName.seal(record.name, keys.first) == sealed.name else {
      throw SyncError(
        .keyMismatch, "The name of a record was sealed with another key than the ring's first.",
        advice: "Put the key first with which the place was begun.", record: sealed.name)
    }
    record.tag = sealed.tag
    return record
  }

  func seal(_ record: SyncRecord) throws -> SyncRecord {
    let name = try SealedName.seal(record.name, keys.first)
    let bytes = try SealedBytes.seal(
      SyncCoding.encode(record), for: .record, named: name, keys.newest)
    return SyncRecord(
      name: name, kind: SealedRecord.kind, fields: [SealedRecord.field: .data(bytes)],
      tag: record.tag)
  }

  private func seal(_ write: SyncWrite) throws -> SyncWrite {
    switch write {
    case .save(let record): .save(try seal(record))
    case .delete(let name, let tag): .delete(name: try SealedName.seal(name, keys.first), tag: tag)
    }
  }

  private func open(_ result: SyncWriteResult, of write: SyncWrite) throws -> SyncWriteResult {
    switch result {
    case .conflict(let record?):
      do {
        return .conflict(try open(record))
      } catch let error as SyncError where error.isAboutContent {
        // Nothing is written over what cannot be read.
        return .refused(error)
      }
    case .refused(var error):
      error.record = write.name
      return .refused(error)
    case .conflict(nil), .saved, .deleted, .postponed: return result
    }
  }

  /// Compares the key with the place's, once.
  func check() async throws {
    guard !isChecked.withLock({ $0 }) else { return }
    let known = try await SealedCheck.record(
      SealedCheck.make(keys.first, derivation: nil), at: inner)
    try SealedCheck.compare(known, with: keys)
    isChecked.withLock { $0 = true }
  }
}

/// What records of servers that are sealed have in common.
enum SealedRecord {
  /// The kind of all of them.
  static let kind = "sealed"
  /// Their only field.
  static let field = "sealed"
}
