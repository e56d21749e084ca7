import Locks

/// The requests that are waiting for a connection, oldest first.
struct PoolQueue {
  /// The result of a request for a connection.
  enum Grant {
    case connection(PooledConnection)
    /// Permission to open a new connection.
    case place
    case closed
  }

  private var waiters: [(number: UInt64, turn: Turn)] = []
  private var start = 0
  private var lastNumber: UInt64 = 0

  var count: Int { waiters.count - start }

  mutating func append(_ turn: Turn) -> UInt64 {
    lastNumber += 1
    waiters.append((lastNumber, turn))
    return lastNumber
  }

  mutating func popFirst() -> Turn? {
    guard start < waiters.count else { return nil }
    defer {
      start += 1
      if start > 256 || start == waiters.count {
        waiters.removeFirst(start)
        start = 0
      }
    }
    return waiters[start].turn
  }

  /// Removes a request that no longer waits; false if it was granted already.
  mutating func remove(_ number: UInt64) -> Bool {
    guard let index = waiters[start...].firstIndex(where: { $0.number == number }) else {
      return false
    }
    waiters.remove(at: index)
    return true
  }
}
