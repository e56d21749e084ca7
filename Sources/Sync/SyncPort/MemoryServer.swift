import Foundation

/// A server in memory, for tests and experiments; its data is lost when it is released.
public actor MemoryServer {
  /// The current state of a record name: a version of the record, or nil if it was deleted.
  fileprivate struct Entry {
    var record: SyncRecord?
    var number: Int
  }

  private var entries: [String: Entry] = [:]
  /// The changes in ascending order: the number of each change and the name of the record.
  private var log: [(number: Int, name: String)] = []
  private var pieces: [String: Data] = [:]
  private var lastNumber = 0
  /// The number of the last version, which is not reset by a restore, so that version tags are
  /// never reused.
  private var lastVersion = 0
  /// The generation of valid cursors; those of earlier generations have expired.
  private var generation = 0

  /// Creates an empty server.
  public init() {}

  /// Expires all cursors, so that every client compares everything anew.
  public func expireCursors() {
    generation += 1
    entries = entries.filter { $0.value.record != nil }
    log.removeAll { entries[$0.name]?.number != $0.number }
  }

  /// The records of rows, by name.
  public var records: [String: SyncRecord] {
    entries.compactMapValues(\.record).filter { $0.value.kind != SyncMark.kind }
  }

  /// The number of stored pieces of large values.
  public var pieceCount: Int { pieces.count }

  func changes(since cursor: String?, limit: Int) throws -> SyncPage {
    var start = 0
    if let cursor {
      let parts = cursor.split(separator: ".").compactMap { Int($0) }
      guard parts.count == 2, parts[0] == generation, parts[1] >= 0, parts[1] <= lastNumber else {
        throw SyncError(.cursorExpired, "The server no longer knows the cursor.")
      }
      start = parts[1]
    }
    // Numbers in the log ascend, and a record that changed again has a newer entry further on.
    var low = 0
    var high = log.count
    while low < high {
      let middle = (low + high) / 2
      if log[middle].number > start { high = middle } else { low = middle + 1 }
    }
    var changes: [SyncChange] = []
    var place = low
    while place < log.count, changes.count < max(1, limit) {
      let (number, name) = log[place]
      place += 1
      start = number
      guard let entry = entries[name], entry.number == number else { continue }
      changes.append(entry.record.map(SyncChange.saved) ?? .deleted(name: name))
    }
    let hasMore = place < log.count
    if !hasMore { start = lastNumber }
    return SyncPage(changes: changes, cursor: "\(generation).\(start)", hasMore: hasMore)
  }

  func write(_ writes: [SyncWrite]) -> [SyncWriteResult] { writes.map(write) }

  private func write(_ write: SyncWrite) -> SyncWriteResult {
    let known = entries[write.name]?.record
    switch write {
    case .save(var record):
      guard known?.tag == record.tag else { return .conflict(known) }
      let number = note(record.name)
      lastVersion += 1
      let tag = "v\(lastVersion)"
      record.tag = tag
      entries[record.name] = Entry(record: record, number: number)
      return .saved(tag: tag)
    case .delete(let name, let tag):
      guard let known else { return .deleted }
      guard known.tag == tag else { return .conflict(known) }
      entries[name] = Entry(record: nil, number: note(name))
      return .deleted
    }
  }

  private func note(_ name: String) -> Int {
    lastNumber += 1
    log.append((lastNumber, name))
    return lastNumber
  }

  func store(_ bytes: Data, _ name: String) { pieces[name] = bytes }
  func piece(_ name: String) -> Data? { pieces[name] }
  func record(_ name: String) -> SyncRecord? { entries[name]?.record }
}

extension MemoryServer {
  /// The contents of a server at one moment.
  package struct Backup: Sendable {
    fileprivate var entries: [String: Entry] = [:]
    fileprivate var log: [(number: Int, name: String)] = []
    fileprivate var pieces: [String: Data] = [:]
    fileprivate var lastNumber = 0
    fileprivate var generation = 0

    /// Creates the backup of an empty server.
    package init() {}
  }

  /// Returns the current contents of the server.
  package func backup() -> Backup {
    var backup = Backup()
    (backup.entries, backup.log, backup.pieces) = (entries, log, pieces)
    (backup.lastNumber, backup.generation) = (lastNumber, generation)
    return backup
  }

  /// Restores the server from a backup; later writes are lost.
  package func restore(_ backup: Backup) {
    (entries, log, pieces) = (backup.entries, backup.log, backup.pieces)
    (lastNumber, generation) = (backup.lastNumber, backup.generation)
  }
}

/// A provider for a server in memory.
public struct MemoryProvider: SyncRecordReading, PlaceNaming {
  /// The server.
  public let server: MemoryServer
  /// A name that distinguishes the server from all others.
  public let identifier: String
  /// The limits of the server.
  public let capabilities: SyncCapabilities
  private let accountName: String?
  package var placeName: String { identifier }

  /// Creates a provider.
  ///
  /// - Parameters:
  ///   - server: The server.
  ///   - identifier: A name that distinguishes the server from others.
  ///   - account: The server's name of the account.
  ///   - capabilities: The limits of the server.
  public init(
    _ server: MemoryServer, identifier: String = "memory", account: String? = nil,
    capabilities: SyncCapabilities = SyncCapabilities()
  ) {
    (self.server, self.identifier) = (server, identifier)
    (accountName, self.capabilities) = (account, capabilities)
  }

  /// The server's name of the account.
  public func account() async throws -> String? { accountName }

  /// Returns some of the changes since a cursor.
  public func changes(since cursor: String?, limit: Int) async throws -> SyncPage {
    try await server.changes(since: cursor, limit: limit)
  }

  /// Writes some records.
  public func write(_ writes: [SyncWrite]) async throws -> [SyncWriteResult] {
    await server.write(writes)
  }

  /// Returns the newest version of a record; nil if there is none.
  public func record(named name: String) async throws -> SyncRecord? { await server.record(name) }

  /// Stores a piece of a large value.
  public func store(piece bytes: Data, named name: String) async throws {
    await server.store(bytes, name)
  }

  /// Returns a piece of a large value.
  public func piece(named name: String) async throws -> Data? { await server.piece(name) }
}
