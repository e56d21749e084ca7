import DataSchema

/// An index of a store, and the statements that make it.
enum StoreIndex: Hashable, Sendable {
  case plain(name: String, table: String, statement: String)
  case spatial(SpatialIndex)

  var name: String {
    switch self {
    case .plain(let name, _, _): name
    case .spatial(let index): index.name
    }
  }

  var table: String {
    switch self {
    case .plain(_, let table, _): table
    case .spatial(let index): index.table
    }
  }

  var statements: [String] {
    switch self {
    case .plain(_, _, let statement): [statement]
    case .spatial(let index): index.createStatements
    }
  }
}

/// Names the indexes of all entity and join tables.
struct IndexStatements {
  let layout: CoreDataLayout
  /// Indexes and tables share one space of names.
  private var names: NameAllocator

  init(layout: CoreDataLayout) {
    self.layout = layout
    names = NameAllocator(
      reserved: layout.tables.map(\.name) + layout.joinTables.map(\.name)
        + SystemTable.allCases.map(\.rawValue))
  }

  mutating func statements() throws(LayoutError) -> [String] {
    try indexes().flatMap(\.statements)
  }

  /// All indexes, in the order in which they are made.
  mutating func indexes() throws(LayoutError) -> [StoreIndex] {
    var indexes: [StoreIndex] = []
    for table in layout.tables {
      indexes += foreignKeyIndexes(of: table)
      for entity in layout.tableMap.entities where entity.rootNumber == table.rootNumber {
        indexes += try declaredIndexes(of: entity)
      }
      indexes += layout.joinTables(ownedIn: table).map { join in
        .plain(name: join.indexName, table: join.name, statement: join.createIndexStatement)
      }
    }
    return indexes
  }

  private func foreignKeyIndexes(of table: TableLayout) -> [StoreIndex] {
    let columns = table.foreignKeys + (table.hasSubentities ? ["Z_ENT"] : [])
    return columns.map { column in
      let name = "\(table.name)_\(column)_INDEX"
      let statement =
        "CREATE INDEX \(name.asSQLName) ON \(table.name.asSQLName) (\(column.asSQLName))"
      return .plain(name: name, table: table.name, statement: statement)
    }
  }

  private mutating func declaredIndexes(
    of entity: EntityTable
  ) throws(LayoutError) -> [StoreIndex] {
    guard let description = layout.model.entity(named: entity.entityName) else { return [] }
    var statements: [StoreIndex] = []
    for index in description.indexes.withoutRepeats {
      let columns = try columns(index.propertyNames, of: entity)
      switch index.kind {
      case .binary:
        let name = index.name(on: entity)
        statements.append(create("INDEX", names.allocate(name), on: entity, columns))
      case .rtree:
        let name = names.allocate(index.name(on: entity))
        statements.append(
          .spatial(SpatialIndex(name: name, table: entity.table, columns: columns)))
      }
    }
    for constraint in description.uniquenessConstraints.withoutRepeats {
      let name = "Z_\(entity.entityName)_UNIQUE_\(constraint.joined(separator: "_"))"
      let columns = try columns(constraint, of: entity)
      statements.append(create("UNIQUE INDEX", names.allocate(name), on: entity, columns))
    }
    return statements
  }

  private func create(
    _ kind: String, _ name: String, on entity: EntityTable, _ columns: [String]
  ) -> StoreIndex {
    let terms = columns.map { "\($0.asSQLName) COLLATE BINARY ASC" }.joined(separator: ", ")
    return .plain(
      name: name, table: entity.table,
      statement: "CREATE \(kind) \(name.asSQLName) ON \(entity.table.asSQLName) (\(terms))")
  }

  private func columns(
    _ propertyNames: [String], of entity: EntityTable
  ) throws(LayoutError) -> [String] {
    var columns: [String] = []
    for name in propertyNames { columns += try entity.indexedColumns(of: name) }
    return columns
  }
}

extension EntityTable {
  /// The columns of a property, or of a part of a composite: `place` or `place.latitude`.
  ///
  /// - Throws: `LayoutError` when there is no such property, or when no column holds it.
  package func indexedColumns(of keyPath: String) throws(LayoutError) -> [String] {
    let names = keyPath.split(separator: ".").map(String.init)
    guard let first = names.first, let property = properties[first] else {
      throw LayoutError(entity: entityName, problem: .unknownIndexedProperty(keyPath))
    }
    let rest = names.dropFirst()
    switch property {
    case .attribute(let column) where rest.isEmpty: return [column.name]
    case .toOne(let column) where rest.isEmpty: return [column.name]
    case .composite(let leaves):
      let columns = leaves.filter { $0.path.starts(with: rest) }.map(\.column.name)
      if !columns.isEmpty { return columns }
    case .attribute, .toOne, .toMany, .manyToMany: break
    }
    throw LayoutError(entity: entityName, problem: .unindexableProperty(keyPath))
  }
}

extension IndexDescription {
  fileprivate func name(on entity: EntityTable) -> String {
    let properties = propertyNames.joined()
    return switch kind {
    case .binary: "Z_\(entity.entityName)_SwiftDataIndexOnBinary\(properties)"
    case .rtree: "Z_RT_\(entity.entityName)_SwiftDataIndexOnRTree\(properties)"
    }
  }
}

extension Array where Element: Hashable {
  /// The elements in order, each once.
  fileprivate var withoutRepeats: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
