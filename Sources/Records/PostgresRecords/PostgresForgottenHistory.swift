import PostgresFormat
import SQLCore

/// The record of what was pruned from a store's history: the greatest number of all deleted
/// transactions.
///
/// The first remaining transaction does not show what came before it, because most numbers belong
/// to other transactions of the server. A token at or after the recorded number has missed nothing.
enum PostgresForgottenHistory {
  private static let fact = "forgotten"

  /// The SELECT of the number for a store in a schema; it returns no row if nothing was recorded as
  /// deleted.
  static func query(in schema: String) -> String {
    "SELECT value::bigint FROM \(PostgresSystemTable.store.name(in: schema)) WHERE name = '\(fact)'"
  }

  /// The statement that records that transactions are deleted from the history of a store in a
  /// schema.
  static func noting(_ numbers: [Int64], in schema: String) -> SQLFragment {
    """
    INSERT INTO \(raw: PostgresSystemTable.store.name(in: schema)) AS known (name, value) \
    VALUES ('\(raw: fact)', \(SQLValue.text("\(numbers.max() ?? 0)"))) \
    ON CONFLICT (name) DO UPDATE \
    SET value = GREATEST(known.value::bigint, EXCLUDED.value::bigint)::text
    """
  }
}
