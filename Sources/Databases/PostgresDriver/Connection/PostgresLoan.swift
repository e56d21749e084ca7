import Locks
import SQLCore

/// A user that borrows a connection repeatedly, and continues its loan if possible.
package protocol LoanHolder: AnyObject {
  /// Borrows the connection again for a statement that is needed; false if that is not possible.
  func takeAgain() -> Bool

  /// Called when no statement is in use any more and no transaction is active.
  func rest()
}

/// The period for which a user has a connection; statements prepared during it do not work
/// afterwards.
///
/// A user that borrows the same connection again, and nobody else had it in between, continues the
/// loan and can reuse its statements.
package final class PostgresLoan {
  /// Identifies the loan; never 0.
  ///
  /// A free connection stores it to recognize its last user.
  let number: UInt64
  // Written only by the loan's user; its statements read this on its thread, even when the
  // connection may already belong to another user.
  @exclusivity(unchecked) private(set) var isOver = false
  /// The user that may continue the loan; it clears this reference before it is deallocated.
  @exclusivity(unchecked) package unowned var holder: (any LoanHolder)?
  /// Called when nothing is in progress, if there is no `holder`.
  @exclusivity(unchecked) var onRest: (() -> Void)?
  /// The observers of executed statements.
  @exclusivity(unchecked) var observers: [StatementObservers] = []

  private static let lastNumber = Atomic<UInt64>(0)

  init() { number = Self.lastNumber.wrappingAdd(1, ordering: .relaxed).newValue }

  func begin() { isOver = false }
  func end() { isOver = true }

  /// Removes the holder and all observers, when the user does not continue the loan.
  package func forget() { (holder, onRest, observers) = (nil, nil, []) }

  /// Whether anybody observes statements; not inlined, because usually nobody does.
  @inline(never)
  var isObserved: Bool { observers.contains { $0.isActive } }

  /// Whether an observer of statements wants to see their values.
  @inline(never)
  var wantsValues: Bool { observers.contains { $0.isActive && $0.wantValues } }

  /// Reports an execution that has ended; `expanded` is its text with the values, nil if no
  /// observer wants them.
  func report(
    _ text: String, since start: ContinuousClock.Instant, rowCount: Int, expanded: String?,
    failure: SQLError?
  ) {
    let run = StatementRun(
      text: text, expandedText: expanded, duration: start.duration(to: .now), rowCount: rowCount,
      failure: failure)
    for observers in observers { observers.notify(run) }
  }

  static func misuse(_ text: String) -> SQLError {
    PostgresFailure.misuse(
      "The statement was prepared on a connection that was returned to the pool", text)
  }
}
