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
  private let state = Mutex(State())
  /// Whether whoever has the connection was told to stop; changed under the lock.
  private let cancelled = Atomic<Bool>(false)

  private struct State {
    var isRunning = false
    /// Whether the statement that runs was asked to end.
    var wasRequested = false
  }

  init(_ connection: OpaquePointer?) { handle = PQgetCancel(connection) }

  deinit { PQfreeCancel(handle) }

  /// Ends the statement that runs, if one does, and lets no other begin but a ROLLBACK, until
  /// ``PostgresConnection/resume()``.
  ///
  /// Blocks until the server has the request, which needs a connection of its own. It may have it before
  /// the statement, and go on; asked again, it ends it.
  package func cancel() {
    state.withLock { state in
      cancelled.store(true, ordering: .relaxed)
      if state.isRunning { request(&state) }
    }
  }

  /// Ends the statement that runs, if one does.
  package func cancelStatement() {
    state.withLock { state in
      if state.isRunning { request(&state) }
    }
  }

  private func request(_ state: inout State) {
    state.wasRequested = true
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { message in
      _ = PQcancel(handle, message.baseAddress, Int32(message.count))
    }
  }

  /// Takes note that a statement is about to be sent.
  ///
  /// - Returns: False where nothing is to be sent any more.
  func begin(evenIfCancelled: Bool) -> Bool {
    state.withLock { state in
      guard evenIfCancelled || !isCancelled else { return false }
      state.isRunning = true
      state.wasRequested = false
      return true
    }
  }

  /// Takes note that all of a statement's results are there.
  ///
  /// - Returns: Whether it was asked to end.
  @discardableResult
  func end() -> Bool {
    state.withLock { state in
      state.isRunning = false
      return state.wasRequested
    }
  }

  var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

  func resume() { state.withLock { _ in cancelled.store(false, ordering: .relaxed) } }
}
