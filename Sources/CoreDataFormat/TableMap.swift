import DataSchema
import SQLCore

/// Where every entity and property of a schema lives in tables: the one place that knows names.
package struct TableMap: Hashable, Sendable {
  /// In the order of their numbers (`Z_ENT`).
  package var entities: [EntityTable]

  /// The table of members' positions, as SQL has its name.
  package private(set) var memberOrder = SideTable.memberOrder

  package init(entities: [EntityTable]) { self.entities = entities }

  /// The columns by which each row tells what it is.
  package var identity: RowIdentity { entities.first?.identity ?? .coreData }

  /// The names of all tables, those of many-to-many relationships included.
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
  /// The same tables in a schema of the database, wherever connections look for names without one.
  ///
  /// - Parameters:
  ///   - schema: The schema.
  ///   - memberOrder: The table of members' positions in it, as SQL has its name.
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

/// How one entity is stored.
package struct EntityTable: Hashable, Sendable {
  package var entityName: String
  /// The number of the entity in `Z_PRIMARYKEY` and in the `Z_ENT` column of its rows.
  package var entityNumber: Int
  /// 0 for a root entity.
  package var parentNumber: Int
  package var rootEntityName: String
  /// The number of the root entity, whose `Z_PRIMARYKEY` row counts the keys of the whole tree.
  package var rootNumber: Int
  /// The numbers of the entity itself and of all entities below it.
  package var descendantNumbers: [Int]
  /// The table of the root entity, shared by the whole inheritance tree.
  package var table: String
  /// Every stored property, inherited ones included, by name.
  package var properties: [String: PropertyColumns]
  /// The columns by which each row tells what it is.
  package var identity: RowIdentity
  /// How the database spells SQL that has such tables.
  package var dialect: SQLDialect
  /// The property by whose value rows are parted among partitions of the table, which they keep for good; nil where
  /// they are not.
  package var shardKey: String?
  /// The properties whose columns may keep less than they are given, so that what they keep is read afterwards.
  package var narrowedProperties: Set<String> = []

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
  /// The leaves of a Codable struct or enum in declaration order.
  case composite([CompositeLeaf])
  case toOne(ToOneColumn)
  /// The rows of the destination's table point back: the foreign key stands there.
  case toMany(destinationTable: String, destinationEntity: String, foreignKey: String)
  case manyToMany(JoinTable)

  /// One leaf of a composite.
  package struct CompositeLeaf: Hashable, Sendable {
    /// The names from below the property to the leaf: `["place", "latitude"]`.
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

  package init(
    name: String, type: AttributeType, isOptional: Bool, storesExternally: Bool = false
  ) {
    self.name = name
    self.type = type
    self.isOptional = isOptional
    self.storesExternally = storesExternally
  }
}

/// The column of a to-one relationship.
package struct ToOneColumn: Hashable, Sendable {
  /// Holds the primary key of the other row.
  package var name: String
  /// Holds the entity number of the other row, where the destination has sub-entities.
  package var entityNumberColumn: String?
  /// Holds the position within the inverse, where that is ordered.
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

  /// The column of the other end where both ends are the same relationship.
  static let reflexiveColumn = "REFLEXIVE"

  /// Whether each row relates both of its models to each other, in either order.
  package var isReflexive: Bool { destinationColumn == Self.reflexiveColumn }
}
