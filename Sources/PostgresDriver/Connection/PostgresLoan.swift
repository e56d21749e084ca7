import Locks
import SQLCore

/// Who has a connection for one thing after the other, and would go on with his loan.
package protocol LoanHolder: AnyObject {
  /// Takes out the loan again for a statement that is wanted; false where that cannot be.
  func takeAgain() -> Bool

  /// Takes note that no statement is in use any more, and that no transaction goes on.
  func rest()
}

/// The time for which somebody has a connection; what he holds of it does nothing any more afterwards.
///
/// Whoever is lent the connection next goes on with his loan where nobody else had it in between, and so with the
/// statements that he holds.
package final class PostgresLoan {
  /// By which a connection that nobody has tells whose it was; no other loan has it, and it is not 0.
  let number: UInt64
  // Written by whoever has the loan and nobody else: statements ask it on his thread when the connection may be
  // another's already.
  @exclusivity(unchecked) private(set) var isOver = false
  /// Who may come back to the loan, and lets go of it before he goes himself.
  @exclusivity(unchecked) package unowned var holder: (any LoanHolder)?
  /// Who else is told when nothing is under way.
  @exclusivity(unchecked) var onRest: (() -> Void)?
  /// Who is told of statements.
  @exclusivity(unchecked) var observers: [StatementObservers] = []

  private static let lastNumber = Atomic<UInt64>(0)

  init() { number = Self.lastNumber.wrappingAdd(1, ordering: .relaxed).newValue }

  func begin() { isOver = false }
  func end() { isOver = true }

  /// Tells nobody any more; for who does not go on with a loan that is over.
  package func forget() { (holder, onRest, observers) = (nil, nil, []) }

  /// Whether somebody is told of statements; mostly nobody is of any, which is found out without the loan.
  @inline(never)
  var isObserved: Bool { observers.contains { $0.isActive } }

  /// Whether somebody who is told of statements wants to see their values.
  @inline(never)
  var wantsValues: Bool { observers.contains { $0.isActive && $0.wantValues } }

  /// Tells of a run that is over; `expanded` is its text with the values, nil where nobody wants to see them.
  func report(
    _ text: String, since start: ContinuousClock.Instant, rowCount: Int, expanded: String?
  ) {
    let run = StatementRun(
      text: text, expandedText: expanded, duration: start.duration(to: .now), rowCount: rowCount)
    for observers in observers { observers.notify(run) }
  }

  static func misuse(_ text: String) -> SQLError {
    PostgresFailure.misuse("The statement was prepared on a connection that was given back", text)
  }
}
