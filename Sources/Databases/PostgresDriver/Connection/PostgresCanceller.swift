import CPostgres
import Locks
import SQLCore

/// Cancels a connection's current statement, from any thread.
///
/// A cancel request reaches the server on a separate connection, and ends whatever statement is
/// running when it arrives. Therefore it is sent only while a statement runs, and while a lock
/// prevents the connection from starting the next one.
package final class PostgresCanceller: @unchecked Sendable {
  // `@unchecked`: the handle never changes, libpq allows any thread to use it, and it is freed only
  // when nothing references the canceller.
  private let handle: OpaquePointer?
  /// Held while a request is sent, and for state changes other than starting or ending a statement.
  private let lock = Mutex(())
  /// A set of flags; if no other flag is set, the connection's user starts and ends statements
  /// without the lock.
  private let state = Atomic<UInt8>(0)

  private static let isRunning: UInt8 = 1
  /// The running statement was asked to end, or the request is being sent.
  private static let wasRequested: UInt8 = 2
  /// The connection's user was told to stop.
  private static let wasCancelled: UInt8 = 4

  init(_ connection: OpaquePointer?) { handle = PQgetCancel(connection) }

  deinit { PQfreeCancel(handle) }

  /// Cancels the running statement, if any, and rejects all further statements except ROLLBACK
  /// until ``PostgresConnection/resume()``.
  ///
  /// Blocks until the server has the request, which needs its own connection. The request may
  /// arrive before the statement does, which then continues; a second request ends it.
  package func cancel() {
    lock.withLock { _ in
      state.bitwiseOr(Self.wasCancelled, ordering: .acquiringAndReleasing)
      request()
    }
  }

  /// Cancels the running statement, if any.
  package func cancelStatement() { lock.withLock { _ in request() } }

  /// Sends the request while holding the lock, which the connection's user waits for from now on
  /// before it continues.
  private func request() {
    let known = state.bitwiseOr(Self.wasRequested, ordering: .acquiringAndReleasing).oldValue
    guard known & Self.isRunning != 0 else {
      // Otherwise the next statement would count as cancelled.
      state.bitwiseAnd(~Self.wasRequested, ordering: .acquiringAndReleasing)
      return
    }
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { message in
      _ = PQcancel(handle, message.baseAddress, Int32(message.count))
    }
  }

  /// Records that a statement is about to be sent.
  ///
  /// - Returns: False if it must not be sent.
  @inline(__always)
  func begin(evenIfCancelled: Bool) -> Bool {
    exchange(0, for: Self.isRunning) || beginAnyway(evenIfCancelled)
  }

  /// Records that all results of a statement have arrived.
  ///
  /// - Returns: Whether the statement was asked to end.
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
