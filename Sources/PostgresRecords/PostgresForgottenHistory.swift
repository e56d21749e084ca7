import PostgresFormat
import SQLCore

/// What a store notes of the transactions that were taken from its history: the greatest number of all.
///
/// The first transaction that is left does not tell what came before it, since most numbers are those of others in the
/// server. A token from there on has lost nothing.
enum PostgresForgottenHistory {
  private static let fact = "forgotten"

  /// The SELECT of the number for a store in a schema; of no row where nothing is known to have been taken.
  static func query(in schema: String) -> String {
    "SELECT value::bigint FROM \(PostgresSystemTable.store.name(in: schema)) WHERE name = '\(fact)'"
  }

  /// Notes that transactions are taken from the history of a store in a schema.
  static func noting(_ numbers: [Int64], in schema: String) -> SQLFragment {
    """
    INSERT INTO \(raw: PostgresSystemTable.store.name(in: schema)) AS known (name, value) \
    VALUES ('\(raw: fact)', \(SQLValue.text("\(numbers.max() ?? 0)"))) \
    ON CONFLICT (name) DO UPDATE \
    SET value = GREATEST(known.value::bigint, EXCLUDED.value::bigint)::text
    """
  }
}
