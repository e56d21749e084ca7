import Dispatch
import Locks
import SQLCore

// Access for tasks, which are suspended while they wait.

extension PostgresPool {
  /// Runs `body` with a connection, on a thread outside of the cooperative pool.
  ///
  /// If the task is cancelled, it stops waiting for a connection, and a statement that runs on its
  /// connection ends with an error of kind `interrupted`.
  ///
  /// - Parameters:
  ///   - limit: How long to wait for a connection; nil for the pool's limit.
  ///   - body: The work; it blocks its thread while the server works.
  /// - Returns: The value that `body` returns.
  /// - Throws: The error that `body` throws; `SQLError` of kind `poolTimeout`, `poolClosed`, and
  ///   errors of connecting; `CancellationError` if the task was cancelled while it waited.
  package func withConnection<Result: Sendable>(
    waiting limit: Duration? = nil,
    _ body: @escaping @Sendable (PostgresConnection) throws -> Result
  ) async throws -> Result {
    try await lease(waiting: limit).run(andGiveBack: true, body)
  }

  /// Lends a connection to a task.
  ///
  /// - Parameter limit: How long to wait for one; nil for the pool's limit.
  /// - Returns: The connection, which is returned at the latest when the lease is deallocated.
  /// - Throws: The same errors as ``withConnection(waiting:_:)-(_,(PostgresConnection)->Result)``.
  package func lease(waiting limit: Duration? = nil) async throws -> PostgresLease {
    try Task.checkCancellation()
    var attempts = PoolAttempts(limit ?? limits.waiting)
    while true {
      do {
        let grant = try await grant(attempts.timeLeft)
        return PostgresLease(self, try await open(grant))
      } catch let error as SQLError {
        let (places, connections) = counts
        try attempts.note(error, mayWait: places > 0)
        if connections == 0 { try await Task.sleep(for: PoolAttempts.pause) }
      }
    }
  }

  private func open(_ grant: PoolQueue.Grant) async throws -> PooledConnection {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue(label: "PostgresPool.opening").async {
        continuation.resume(with: Result { try self.connect(grant) })
      }
    }
  }

  private func grant(_ limit: Duration) async throws -> PoolQueue.Grant {
    let waiting = TaskTurn()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        waiting.begin(continuation)
        guard let number = self.enter(waiting) else { return }
        waiting.onLeave { isLate in self.leave(number, isLate: isLate) }
        let deadline = DispatchTime.now() + .milliseconds(Int(limit.inMilliseconds))
        DispatchQueue.global().asyncAfter(deadline: deadline) { [weak waiting] in
          waiting?.leave(isLate: true, PostgresPool.timeout(limit))
        }
      }
    } onCancel: {
      waiting.leave(isLate: false, CancellationError())
    }
  }
}

/// A task's wait for a grant that another thread provides.
final class TaskTurn: Sendable {
  private let state = Mutex(State())

  private struct State {
    var continuation: CheckedContinuation<PoolQueue.Grant, any Error>?
    /// Leaves the queue; false if a grant was provided already.
    var leave: (@Sendable (Bool) -> Bool)?
    /// The error with which the wait was ended before it began.
    var refusal: (any Error)?
  }

  func begin(_ continuation: CheckedContinuation<PoolQueue.Grant, any Error>) {
    state.withLock { $0.continuation = continuation }
  }

  func give(_ grant: PoolQueue.Grant) {
    let continuation = state.withLock { state in
      defer { state.continuation = nil }
      return state.continuation
    }
    continuation?.resume(returning: grant)
  }

  /// Sets how to leave the queue, and leaves it if the wait was already ended.
  func onLeave(_ leave: @escaping @Sendable (Bool) -> Bool) {
    let refusal = state.withLock { state in
      state.leave = leave
      return state.refusal
    }
    if let refusal { self.leave(isLate: false, refusal) }
  }

  /// Ends the wait with an error, unless a grant was provided already.
  func leave(isLate: Bool, _ error: any Error) {
    let leave = state.withLock { state in
      state.refusal = error
      return state.leave
    }
    guard let leave, leave(isLate) else { return }
    let continuation = state.withLock { state in
      defer { state.continuation = nil }
      return state.continuation
    }
    continuation?.resume(throwing: error)
  }
}
