import Foundation
import Locks
import PostgresDriver
import PostgresFormat
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

/// Notices what other programs, and other containers of this one, commit to a store in a PostgreSQL.
///
/// The server says on a channel when somebody commits (`NOTIFY`); then what is new of the history is read. As a
/// transaction is told of when all before it have ended, and a connection may be lost, the question is asked again, at
/// the latest a second after. Behind a pooler, where nothing is heard, it is asked twice a second. A thread and a
/// connection beside those of the pool are in use as long as the instance lives, and up to a second longer.
final class PostgresStoreWatch: Sendable {
  private let store: PostgresStore
  private let isEnded: Ended

  /// Whether nobody watches any more.
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

/// What the thread of a watch does.
private struct Watching {
  private let store: PostgresStore
  private let schema: RecordSchema
  private let handler: @Sendable (StoreWatch.News) -> Void
  private var connection: PostgresConnection?
  private var session: RecordSession?
  /// The number up to which everything was told.
  private var position: Int64
  /// The last transaction that was seen; nil before the first.
  private var last: Int64?
  /// How often was asked since somebody said something.
  private var question = 0

  /// When to ask again after something was said, in milliseconds from one question to the next.
  private static let delays = [5, 20, 75, 200, 700]
  private static let longestDelay = 1000
  /// How long to wait where nothing is heard.
  private static let interval = 0.5

  init(
    _ store: PostgresStore, _ schema: RecordSchema, _ position: Int64,
    _ handler: @escaping @Sendable (StoreWatch.News) -> Void
  ) {
    (self.store, self.schema, self.position, self.handler) = (store, schema, position, handler)
  }

  /// Waits for news, for a second at most, and tells them.
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
      // A server that is not there now may be at the next look.
      close()
      Thread.sleep(forTimeInterval: Self.interval)
    }
  }

  /// Whether the server says when somebody commits; listens to it, if nobody did yet.
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

  /// Looks for transactions that are new.
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
    // What came after a transaction that was forgotten may have been forgotten as well.
    if let last, last <= range.lowerBound { return handler(.unknown) }
    let others = found.filter { !own.contains($0.number) }
    if !others.isEmpty { handler(.transactions(others)) }
  }
}
