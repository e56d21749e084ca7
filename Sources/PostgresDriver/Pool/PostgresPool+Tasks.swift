import Dispatch
import Locks
import SQLCore

// Tasks, which are suspended while they wait.

extension PostgresPool {
  /// Does something with a connection, on a thread that is no task's.
  ///
  /// When the task is cancelled, it no longer waits for a connection, and what runs on the one that it
  /// has ends with an error of kind `interrupted`.
  ///
  /// - Parameters:
  ///   - limit: How long to wait for a connection; as the pool's limits say where nil.
  ///   - body: What to do; blocks its thread while the server works.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws; `SQLError` of kind `poolTimeout`, `poolClosed`, and what connecting
  ///   throws; `CancellationError` for a task that was cancelled while it waited.
  package func withConnection<Result: Sendable>(
    waiting limit: Duration? = nil,
    _ body: @escaping @Sendable (PostgresConnection) throws -> Result
  ) async throws -> Result {
    try await lease(waiting: limit).run(andGiveBack: true, body)
  }

  /// Lends out a connection to a task.
  ///
  /// - Parameter limit: How long to wait for one; as the pool's limits say where nil.
  /// - Returns: The connection, which goes back at the latest when nobody has the lease any more.
  /// - Throws: As ``withConnection(waiting:_:)-(_,(PostgresConnection)->Result)`` does.
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

/// What a task waits for that is given to it by a thread.
final class TaskTurn: Sendable {
  private let state = Mutex(State())

  private struct State {
    var continuation: CheckedContinuation<PoolQueue.Grant, any Error>?
    /// Leaves the queue; false where something was given already.
    var leave: (@Sendable (Bool) -> Bool)?
    /// Why it is not to wait.
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

  /// Says how to leave the queue, which somebody may have wanted before.
  func onLeave(_ leave: @escaping @Sendable (Bool) -> Bool) {
    let refusal = state.withLock { state in
      state.leave = leave
      return state.refusal
    }
    if let refusal { self.leave(isLate: false, refusal) }
  }

  /// Waits no longer, unless something was given already.
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
