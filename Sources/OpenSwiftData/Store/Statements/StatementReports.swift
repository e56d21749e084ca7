import SQLCore

/// Those who want to know what statements run.
final class StatementReports: Sendable {
  let observers: StatementObservers

  init(_ observers: StatementObservers = StatementObservers()) { self.observers = observers }
}
