import SQLCore

/// The time for which somebody has a connection; what he holds of it does nothing any more afterwards.
final class PostgresLoan {
  var isOver = false

  static func misuse(_ text: String) -> SQLError {
    PostgresFailure.misuse("The statement was prepared on a connection that was given back", text)
  }
}
