import CoreDataFormat

/// Where a store keeps its entities.
package enum StoreTables: Sendable {
  /// As a schema has them; each table's names are found when somebody asks.
  case schema(SchemaTables)
  /// As they are for a stage of a migration.
  case map(TableMap)

  /// The entities, in the order of their numbers.
  package var entities: [EntityPlace] {
    switch self {
    case .schema(let tables): tables.entities
    case .map(let map): map.entities.map(EntityPlace.init)
    }
  }

  /// The columns by which each row tells what it is.
  package var identity: RowIdentity {
    switch self {
    case .schema(let tables): tables.identity
    case .map(let map): map.identity
    }
  }

  /// How the entity of that number, which is one of the store's, is stored.
  package func entityTable(_ number: Int) -> EntityTable {
    switch self {
    case .schema(let tables): tables.entityTable(number)
    case .map(let map): map.entities[number - 1]
    }
  }

  /// The entities that share the table of one, in the order of their numbers.
  package func tree(of place: EntityPlace) -> [EntityTable] {
    entities.filter { $0.rootNumber == place.rootNumber }.map { entityTable($0.number) }
  }

  /// All of them.
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
