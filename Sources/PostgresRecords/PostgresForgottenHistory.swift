import PostgresFormat
import SQLCore

/// What a store notes of the transactions that were taken from its history: the greatest number of all.
///
/// The first transaction that is left does not tell what came before it, since most numbers are those of others in the
/// server. A token from there on has lost nothing.
enum PostgresForgottenHistory {
  private static let fact = "forgotten"
  private static let table = PostgresSystemTable.store.rawValue

  /// The SELECT of the number; of no row where nothing is known to have been taken.
  static let query = "SELECT value::bigint FROM \(table) WHERE name = '\(fact)'"

  /// Notes that transactions are taken from the history.
  static func noting(_ numbers: [Int64]) -> SQLFragment {
    """
    INSERT INTO \(raw: table) AS known (name, value) \
    VALUES ('\(raw: fact)', \(SQLValue.text("\(numbers.max() ?? 0)"))) \
    ON CONFLICT (name) DO UPDATE \
    SET value = GREATEST(known.value::bigint, EXCLUDED.value::bigint)::text
    """
  }
}
