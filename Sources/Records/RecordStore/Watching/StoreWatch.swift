import CoreDataFormat
import Dispatch
import Foundation
import Locks
import SQLCore

/// Observes the commits of other processes, and of other stores of this process on the same file.
///
/// When the kernel reports a write to the file or its log (`FolderEvents`), the number of the last
/// transaction and the new part of the history are read. A log is written before readers can see
/// its transactions, so this is repeated for up to a second. Without reports of the kernel, the
/// store is polled twice a second. All of it ends when the instance is deinitialized; otherwise no
/// thread or timer is used.
package final class StoreWatch: @unchecked Sendable {
  // `@unchecked`: mutable state is used only on `queue`, by the initializer before that, and by
  // `deinit` after that.

  /// Commits of others.
  package enum News: Sendable {
    /// New transactions.
    case transactions([RecordTransaction])
    /// Changes that are not in the history, or no longer.
    case unknown
  }

  private let store: SQLiteStore
  private let session: RecordSession
  private let reader: (any HistoryReader)?
  private let queue = DispatchQueue(label: "OpenSwiftData.StoreWatch")
  /// Held during each read and in `deinit`, which follows the last one.
  ///
  /// So the next user of the connection sees what the queue did with it, independently of the
  /// memory ordering of deinitialization.
  private let use = Mutex(())
  private let handler: @Sendable (News) -> Void
  private var events: FolderEvents?
  private var timer: (any DispatchSourceTimer)?

  /// The number of the last transaction that was seen.
  private var position: Int64
  /// The last content version that was seen, for a store without history.
  private var version: UInt32
  /// The number of reads since the last event.
  private var question = 0
  private var isWaiting = false

  /// The delays of the reads after an event in milliseconds, each from the one before.
  private static let delays = [5, 20, 75, 200, 700]
  /// The polling interval if the kernel reports nothing.
  package static let interval = DispatchTimeInterval.milliseconds(500)

  /// Starts observing; only commits from now on are reported.
  ///
  /// - Parameters:
  ///   - store: The store, which is a file.
  ///   - schema: Its entities.
  ///   - usesEvents: Whether to use reports of the kernel; false to test polling.
  ///   - handler: Called with commits of others, on a private queue.
  /// - Throws: `SwiftDataError` if the store can no longer be opened or read.
  package init(
    _ store: SQLiteStore, _ schema: RecordSchema, usesEvents: Bool = true,
    handler: @escaping @Sendable (News) -> Void
  ) throws {
    self.store = store
    self.handler = handler
    let session = try RecordSession(store, observers: StatementObservers())
    self.session = session
    reader = store.historyReader(for: session, schema, of: nil)
    store.ownTransactions.begin()
    (position, version) = try session.lastTransactionSeen()
    if usesEvents {
      events = FolderEvents(beside: store.path, on: queue) { [weak self] in self?.begin() }
    }
    guard events == nil else { return }
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(
      deadline: .now() + Self.interval, repeating: Self.interval, leeway: .milliseconds(50))
    timer.setEventHandler { [weak self] in self?.look() }
    timer.activate()
    self.timer = timer
  }

  deinit {
    timer?.cancel()
    store.ownTransactions.end()
    use.withLock { _ in session.close() }
  }

  /// Starts the reads after an event.
  private func begin() {
    question = 0
    if !isWaiting { wait() }
  }

  private func wait() {
    guard question < Self.delays.count else { return }
    isWaiting = true
    queue.asyncAfter(deadline: .now() + .milliseconds(Self.delays[question])) { [weak self] in
      guard let self else { return }
      isWaiting = false
      question += 1
      look()
      wait()
    }
  }

  private func look() { use.withLock { _ in lookForTransactions() } }

  /// Reads new transactions.
  private func lookForTransactions() {
    do {
      let (last, version) = try session.lastTransactionSeen()
      defer { (position, self.version) = (max(last, position), version) }
      guard last > position else {
        if reader == nil, version != self.version { handler(.unknown) }
        return
      }
      let own = store.ownTransactions.take(through: last)
      guard let reader else { return handler(.unknown) }
      let isOwn = (position + 1...last).allSatisfy(own.contains)
      if isOwn { return }
      let found = try reader.transactions(after: position).filter { $0.number <= last }
      // Missing transactions may have been deleted in the meantime.
      let numbers = Set(found.map(\.number)).union(own)
      guard (position + 1...last).allSatisfy(numbers.contains) else { return handler(.unknown) }
      handler(.transactions(found.filter { !own.contains($0.number) }))
    } catch {
      // A file that cannot be read now, for example while it is replaced, may be readable next
      // time.
    }
  }
}

extension RecordSession {
  /// Returns the number of the last transaction of the history, 0 for none, and the content
  /// version.
  ///
  /// - Throws: What the store throws.
  fileprivate func lastTransactionSeen() throws -> (number: Int64, version: UInt32) {
    try read(HistoryStatements.lastTransaction) { rows in
      let number = try rows.step() ? rows.row.int64(0) : 0
      return (number, connection.contentVersion)
    }
  }

  /// Returns the number of the last transaction of the history; 0 for none.
  ///
  /// On a server it is the last one before the first transaction that is still running.
  ///
  /// - Throws: What the store throws.
  package func lastTransactionNumber() throws -> Int64 {
    guard let server = store as? any WatchedStore else { return try lastTransactionSeen().number }
    return try server.lastSettledNumber(on: self)
  }
}
