import Locks

/// A counter for several threads.
final class Counter: Sendable {
  private let number = Atomic<Int>(0)

  var value: Int { number.load(ordering: .relaxed) }

  /// Adds a number and returns the sum.
  @discardableResult
  func add(_ summand: Int) -> Int { number.add(summand, ordering: .relaxed).newValue }
}
