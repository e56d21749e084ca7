import Foundation

/// A server in memory, for tests and for trying something out: what it keeps ends with it.
public actor MemoryServer {
  /// A version of a record, or that it was deleted.
  private struct Entry {
    var record: SyncRecord?
    var number: Int
  }

  private var entries: [String: Entry] = [:]
  /// The number of the last change of each name, and which names have changed, in this order.
  private var log: [(number: Int, name: String)] = []
  private var pieces: [String: Data] = [:]
  private var lastNumber = 0
  /// Cursors of earlier generations are not known any more.
  private var generation = 0

  /// Makes an empty server.
  public init() {}

  /// Forgets how cursors go on, so that all who have one compare everything anew.
  public func expireCursors() {
    generation += 1
    entries = entries.filter { $0.value.record != nil }
    log.removeAll { entries[$0.name]?.number != $0.number }
  }

  /// The records that there are, by name.
  public var records: [String: SyncRecord] { entries.compactMapValues(\.record) }

  /// How many pieces of large values there are.
  public var pieceCount: Int { pieces.count }

  func changes(since cursor: String?, limit: Int) throws -> SyncPage {
    var start = 0
    if let cursor {
      let parts = cursor.split(separator: ".").compactMap { Int($0) }
      guard parts.count == 2, parts[0] == generation, parts[1] >= 0, parts[1] <= lastNumber else {
        throw SyncError(.cursorExpired, "The server has forgotten the cursor.")
      }
      start = parts[1]
    }
    // The log goes up, and an entry that was changed since stands further on.
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
      record.tag = "v\(number)"
      entries[record.name] = Entry(record: record, number: number)
      return .saved(tag: "v\(number)")
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
}

/// A provider of a server in memory.
public struct MemoryProvider: SyncProvider {
  /// The server.
  public let server: MemoryServer
  /// What tells the place from all others.
  public let identifier: String
  /// What the server takes.
  public let capabilities: SyncCapabilities
  private let accountName: String?

  /// Makes a provider.
  ///
  /// - Parameters:
  ///   - server: The server.
  ///   - identifier: What tells it from others.
  ///   - account: What the server calls the account.
  ///   - capabilities: What it takes.
  public init(
    _ server: MemoryServer, identifier: String = "memory", account: String? = nil,
    capabilities: SyncCapabilities = SyncCapabilities()
  ) {
    (self.server, self.identifier) = (server, identifier)
    (accountName, self.capabilities) = (account, capabilities)
  }

  /// What the server calls the account.
  public func account() async throws -> String? { accountName }

  /// Some of the changes since a cursor.
  public func changes(since cursor: String?, limit: Int) async throws -> SyncPage {
    try await server.changes(since: cursor, limit: limit)
  }

  /// Writes some records.
  public func write(_ writes: [SyncWrite]) async throws -> [SyncWriteResult] {
    await server.write(writes)
  }

  /// Keeps a piece of a large value.
  public func store(piece bytes: Data, named name: String) async throws {
    await server.store(bytes, name)
  }

  /// A piece of a large value.
  public func piece(named name: String) async throws -> Data? { await server.piece(name) }
}
