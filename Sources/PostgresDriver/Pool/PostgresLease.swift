import Dispatch
import Locks
import SQLCore

/// A connection of a pool that a task has for a while.
///
/// What is done with it is done on a queue of the connection's own, so that no thread of Swift's
/// cooperative pool waits for the server.
package final class PostgresLease: Sendable {
  private let pool: PostgresPool
  let pooled: PooledConnection
  private let isReturned = Mutex(false)

  init(_ pool: PostgresPool, _ pooled: PooledConnection) {
    self.pool = pool
    self.pooled = pooled
  }

  deinit { giveBack() }

  /// Gives the connection back to the pool when what was begun with it is done.
  package func giveBack() {
    guard isFirstToReturn() else { return }
    let (pool, pooled) = (pool, pooled)
    // On its queue, since a rollback may be due.
    pooled.place.queue.async { pool.takeBack(pooled) }
  }

  private func isFirstToReturn() -> Bool {
    isReturned.withLock { isReturned in
      defer { isReturned = true }
      return !isReturned
    }
  }

  /// Does something with the connection on its queue.
  ///
  /// When the task is cancelled, the statement that runs ends with an error of kind `interrupted`, and
  /// no other begins but a ROLLBACK.
  ///
  /// - Parameter body: What to do; blocks its thread while the server works.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws; `CancellationError` for a task that was cancelled before.
  package func run<Result: Sendable>(
    _ body: @escaping @Sendable (PostgresConnection) throws -> Result
  ) async throws -> Result {
    try await run(andGiveBack: false, body)
  }

  /// The same, after which the connection is back in the pool where that is wanted.
  func run<Result: Sendable>(
    andGiveBack isLast: Bool, _ body: @escaping @Sendable (PostgresConnection) throws -> Result
  ) async throws -> Result {
    try Task.checkCancellation()
    let pooled = pooled
    let cancellation = LeaseCancellation(pooled.connection.canceller)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        pooled.place.queue.async {
          let result = Swift.Result { try body(pooled.connection) }
          cancellation.end()
          pooled.connection.resume()
          if isLast, self.isFirstToReturn() { self.pool.takeBack(pooled) }
          continuation.resume(with: result)
        }
      }
    } onCancel: {
      cancellation.request()
    }
  }
}

/// Cancels what one use of a connection does, and never what the next one does.
private final class LeaseCancellation: Sendable {
  private let canceller: Mutex<PostgresCanceller?>

  init(_ canceller: PostgresCanceller) { self.canceller = Mutex(canceller) }

  /// Asks for the end until it has come: a request that gets there before the statement, or between two
  /// of a batch, ends nothing.
  func request() { request(after: 0) }

  private func request(after milliseconds: Int) {
    // The request waits for the server, which whoever cancels a task must not.
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds)) {
      let isRunning = self.canceller.withLock { canceller in
        canceller?.cancel()
        return canceller != nil
      }
      if isRunning { self.request(after: min(1000, milliseconds * 2 + 50)) }
    }
  }

  /// Waits for a request that is on its way.
  func end() { canceller.withLock { $0 = nil } }
}
