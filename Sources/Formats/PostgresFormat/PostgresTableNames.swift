import CoreDataFormat
import DataSchema
import SQLCore

/// Maps the table and column names of Core Data's layout to PostgreSQL names.
struct PostgresTableNames {
  private let core: CoreDataLayout
  /// The names of tables, by Core Data's names.
  private var tables: [String: String] = [:]
  /// The columns of tables, by Core Data's names of both.
  private var columns: [String: [String: PostgresLayout.Column]] = [:]

  init(_ core: CoreDataLayout) {
    self.core = core
    var names = PostgresNames(reserved: PostgresSystemTable.allCases.map(\.rawValue))
    for table in core.tables {
      let root = core.tableMap.entities[table.rootNumber - 1]
      tables[table.name] = names.allocate(root.entityName.snakeCased)
    }
    for join in core.joinTables {
      let owner = core.tableMap.entities[join.ownerNumber - 1]
      let relationship = Self.relationship(of: join, owner)
      tables[join.name] = names.allocate(
        "\(owner.entityName.snakeCased)_\(relationship?.snakeCased ?? "members")")
    }
    for table in core.tables { nameColumns(of: table) }
    for join in core.joinTables { nameColumns(of: join) }
  }

  // Assigning names.

  /// The relationship after which a join table is named.
  private static func relationship(of join: JoinTableLayout, _ owner: EntityTable) -> String? {
    owner.properties.filter { property in
      guard case .manyToMany(let table) = property.value else { return false }
      return table.name == join.name && table.sourceColumn == join.ownerColumn
    }.map(\.key).min()
  }

  private mutating func nameColumns(of table: TableLayout) {
    let id = RowIdentity.postgres
    var names = PostgresNames(
      reserved: [id.key, id.entity, id.version] + PostgresNames.systemColumns)
    var known: [String: PostgresLayout.Column] = [:]
    let entities = core.tableMap.entities.filter { $0.rootNumber == table.rootNumber }
    func add(_ column: String, _ wanted: String, _ type: PostgresColumnType, to target: String?) {
      guard known[column] == nil else { return }
      known[column] = PostgresLayout.Column(
        name: names.allocate(wanted), type: type, target: target)
    }
    for entity in entities {
      for (name, property) in entity.properties.sorted(by: { $0.key < $1.key }) {
        switch property {
        case .attribute(let column):
          add(column.name, name.snakeCased, PostgresColumnType(column.type), to: nil)
        case .composite(let leaves):
          for leaf in leaves {
            add(
              leaf.column.name, Self.name(of: leaf, in: name),
              PostgresColumnType(leaf.column.type), to: nil)
          }
        case .toOne(let column):
          let target = core.tableMap.entity(named: column.destinationEntity)
          let isKept = leavesKeys(to: column.destinationEntity, inverseOf: name, of: entity)
          add(column.name, "\(name.snakeCased)_id", .bigint, to: isKept ? nil : target?.table)
          if let entity = column.entityNumberColumn {
            add(entity, "\(name.snakeCased)_entity", .integer, to: nil)
          }
          if let order = column.orderColumn {
            add(order, "\(name.snakeCased)_position", .bigint, to: nil)
          }
        case .toMany, .manyToMany: break
        }
      }
    }
    nameBackReferences(to: table, add)
    columns[table.name] = known
  }

  /// Whether rows keep the keys of deleted rows, because the inverse relationship has the delete
  /// rule `noAction`.
  private func leavesKeys(
    to destination: String, inverseOf name: String, of entity: EntityTable
  ) -> Bool {
    var next = core.model.entity(named: destination)
    while let description = next {
      for case .relationship(let relationship) in description.properties
      where relationship.inverseName == name && relationship.deleteRule == .noAction {
        return true
      }
      next = description.parentName.flatMap(core.model.entity)
    }
    return false
  }

  /// Names the foreign keys of to-many relationships without an inverse, for which the rows have no
  /// property.
  private func nameBackReferences(
    to table: TableLayout,
    _ add: (String, String, PostgresColumnType, String?) -> Void
  ) {
    for owner in core.tableMap.entities {
      for (name, property) in owner.properties.sorted(by: { $0.key < $1.key }) {
        guard case .toMany(table.name, _, let column) = property else { continue }
        add(column, "\(owner.entityName.snakeCased)_\(name.snakeCased)_id", .bigint, owner.table)
      }
    }
  }

  /// The name of a composite's column: the property's name, followed by those of the parts.
  ///
  /// A composite with a single part of the same name, such as an enumeration, has one column of
  /// that name.
  private static func name(of leaf: PropertyColumns.CompositeLeaf, in property: String) -> String {
    leaf.path == [property]
      ? property.snakeCased : ([property] + leaf.path).map(\.snakeCased).joined(separator: "_")
  }

