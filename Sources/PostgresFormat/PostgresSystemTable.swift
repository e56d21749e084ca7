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
  /// The numbers by which programs make keys without a sequence, where tables are parted.
  case nodes = "openswiftdata_node"
  /// On a server that has partitions: whose they are.
  case shard = "openswiftdata_shard"
}
