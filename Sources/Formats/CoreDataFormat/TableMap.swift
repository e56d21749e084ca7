import DataSchema
import SQLCore

/// The tables and columns of every entity and property of a schema.
package struct TableMap: Hashable, Sendable {
  /// The entities in the order of their numbers (`Z_ENT`).
  package var entities: [EntityTable]

  /// The name of the table of members' positions, quoted for SQL.
  package private(set) var memberOrder = SideTable.memberOrder

  package init(entities: [EntityTable]) { self.entities = entities }

  /// The columns that identify each row.
  package var identity: RowIdentity { entities.first?.identity ?? .coreData }

  /// The names of all tables, including many-to-many tables.
  package var tables: [String] {
    var names = Set(entities.map(\.table))
    for columns in entities.flatMap(\.properties.values) {
      if case .manyToMany(let join) = columns { names.insert(join.name) }
    }
    return names.sorted()
  }

  package func entity(named name: String) -> EntityTable? {
    entities.first { $0.entityName == name }
  }
}

extension TableMap {
  /// Returns the tables qualified with a schema of the database, independent of the connection's
  /// search path.
  ///
  /// - Parameters:
  ///   - schema: The schema.
  ///   - memberOrder: The name of the table of members' positions in it, quoted for SQL.
  /// - Returns: The tables with their schema.
  package func placed(in schema: String, memberOrder: String) -> TableMap {
    var placed = TableMap(entities: entities.map { $0.placed(in: schema) })
    placed.memberOrder = memberOrder
    return placed
  }
}

extension EntityTable {
  fileprivate func placed(in schema: String) -> EntityTable {
    var entity = self
    entity.table = SQLDialect.name(table, in: schema)
    entity.properties = properties.mapValues { property in
      switch property {
      case .attribute, .composite, .toOne: property
      case .toMany(let table, let destination, let key):
        .toMany(
          destinationTable: SQLDialect.name(table, in: schema), destinationEntity: destination,
          foreignKey: key)
      case .manyToMany(let join):
        .manyToMany(
          JoinTable(
            name: SQLDialect.name(join.name, in: schema), sourceColumn: join.sourceColumn,
            destinationColumn: join.destinationColumn, orderColumn: join.orderColumn,
            destinationEntity: join.destinationEntity))
      }
    }
    return entity
  }
}

/// The storage of one entity.
package struct EntityTable: Hashable, Sendable {
  package var entityName: String
  /// The number of the entity in `Z_PRIMARYKEY` and in the `Z_ENT` column of its rows.
  package var entityNumber: Int
  /// The number of the parent; 0 for a root entity.
  package var parentNumber: Int
  package var rootEntityName: String
  /// The number of the root entity, whose `Z_PRIMARYKEY` row counts the keys of the whole tree.
  package var rootNumber: Int
  /// The numbers of the entity itself and of all entities below it.
  package var descendantNumbers: [Int]
  /// The table of the root entity, shared by the whole inheritance tree.
  package var table: String
  /// Every stored property by name, including inherited ones.
  package var properties: [String: PropertyColumns]
  /// The columns that identify each row.
  package var identity: RowIdentity
  /// The SQL dialect of the database that has the tables.
  package var dialect: SQLDialect
  /// The property whose value decides the partition of a row, and which cannot change; nil if the
  /// table is not partitioned.
  package var shardKey: String?
  /// The properties whose columns may store a narrower value than they are given, so that it has to
  /// be read back.
  package var narrowedProperties: Set<String> = []
  /// The position of the table in the order of insertions, so that a row is inserted after the rows
  /// that it refers to; 0 unless foreign keys are checked after each statement.
  package var insertionRank = 0
  /// The foreign keys that are cleared before rows are deleted, because their tables refer to each
  /// other in a cycle.
  package var cyclicKeys: Set<String> = []
  /// The properties whose values the database computes, so that they have to be read after each
  /// write.
  package var computedProperties: Set<String> = []
  /// The name of the view that contains the rows, which cannot be written; nil for a table.
  package var view: String?
  /// The qualified names, for messages, of the columns that a view of another program's table shows.
  package var sources: [String: String] = [:]

  package init(
    entityName: String, entityNumber: Int, parentNumber: Int = 0, rootEntityName: String,
    rootNumber: Int, descendantNumbers: [Int], table: String,
    properties: [String: PropertyColumns] = [:], identity: RowIdentity = .coreData,
    dialect: SQLDialect = .sqlite
  ) {
    self.entityName = entityName
    self.entityNumber = entityNumber
    self.parentNumber = parentNumber
    self.rootEntityName = rootEntityName
    self.rootNumber = rootNumber
    self.descendantNumbers = descendantNumbers
    self.table = table
    self.properties = properties
    self.identity = identity
    self.dialect = dialect
  }
}

/// The columns of one property.
package enum PropertyColumns: Hashable, Sendable {
  case attribute(Column)
  /// The leaves of a `Codable` struct or enum in declaration order.
  case composite([CompositeLeaf])
  case toOne(ToOneColumn)
  /// The foreign key is stored in the rows of the destination's table.
  case toMany(destinationTable: String, destinationEntity: String, foreignKey: String)
  case manyToMany(JoinTable)

  /// One leaf of a composite.
  package struct CompositeLeaf: Hashable, Sendable {
    /// The path from the property to the leaf: `["place", "latitude"]`.
    package var path: [String]
    package var column: Column

    package init(path: [String], column: Column) {
      self.path = path
      self.column = column
    }
  }
}

/// A column that holds an attribute or a composite's leaf.
package struct Column: Hashable, Sendable {
  package var name: String
  package var type: AttributeType
  package var isOptional: Bool
  package var storesExternally: Bool
  /// Whether large values stay in the database until they are looked at.
  package var isReadLater = false

  package init(
    name: String, type: AttributeType, isOptional: Bool, storesExternally: Bool = false
  ) {
    self.name = name
    self.type = type
    self.isOptional = isOptional
    self.storesExternally = storesExternally
  }
}

/// The columns of a to-one relationship.
package struct ToOneColumn: Hashable, Sendable {
  /// The column that holds the primary key of the other row.
  package var name: String
  /// The column that holds the entity number of the other row, if the destination has subentities.
  package var entityNumberColumn: String?
  /// The column that holds the position within the inverse, if that is ordered.
  package var orderColumn: String?
  package var destinationEntity: String

  package init(
    name: String, entityNumberColumn: String? = nil, orderColumn: String? = nil,
    destinationEntity: String
  ) {
    self.name = name
    self.entityNumberColumn = entityNumberColumn
    self.orderColumn = orderColumn
    self.destinationEntity = destinationEntity
  }
}

/// The table of a many-to-many relationship, seen from one side.
package struct JoinTable: Hashable, Sendable {
  package var name: String
  package var sourceColumn: String
  package var destinationColumn: String
  package var orderColumn: String?
  package var destinationEntity: String

  package init(
    name: String, sourceColumn: String, destinationColumn: String, orderColumn: String? = nil,
    destinationEntity: String
  ) {
    self.name = name
    self.sourceColumn = sourceColumn
    self.destinationColumn = destinationColumn
    self.orderColumn = orderColumn
    self.destinationEntity = destinationEntity
  }

  /// The column of the other end if both ends are the same relationship.
  static let reflexiveColumn = "REFLEXIVE"

  /// Whether each row relates its two models to each other in both directions.
  package var isReflexive: Bool { destinationColumn == Self.reflexiveColumn }
}
