import Foundation

/// A lock for each key: only one thread at a time holds the lock of a key.
final class KeyedLock: @unchecked Sendable {
  // `@unchecked`: the set is only accessed while the condition is locked.
  private let condition = NSCondition()
  private var held: Set<String> = []

  /// Calls the body while no other thread holds the lock of the key; waits for it if necessary.
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
