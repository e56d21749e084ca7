import CoreDataFormat
import DataSchema

/// The tables of a model in PostgreSQL, with all names.
///
/// The set of tables and columns, and their contents, are the same as in Core Data's layout: a
/// table for each tree of entities, and a column for each value. Names and types follow
/// PostgreSQL's conventions.
package struct PostgresLayout: Hashable, Sendable {
  /// A column of a table, except those that identify the row.
  package struct Column: Hashable, Sendable {
    package let name: String
    package let type: PostgresColumnType
    /// The table that the column references; nil for a column with values.
    package let target: String?
  }

  /// The table of a tree of entities.
  package struct Table: Hashable, Sendable {
    package let name: String
    /// The number of the root entity, from which all others in the table inherit.
    package let rootNumber: Int
    package let sharesTable: Bool
    package let columns: [Column]
    /// The column whose value selects the partition; nil for a table that is not partitioned.
    package var shardColumn: Column?
  }

  /// The table of a many-to-many relationship.
  package struct JoinTable: Hashable, Sendable {
    package let name: String
    /// The columns of the keys, the owner's first, and the tables that they reference.
    package let owner: Column
    package let member: Column
    /// The columns of positions, for ordered ends.
    package let orders: [String]
  }

  package let model: ModelDescription
  package var tableMap: TableMap
  package private(set) var tables: [Table]
  package let joinTables: [JoinTable]
  /// How tables are partitioned; nil if none is.
  package let shards: PostgresShards?

  /// - Throws: `LayoutError` when the schema contradicts itself.
  package init(
    model: ModelDescription, shards: PostgresShards? = nil
  ) throws(LayoutError) {
    let core = try CoreDataLayout(model: model)
    let names = PostgresTableNames(core)
    (self.model, self.shards) = (model, shards)
    tableMap = TableMap(entities: core.tableMap.entities.map(names.renamed))
    tables = core.tables.map(names.table)
    joinTables = core.joinTables.map(names.joinTable)
    owners = core.joinTables.map(\.ownerNumber)
    if let shards { part(by: shards) }
  }

  /// Partitions the tables whose root entities have a shard key that is stored in a column.
  private mutating func part(by shards: PostgresShards) {
    let keys = shards.keys
    tableMap = TableMap(
      entities: tableMap.entities.map { entity in
        var entity = entity
        entity.shardKey = keys[entity.rootEntityName]
        return entity
      })
    for (index, table) in tables.enumerated() {
      let root = tableMap.entities[table.rootNumber - 1]
      guard let key = root.shardKey, case .attribute(let column)? = root.properties[key] else {
        continue
      }
      tables[index].shardColumn = table.columns.first { $0.name == column.name }
    }
  }

  /// The entity numbers of the owners of the join tables, after which they are named.
  private let owners: [Int]

  /// The same layout in the form that is common to all databases.
  package var common: CoreDataLayout {
    CoreDataLayout(
      model: model, tableMap: tableMap,
      tables: tables.map { table in
        TableLayout(
          name: table.name, rootNumber: table.rootNumber, hasSubentities: table.sharesTable,
          columns: table.columns.map {
            TableLayout.Column(name: $0.name, type: ColumnType(rawValue: $0.type.rawValue))
          })
      },
      joinTables: zip(joinTables, owners).map { table, owner in
        JoinTableLayout(
          name: table.name, ownerNumber: owner, ownerColumn: table.owner.name,
          otherColumn: table.member.name, orderColumns: table.orders)
      })
  }
}

extension RowIdentity {
  /// The columns that identify each row in a PostgreSQL store.
  package static let postgres = RowIdentity(
    key: "row_id", entity: "row_entity", version: "row_version")
}
