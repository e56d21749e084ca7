import CoreDataFormat
import SQLCore

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

extension PostgresSystemTable {
  /// The table in a schema, as SQL has its name.
  package func name(in schema: String) -> String {
    SQLDialect.postgres.quoted(SQLDialect.name(rawValue, in: schema))
  }
}

extension TableMap {
  /// The same tables in the schema of a store, or in that of a connection's temporary views.
  package func placed(in schema: String) -> TableMap {
    placed(in: schema, memberOrder: PostgresSystemTable.memberOrder.name(in: schema))
  }
}
