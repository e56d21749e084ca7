import Foundation

/// Locks by name: of the threads that ask for one name, one at a time has it.
final class KeyedLock: @unchecked Sendable {
  // `@unchecked`: the set is looked at and changed under the condition's lock alone.
  private let condition = NSCondition()
  private var held: Set<String> = []

  /// Calls the body while no other thread has the same key; waits as long as one has it.
  func withLock<Result>(_ key: String, _ body: () throws -> Result) rethrows -> Result {
    condition.withLock {
      while held.contains(key) { condition.wait() }
      held.insert(key)
    }
    defer {
      condition.withLock {
        held.remove(key)
        condition.broadcast()
      }
    }
    return try body()
  }
}
