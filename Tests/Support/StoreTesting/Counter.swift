import Locks

/// A counter for several threads.
package final class Counter: Sendable {
  private let number = Atomic<Int>(0)

  package var value: Int { number.load(ordering: .relaxed) }

  package init() {}

  /// Adds a number and returns the sum.
  @discardableResult
  package func add(_ summand: Int) -> Int { number.add(summand, ordering: .relaxed).newValue }
}
