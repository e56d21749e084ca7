import Foundation
import Locks
import PostgresDriver
import RecordStore
import SQLCore

extension PostgresStore: WatchedStore {
  package func watch(
    _ schema: RecordSchema, handler: @escaping @Sendable (StoreWatch.News) -> Void
  ) throws -> any Sendable {
    try PostgresStoreWatch(self, schema, handler)
  }

  package func lastSettledNumber(on session: RecordSession) throws -> Int64 {
    guard historyLayout != nil else { return 0 }
    let rows = try Self.onServer(session.connection) {
      try session.reporting {
        try session.connection.rows(
          "SELECT (\(firstUnsettledNumber)) - 1")
      }
    }
    guard case .integer(let number)? = rows.first?.first else { return 0 }
    return number
  }
}

/// Observes what other programs, and other containers of this program, commit to a PostgreSQL
/// store.
///
/// The server announces commits on a channel (`NOTIFY`); then the new part of the history is read.
/// A transaction can only be read when all earlier ones have ended, and a connection may be lost,
/// so the history is polled again after at most a second. Behind a pooler, which delivers no
/// notifications, it is polled twice a second. As long as the instance lives, and up to a second
/// longer, it uses a thread and a connection in addition to the pool's.
final class PostgresStoreWatch: Sendable {
  private let store: PostgresStore
  private let isEnded: Ended

  /// Whether the watch has ended.
  fileprivate final class Ended: Sendable {
    private let state = Mutex(false)
    var value: Bool { state.withLock { $0 } }
    func end() { state.withLock { $0 = true } }
  }

  init(
    _ store: PostgresStore, _ schema: RecordSchema,
    _ handler: @escaping @Sendable (StoreWatch.News) -> Void
  ) throws {
    self.store = store
    isEnded = Ended()
    let session = try RecordSession(store, observers: StatementObservers())
    defer { session.close() }
    store.ownTransactions.begin()
    let position: Int64
    do {
      position = try store.lastSettledNumber(on: session)
    } catch {
      store.ownTransactions.end()
      throw error
    }
    let ended = isEnded
    let thread = Thread {
      var watching = Watching(store, schema, position, handler)
      while !ended.value { watching.next() }
      watching.close()
    }
    thread.name = "PostgresStoreWatch"
    thread.start()
  }

  deinit {
    isEnded.end()
    store.ownTransactions.end()
  }
}

/// The work of a watch's thread.
private struct Watching {
  private let store: PostgresStore
  private let schema: RecordSchema
  private let handler: @Sendable (StoreWatch.News) -> Void
  private var connection: PostgresConnection?
  private var session: RecordSession?
  /// The number up to which everything was reported.
  private var position: Int64
  /// The last transaction that was read; nil before the first.
  private var last: Int64?
  /// How often the history was polled since the last notification.
  private var question = 0

  /// The delays between polls after a notification, in milliseconds.
  private static let delays = [5, 20, 75, 200, 700]
  private static let longestDelay = 1000
  /// The interval between polls without notifications, in seconds.
  private static let interval = 0.5

  init(
    _ store: PostgresStore, _ schema: RecordSchema, _ position: Int64,
    _ handler: @escaping @Sendable (StoreWatch.News) -> Void
  ) {
    (self.store, self.schema, self.position, self.handler) = (store, schema, position, handler)
  }

  /// Waits for changes, for a second at most, and reports them.
  mutating func next() {
    do {
      guard try hears() else {
        Thread.sleep(forTimeInterval: Self.interval)
        return try look()
      }
      let delay = question < Self.delays.count ? Self.delays[question] : Self.longestDelay
      question += 1
      if try connection?.waitForNotifications(.milliseconds(delay)) == true { question = 0 }
      try look()
    } catch {
      // The server may be reachable at the next attempt.
      close()
      Thread.sleep(forTimeInterval: Self.interval)
    }
  }

  /// Whether the server announces commits; begins to listen if necessary.
  private mutating func hears() throws -> Bool {
    guard !store.options.settings.hasTransactionPooler, store.options.tables == nil else {
      return false
    }
    if connection == nil { connection = try store.options.connect() }
    return true
  }

  mutating func close() {
    session?.close()
    (session, connection) = (nil, nil)
  }

  /// Reads and reports new transactions.
  private mutating func look() throws {
    let session = try session ?? RecordSession(store, observers: StatementObservers())
    self.session = session
    guard let reader = store.historyReader(for: session, schema, of: nil),
      let range = try reader.tokenRange(), range.upperBound > position
    else { return }
    let found = try reader.transactions(after: position).filter { $0.number <= range.upperBound }
    let own = store.ownTransactions.take(through: range.upperBound)
    defer {
      position = range.upperBound
      last = found.last?.number ?? last
    }
    guard !found.isEmpty else { return }
    // Transactions after one that was deleted from the history may have been deleted too.
    if let last, last <= range.lowerBound { return handler(.unknown) }
    let others = found.filter { !own.contains($0.number) }
    if !others.isEmpty { handler(.transactions(others)) }
  }
}
