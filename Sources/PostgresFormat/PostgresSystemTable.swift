/// The tables of a store in a PostgreSQL beside those of its entities.
package enum PostgresSystemTable: String, CaseIterable, Sendable {
  /// What the store says of itself, by names.
  case store = "openswiftdata_store"
  /// The transactions of the history.
  case transactions = "openswiftdata_transaction"
  /// What they did to rows.
  case changes = "openswiftdata_change"
  /// The order of members, where somebody gave them one.
  case memberOrder = "openswiftdata_order"
}
