import DataSchema

/// An index of a store, and the statements that create it.
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

/// Names and creates the indexes of all entity and join tables.
struct IndexStatements {
  let layout: CoreDataLayout
  /// The names in use, because indexes and tables share one namespace.
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

  /// Returns all indexes, in the order in which they are created.
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
    for index in description.indexes.withoutRepeats where !index.repeatsForeignKey(of: entity) {
      let name = names.allocate(index.name(on: entity))
      switch index.kind {
      case .binary:
        let terms = try terms(index.propertyNames, of: entity) {
          index.descendingNames?.contains($0) ?? false
        }
        statements.append(create("INDEX", name, on: entity, terms))
      case .rtree:
        var columns: [String] = []
        for name in index.propertyNames { columns += try entity.indexedColumns(of: name) }
        statements.append(
          .spatial(SpatialIndex(name: name, table: entity.table, columns: columns)))
      }
    }
    for constraint in description.uniquenessConstraints.withoutRepeats {
      let name = "Z_\(entity.entityName)_UNIQUE_\(constraint.joined(separator: "_"))"
      let terms = try terms(constraint, of: entity) { _ in false }
      statements.append(create("UNIQUE INDEX", names.allocate(name), on: entity, terms))
    }
    return statements
  }

  private func create(
    _ kind: String, _ name: String, on entity: EntityTable, _ terms: [String]
  ) -> StoreIndex {
    let terms = terms.joined(separator: ", ")
    return .plain(
      name: name, table: entity.table,
      statement: "CREATE \(kind) \(name.asSQLName) ON \(entity.table.asSQLName) (\(terms))")
  }

  /// Returns the indexed columns, each with its order.
  private func terms(
    _ propertyNames: [String], of entity: EntityTable, isDescending: (String) -> Bool
  ) throws(LayoutError) -> [String] {
    var terms: [String] = []
    for name in propertyNames {
      let order = isDescending(name) ? "DESC" : "ASC"
      terms += try entity.indexedColumns(of: name).map {
        "\($0.asSQLName) COLLATE BINARY \(order)"
      }
    }
    return terms
  }
}

extension EntityTable {
  /// Returns the columns of a property, or of an element of a composite: `place` or
  /// `place.latitude`.
  ///
  /// - Throws: `LayoutError` if there is no such property, or if no column holds it.
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
  /// Returns whether this is a Core Data index on only a to-one relationship, whose column is
  /// always indexed: Core Data does not create a second index.
  fileprivate func repeatsForeignKey(of entity: EntityTable) -> Bool {
    guard kind == .binary, name != nil, propertyNames.count == 1,
      case .toOne? = entity.properties[propertyNames[0]]
    else { return false }
    return true
  }

  /// The name of the index in a model.
  package var modelName: String {
    if let name { return name }
    let properties = propertyNames.joined()
    return switch kind {
    case .binary: "SwiftDataIndexOnBinary\(properties)"
    case .rtree: "SwiftDataIndexOnRTree\(properties)"
    }
  }

  fileprivate func name(on entity: EntityTable) -> String {
    switch kind {
    case .binary: "Z_\(entity.entityName)_\(modelName)"
    case .rtree: "Z_RT_\(entity.entityName)_\(modelName)"
    }
  }
}

extension Array where Element: Hashable {
  /// The elements in order, without duplicates.
  fileprivate var withoutRepeats: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
