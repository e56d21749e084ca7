import Locks

/// The numbers of this process's transactions, so that watchers can tell them from those of others.
///
/// A number is recorded during its transaction, so it is known before others can see the
/// transaction in the file.
package final class OwnTransactions: Sendable {
  private struct State {
    /// The number of watchers.
    var readers = 0
    var numbers: Set<Int64> = []
  }

  private let state = Mutex(State())

  package init() {}

  /// Starts recording for another watcher.
  package func begin() { state.withLock { $0.readers += 1 } }

  /// Ends recording for a watcher; after the last one, all numbers are discarded.
  package func end() {
    state.withLock { state in
      state.readers -= 1
      if state.readers == 0 { state.numbers = [] }
    }
  }

  /// Records a transaction of this process.
  package func note(_ number: Int64) {
    state.withLock { if $0.readers > 0 { $0.numbers.insert(number) } }
  }

  /// Discards a transaction that was not committed, whose number another process may use.
  package func forget(_ number: Int64) { state.withLock { _ = $0.numbers.remove(number) } }

  /// Removes the numbers up to a given one.
  ///
  /// - Returns: The removed numbers.
  package func take(through number: Int64) -> Set<Int64> {
    state.withLock { state in
      let taken = state.numbers.filter { $0 <= number }
      state.numbers.subtract(taken)
      return taken
    }
  }
}
