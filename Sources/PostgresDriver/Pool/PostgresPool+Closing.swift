import Locks
import SQLCore

// Connections that are closed, some or all.

extension PostgresPool {
  /// Closes connections that have waited for work for too long; others are closed when they are asked
  /// for.
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
    // They are closed here, where nobody waits for the lock meanwhile.
    for pooled in old { pooled.connection.end() }
    leavePlaces(old.count)
  }

  /// Lends out no more connections, and turns away whoever waits.
  ///
  /// - Returns: Whether all connections are back.
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

  /// Closes the pool: lends out no more, and waits on this thread for what is lent out to come back.
  ///
  /// - Returns: Whether all was back in time.
  @discardableResult
  package func drain(waiting limit: Duration) -> Bool {
    let turn = Turn()
    return close { turn.give(.closed) } || turn.wait(limit)
  }

  /// Closes the pool: lends out no more, and waits for what is lent out to come back.
  package func drain() async {
    await withCheckedContinuation { continuation in
      if close({ continuation.resume() }) { continuation.resume() }
    }
  }
}
