import CPostgres
import Locks
import SQLCore

/// Ends what a connection is doing, from any thread.
///
/// A request to cancel goes to the server by a way of its own, and ends whatever the connection runs
/// when it gets there. So it is sent while a lock keeps the connection from going on to its next
/// statement, and only while one runs.
package final class PostgresCanceller: @unchecked Sendable {
  // `@unchecked`: the handle never changes, libpq lets any thread use it, and it is freed when nobody
  // has the canceller any more.
  private let handle: OpaquePointer?
  /// Held by whoever asks the server, or changes more than whether a statement runs.
  private let lock = Mutex(())
  /// What there is, as a set; whoever has the connection begins and ends by it alone where nothing else is there.
  private let state = Atomic<UInt8>(0)

  private static let isRunning: UInt8 = 1
  /// The statement that runs was asked to end, or is just being asked.
  private static let wasRequested: UInt8 = 2
  /// Whoever has the connection was told to stop.
  private static let wasCancelled: UInt8 = 4

  init(_ connection: OpaquePointer?) { handle = PQgetCancel(connection) }

  deinit { PQfreeCancel(handle) }

  /// Ends the statement that runs, if one does, and lets no other begin but a ROLLBACK, until
  /// ``PostgresConnection/resume()``.
  ///
  /// Blocks until the server has the request, which needs a connection of its own. It may have it before
  /// the statement, and go on; asked again, it ends it.
  package func cancel() {
    lock.withLock { _ in
      state.bitwiseOr(Self.wasCancelled, ordering: .acquiringAndReleasing)
      request()
    }
  }

  /// Ends the statement that runs, if one does.
  package func cancelStatement() { lock.withLock { _ in request() } }

  /// Asks the server under the lock, for which whoever has the connection waits from now on before he goes on.
  private func request() {
    let known = state.bitwiseOr(Self.wasRequested, ordering: .acquiringAndReleasing).oldValue
    guard known & Self.isRunning != 0 else {
      // Nobody is to take the next statement for one that was asked to end.
      state.bitwiseAnd(~Self.wasRequested, ordering: .acquiringAndReleasing)
      return
    }
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { message in
      _ = PQcancel(handle, message.baseAddress, Int32(message.count))
    }
  }

  /// Takes note that a statement is about to be sent.
  ///
  /// - Returns: False where nothing is to be sent any more.
  @inline(__always)
  func begin(evenIfCancelled: Bool) -> Bool {
    exchange(0, for: Self.isRunning) || beginAnyway(evenIfCancelled)
  }

  /// Takes note that all of a statement's results are there.
  ///
  /// - Returns: Whether it was asked to end.
  @inline(__always)
  @discardableResult
  func end() -> Bool { !exchange(Self.isRunning, for: 0) && endAnyway() }

  @inline(__always)
  private func exchange(_ known: UInt8, for next: UInt8) -> Bool {
    state.compareExchange(expected: known, desired: next, ordering: .acquiringAndReleasing)
      .exchanged
  }

  @inline(never)
  private func beginAnyway(_ evenIfCancelled: Bool) -> Bool {
    lock.withLock { _ in
      let isCancelled = isCancelled
      guard evenIfCancelled || !isCancelled else { return false }
      state.store(
        Self.isRunning | (isCancelled ? Self.wasCancelled : 0), ordering: .releasing)
      return true
    }
  }

  @inline(never)
  private func endAnyway() -> Bool {
    lock.withLock { _ in
      let known = state.bitwiseAnd(Self.wasCancelled, ordering: .acquiringAndReleasing).oldValue
      return known & Self.wasRequested != 0
    }
  }

  var isCancelled: Bool { state.load(ordering: .relaxed) & Self.wasCancelled != 0 }

  func resume() {
    lock.withLock { _ in
      _ = state.bitwiseAnd(~Self.wasCancelled, ordering: .acquiringAndReleasing)
    }
  }
}
