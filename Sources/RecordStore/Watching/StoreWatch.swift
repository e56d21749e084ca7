import CoreDataFormat
import Dispatch
import Foundation
import Locks
import SQLCore

/// Notices what other processes, and other stores of this process on the same file, commit.
///
/// The kernel tells when the file or its log is written (`FolderEvents`); then the number of the last
/// transaction is read, and what is new of the history. As a log is written before its reader may know, the
/// question is asked again, at the latest a second after. Where the kernel does not tell, it is asked twice a
/// second. It all ends with the instance: nothing happens, on no thread, while there is none.
package final class StoreWatch: @unchecked Sendable {
  // `@unchecked`: all state that changes is used on `queue` alone, by the initializer before, and by
  // the end after.

  /// What was committed elsewhere.
  package enum News: Sendable {
    /// These transactions.
    case transactions([RecordTransaction])
    /// Something that the history does not tell, or not any more.
    case unknown
  }

  private let store: SQLiteStore
  private let session: RecordSession
  private let reader: (any HistoryReader)?
  private let queue = DispatchQueue(label: "OpenSwiftData.StoreWatch")
  /// Held by each look and by the end, which comes after the last one: so whoever gets the connection next sees
  /// what the queue did with it, without a rule on the memory of instances that end.
  private let use = Mutex(())
  private let handler: @Sendable (News) -> Void
  private var events: FolderEvents?
  private var timer: (any DispatchSourceTimer)?

  /// The number of the last transaction that was seen.
  private var position: Int64
  /// The version of the contents that was seen last, of a store without history.
  private var version: UInt32
  /// How often was asked since the last event.
  private var question = 0
  private var isWaiting = false

  /// When to ask after an event, in milliseconds from one question to the next.
  private static let delays = [5, 20, 75, 200, 700]
  /// How often to ask where the kernel tells nothing.
  package static let interval = DispatchTimeInterval.milliseconds(500)

  /// Begins to watch; what is committed from now on counts.
  ///
  /// - Parameters:
  ///   - store: The store, which is a file.
  ///   - schema: Its entities.
  ///   - usesEvents: Whether the kernel is asked to tell; false for tests of what is done without.
  ///   - handler: Called with what others committed, on a queue of the watch's own.
  /// - Throws: `SwiftDataError` where the store can no longer be opened or read.
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

  /// Begins to ask, after something was written.
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

  /// Looks for transactions that are new.
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
      // What is missing may have been forgotten by now.
      let numbers = Set(found.map(\.number)).union(own)
      guard (position + 1...last).allSatisfy(numbers.contains) else { return handler(.unknown) }
      handler(.transactions(found.filter { !own.contains($0.number) }))
    } catch {
      // What cannot be read now, such as a file that somebody replaces, may be at the next look.
    }
  }
}

extension RecordSession {
  /// The number of the last transaction of the history, 0 for none, and the version of the contents.
  ///
  /// - Throws: What the store throws.
  fileprivate func lastTransactionSeen() throws -> (number: Int64, version: UInt32) {
    try read(HistoryStatements.lastTransaction) { rows in
      let number = try rows.step() ? rows.row.int64(0) : 0
      return (number, connection.contentVersion)
    }
  }

  /// The number of the last transaction of the history; 0 for none.
  ///
  /// On a server it is the last one before the first that is still under way.
  ///
  /// - Throws: What the store throws.
  package func lastTransactionNumber() throws -> Int64 {
    guard let server = store as? any WatchedStore else { return try lastTransactionSeen().number }
    return try server.lastSettledNumber(on: self)
  }
}
