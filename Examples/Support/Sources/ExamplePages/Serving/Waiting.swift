import Foundation

/// Waits for asynchronous work on a thread that may block, such as one that answers requests.
///
/// It must not be called in Swift's task pool, whose threads the work needs.
///
/// - Parameter work: The work.
/// - Returns: Its result.
/// - Throws: Its error.
package func waiting<Value: Sendable>(
  for work: @escaping @Sendable () async throws -> Value
) throws -> Value {
  let (outcome, isDone) = (Outcome<Value>(), DispatchSemaphore(value: 0))
  Task.detached {
    do {
      outcome.value = .success(try await work())
    } catch {
      outcome.value = .failure(error)
    }
    isDone.signal()
  }
  isDone.wait()
  guard let value = outcome.value else { throw CancellationError() }
  return try value.get()
}

private final class Outcome<Value: Sendable>: @unchecked Sendable {
  // `@unchecked`: the semaphore orders the accesses.
  var value: Result<Value, any Error>?
}
