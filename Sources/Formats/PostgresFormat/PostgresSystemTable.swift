import CoreDataFormat
import SQLCore

/// The tables of a PostgreSQL store in addition to those of its entities.
package enum PostgresSystemTable: String, CaseIterable, Sendable {
  /// The metadata of the store, as names and values.
  case store = "openswiftdata_store"
  /// The transactions of the history.
  case transactions = "openswiftdata_transaction"
  /// The changes of rows in those transactions.
  case changes = "openswiftdata_change"
  /// The positions of members in relationships that were given an order.
  case memberOrder = "openswiftdata_order"
  /// The node numbers with which programs generate keys without a sequence, for partitioned tables.
  case nodes = "openswiftdata_node"
  /// On a server with partitions: the store to which they belong.
  case shard = "openswiftdata_shard"
}

extension PostgresSystemTable {
  /// The SQL name of the table in a schema.
  package func name(in schema: String) -> String {
    SQLDialect.postgres.quoted(SQLDialect.name(rawValue, in: schema))
  }
}

extension TableMap {
  /// The same tables, in the schema of a store or of a connection's temporary views.
  package func placed(in schema: String) -> TableMap {
    placed(in: schema, memberOrder: PostgresSystemTable.memberOrder.name(in: schema))
  }
}
