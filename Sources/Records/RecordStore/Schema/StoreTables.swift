import CoreDataFormat

/// The tables of a store's entities.
package enum StoreTables: Sendable {
  /// Those of a schema; the names of each table are looked up on first use.
  case schema(SchemaTables)
  /// Those at a stage of a migration.
  case map(TableMap)

  /// The entities, in the order of their numbers.
  package var entities: [EntityPlace] {
    switch self {
    case .schema(let tables): tables.entities
    case .map(let map): map.entities.map(EntityPlace.init)
    }
  }

  /// The columns that identify a row.
  package var identity: RowIdentity {
    switch self {
    case .schema(let tables): tables.identity
    case .map(let map): map.identity
    }
  }

  /// Returns the table of an entity, by its number in the store.
  package func entityTable(_ number: Int) -> EntityTable {
    switch self {
    case .schema(let tables): tables.entityTable(number)
    case .map(let map): map.entities[number - 1]
    }
  }

  /// Returns the entities that share a table, in the order of their numbers.
  package func tree(of place: EntityPlace) -> [EntityTable] {
    entities.filter { $0.rootNumber == place.rootNumber }.map { entityTable($0.number) }
  }

  /// All tables.
  package var map: TableMap {
    switch self {
    case .schema(let tables): tables.tableMap
    case .map(let map): map
    }
  }
}

extension EntityPlace {
  fileprivate init(_ table: EntityTable) {
    self.init(
      name: table.entityName, number: table.entityNumber, rootNumber: table.rootNumber,
      descendantNumbers: table.entityNumber...(table.descendantNumbers.last ?? table.entityNumber))
  }
}
