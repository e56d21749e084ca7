import Locks
import SQLCore

// Closing some or all connections.

extension PostgresPool {
  /// Closes connections that have been idle for too long; otherwise, they are closed when they are
  /// next requested.
  package func closeIdle() {
    let now = PoolTime.now
    let old = state.withLock { state in
      let old = state.members.filter { member in
        guard let loan = member.place.take() else { return false }
        if member.place.isIdle(at: now) { return true }
        member.place.give(after: loan)
        return false
      }
      for member in old { state.remove(member) }
      return old
    }
    // Closed outside of the lock, so that nobody waits for it meanwhile.
    for pooled in old { pooled.connection.end() }
    leavePlaces(old.count)
  }

  /// Stops lending connections, and rejects all waiting requests.
  ///
  /// - Returns: Whether all connections are returned.
  private func close(_ onEmpty: @escaping @Sendable () -> Void) -> Bool {
    let (queue, free, isEmpty) = state.withLock {
      state -> ([@Sendable (PoolQueue.Grant) -> Void], [PooledConnection], Bool) in
      state.isClosed = true
      isWanted.store(true, ordering: .sequentiallyConsistent)
      var queue: [@Sendable (PoolQueue.Grant) -> Void] = []
      while let next = state.queue.popFirst() { queue.append(next) }
      let free = state.takeAllFree()
      let isEmpty = state.places == 0
      if !isEmpty { state.onEmpty.append(onEmpty) }
      return (queue, free, isEmpty)
    }
    for give in queue { give(.closed) }
    for pooled in free { pooled.connection.end() }
    return isEmpty
  }

  /// Closes the pool: stops lending connections, and blocks this thread until all are returned.
  ///
  /// - Returns: Whether all were returned in time.
  @discardableResult
  package func drain(waiting limit: Duration) -> Bool {
    let turn = Turn()
    return close { turn.give(.closed) } || turn.wait(limit)
  }

  /// Closes the pool: stops lending connections, and waits until all are returned.
  package func drain() async {
    await withCheckedContinuation { continuation in
      if close({ continuation.resume() }) { continuation.resume() }
    }
  }
}