  private mutating func nameColumns(of join: JoinTableLayout) {
    let owner = core.tableMap.entities[join.ownerNumber - 1]
    let relationship = Self.relationship(of: join, owner)
    var target = owner.table
    if let relationship, case .manyToMany(let table)? = owner.properties[relationship] {
      target = core.tableMap.entity(named: table.destinationEntity)?.table ?? owner.table
    }
    var names = PostgresNames()
    let ownerName = names.allocate("\(tables[owner.table] ?? "owner")_id")
    let memberName = names.allocate("\(tables[target] ?? "member")_id")
    var known: [String: PostgresLayout.Column] = [:]
    known[join.ownerColumn] = .init(name: ownerName, type: .bigint, target: tables[owner.table])
    known[join.otherColumn] = .init(name: memberName, type: .bigint, target: tables[target])
    for order in join.orderColumns {
      // The column contains positions of the rows whose keys are in the column with the same
      // suffix.
      let ordered = order.hasSuffix(join.ownerColumn.dropFirst(2)) ? ownerName : memberName
      known[order] = .init(
        name: names.allocate("\(ordered.dropLast(3))_position"), type: .bigint, target: nil)
    }
    columns[join.name] = known
  }
}

// Using the names.

extension PostgresTableNames {
  private func name(_ column: String, in table: String) -> String {
    columns[table]?[column]?.name ?? column
  }

  /// An entity's table and columns with their PostgreSQL names.
  func renamed(_ entity: EntityTable) -> EntityTable {
    EntityTable(
      entityName: entity.entityName, entityNumber: entity.entityNumber,
      parentNumber: entity.parentNumber, rootEntityName: entity.rootEntityName,
      rootNumber: entity.rootNumber, descendantNumbers: entity.descendantNumbers,
      table: tables[entity.table] ?? entity.table,
      properties: entity.properties.mapValues { renamed($0, in: entity.table) },
      identity: .postgres, dialect: .postgres)
  }

  private func renamed(_ property: PropertyColumns, in table: String) -> PropertyColumns {
    switch property {
    case .attribute(let column): return .attribute(renamed(column, in: table))
    case .composite(let leaves):
      return .composite(
        leaves.map { .init(path: $0.path, column: renamed($0.column, in: table)) })
    case .toOne(let column):
      return .toOne(
        ToOneColumn(
          name: name(column.name, in: table),
          entityNumberColumn: column.entityNumberColumn.map { name($0, in: table) },
          orderColumn: column.orderColumn.map { name($0, in: table) },
          destinationEntity: column.destinationEntity))
    case .toMany(let other, let entity, let key):
      return .toMany(
        destinationTable: tables[other] ?? other, destinationEntity: entity,
        foreignKey: name(key, in: other))
    case .manyToMany(let join):
      return .manyToMany(
        JoinTable(
          name: tables[join.name] ?? join.name,
          sourceColumn: name(join.sourceColumn, in: join.name),
          destinationColumn: name(join.destinationColumn, in: join.name),
          orderColumn: join.orderColumn.map { name($0, in: join.name) },
          destinationEntity: join.destinationEntity))
    }
  }

  /// A column of values; large values stay in rows, because PostgreSQL stores them separately
  /// itself.
  private func renamed(_ column: Column, in table: String) -> Column {
    var renamed = Column(
      name: name(column.name, in: table), type: column.type, isOptional: column.isOptional)
    renamed.isReadLater = column.storesExternally && column.type == .binaryData
    return renamed
  }

  func table(_ table: TableLayout) -> PostgresLayout.Table {
    let known = columns[table.name] ?? [:]
    return PostgresLayout.Table(
      name: tables[table.name] ?? table.name, rootNumber: table.rootNumber,
      sharesTable: table.hasSubentities,
      columns: table.columns.compactMap { column in
        known[column.name].map { known in
          PostgresLayout.Column(
            name: known.name, type: known.type, target: known.target.flatMap { tables[$0] })
        }
      })
  }

  func joinTable(_ join: JoinTableLayout) -> PostgresLayout.JoinTable {
    let known = columns[join.name] ?? [:]
    let unknown = PostgresLayout.Column(name: "", type: .bigint, target: nil)
    return PostgresLayout.JoinTable(
      name: tables[join.name] ?? join.name, owner: known[join.ownerColumn] ?? unknown,
      member: known[join.otherColumn] ?? unknown,
      orders: join.orderColumns.compactMap { known[$0]?.name })
  }
}
