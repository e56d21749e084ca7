import Dispatch
import Locks
import SQLCore

/// A connection of a pool, lent to a task.
///
/// All work with it runs on the connection's own queue, so that no thread of Swift's cooperative
/// pool waits for the server.
package final class PostgresLease: Sendable {
  private let pool: PostgresPool
  let pooled: PooledConnection
  private let isReturned = Mutex(false)

  init(_ pool: PostgresPool, _ pooled: PooledConnection) {
    self.pool = pool
    self.pooled = pooled
  }

  deinit { giveBack() }

  /// Returns the connection to the pool when work in progress is done.
  package func giveBack() {
    guard isFirstToReturn() else { return }
    let (pool, pooled) = (pool, pooled)
    // On the connection's queue, because a rollback may be necessary.
    pooled.place.queue.async { pool.takeBack(pooled) }
  }

  private func isFirstToReturn() -> Bool {
    isReturned.withLock { isReturned in
      defer { isReturned = true }
      return !isReturned
    }
  }

  /// Runs `body` with the connection, on its queue.
  ///
  /// If the task is cancelled, the running statement ends with an error of kind `interrupted`, and
  /// no further statement except ROLLBACK can begin.
  ///
  /// - Parameter body: The work; it blocks the queue's thread while the server works.
  /// - Returns: The value that `body` returns.
  /// - Throws: The error that `body` throws; `CancellationError` if the task was cancelled before.
  package func run<Result: Sendable>(
    _ body: @escaping @Sendable (PostgresConnection) throws -> Result
  ) async throws -> Result {
    try await run(andGiveBack: false, body)
  }

  /// The same, and optionally returns the connection to the pool afterwards.
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

/// Cancels one use of a connection, never the next one.
private final class LeaseCancellation: Sendable {
  private let canceller: Mutex<PostgresCanceller?>

  init(_ canceller: PostgresCanceller) { self.canceller = Mutex(canceller) }

  /// Sends cancel requests until the use has ended: a request that arrives before the statement, or
  /// between two of a batch, has no effect.
  func request() { request(after: 0) }

  private func request(after milliseconds: Int) {
    // Sending a request waits for the server, which must not block the thread that cancels a task.
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds)) {
      let isRunning = self.canceller.withLock { canceller in
        canceller?.cancel()
        return canceller != nil
      }
      if isRunning { self.request(after: min(1000, milliseconds * 2 + 50)) }
    }
  }

  /// Waits for a request that is being sent.
  func end() { canceller.withLock { $0 = nil } }
}
