import Locks

/// The numbers of the transactions that this process writes, for whoever looks for those of others.
///
/// They are noted while the transaction is under way: whoever sees it in the file finds it here.
package final class OwnTransactions: Sendable {
  private struct State {
    /// How many ask.
    var readers = 0
    var numbers: Set<Int64> = []
  }

  private let state = Mutex(State())

  package init() {}

  /// Begins to keep numbers.
  package func begin() { state.withLock { $0.readers += 1 } }

  /// Ends it, where nobody else asks.
  package func end() {
    state.withLock { state in
      state.readers -= 1
      if state.readers == 0 { state.numbers = [] }
    }
  }

  /// Notes a transaction of this process.
  package func note(_ number: Int64) {
    state.withLock { if $0.readers > 0 { $0.numbers.insert(number) } }
  }

  /// Takes back one that was not committed, whose number another process may take.
  package func forget(_ number: Int64) { state.withLock { _ = $0.numbers.remove(number) } }

  /// Takes out those up to a number.
  ///
  /// - Returns: Them.
  package func take(through number: Int64) -> Set<Int64> {
    state.withLock { state in
      let taken = state.numbers.filter { $0 <= number }
      state.numbers.subtract(taken)
      return taken
    }
  }
}
