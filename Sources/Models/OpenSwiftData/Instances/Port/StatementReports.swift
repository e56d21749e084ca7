import SQLCore

/// The observers of the statements that a store or a context executes.
final class StatementReports: Sendable {
  let observers: StatementObservers

  init(_ observers: StatementObservers = StatementObservers()) { self.observers = observers }
}
