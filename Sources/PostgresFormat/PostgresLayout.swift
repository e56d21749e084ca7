import CoreDataFormat
import DataSchema
import SQLCore

/// The tables that a schema has in a PostgreSQL, with every name decided.
///
/// Which tables and columns there are, and what they hold, is as in Core Data's layout: a table for each
/// tree of entities, a column for each value. Names and types are what PostgreSQL has for such things.
package struct PostgresLayout: Hashable, Sendable {
  /// One column of a table, beside those by which each row tells what it is.
  package struct Column: Hashable, Sendable {
    package let name: String
    package let type: PostgresColumnType
    /// The table that the column's rows point at; nil for a column with values.
    package let target: String?
  }

  /// A table of a tree of entities.
  package struct Table: Hashable, Sendable {
    package let name: String
    /// The number of the entity that all others of the table inherit from.
    package let rootNumber: Int
    package let sharesTable: Bool
    package let columns: [Column]
    /// The column by which rows are parted among partitions; nil for a table that has none.
    package var shardColumn: Column?
  }

  /// The table of a many-to-many relationship.
  package struct JoinTable: Hashable, Sendable {
    package let name: String
    /// The columns of the keys, the owner's first, and the tables that they point at.
    package let owner: Column
    package let member: Column
    /// The positions within ordered ends.
    package let orders: [String]
  }

  package let model: ModelDescription
  package var tableMap: TableMap
  package private(set) var tables: [Table]
  package let joinTables: [JoinTable]
  /// How tables are parted; nil where none is.
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

  /// Parts the tables whose root entities have a shard key that a column holds.
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

  /// The entities, by number, that give the join tables their names.
  private let owners: [Int]

  /// The same as the layout of whatever database, for what is said of all of them.
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
  /// The columns by which each row in a PostgreSQL tells what it is.
  package static let postgres = RowIdentity(
    key: "row_id", entity: "row_entity", version: "row_version")
}
