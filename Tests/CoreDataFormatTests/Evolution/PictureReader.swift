import CoreDataFormat
import DataSchema
import RandomSchemas
import SQLCore

/// Reads the picture of a store from its tables.
struct PictureReader {
  let connection: any SQLConnection
  let map: TableMap
  let schema: FlatSchema
  private var picture: StorePicture
  private var entityByKey: [String: [Int64: String]] = [:]

  /// The contents of a database.
  ///
  /// - Parameters:
  ///   - model: The model of the database.
  ///   - map: Locations of the rows.
  ///   - connection: A connection to the database.
  /// - Returns: The picture.
  /// - Throws: Errors of the database.
  static func picture(
    of model: ModelDescription, at map: TableMap, on connection: any SQLConnection
  ) throws -> StorePicture {
    var reader = PictureReader(connection, map, FlatSchema(model))
    try reader.readRows()
    try reader.readLinks()
    return reader.picture
  }

  /// The rows that the history records.
  static func changes(
    at map: TableMap, on connection: any SQLConnection
  ) throws -> Set<StorePicture.Change> {
    let rows = try connection.rows("SELECT ZENTITY, ZENTITYPK FROM ACHANGE")
    return Set(
      rows.map { row in
        let entity = map.entities.first { .integer(Int64($0.entityNumber)) == row[0] }
        guard case .integer(let key) = row[1] else { return .init(entity: "?", key: 0) }
        return .init(entity: entity?.entityName ?? "\(row[0])", key: key)
      })
  }

  private init(_ connection: any SQLConnection, _ map: TableMap, _ schema: FlatSchema) {
    (self.connection, self.map, self.schema) = (connection, map, schema)
    picture = StorePicture(entitiesOf: schema)
  }

  private func quoted(_ name: String) -> String { SQLDialect.sqlite.quoted(name) }

  private mutating func readRows() throws {
    for table in map.entities {
      let leaves = table.leafColumns
      let columns = ["Z_PK", "Z_OPT"] + leaves.map { quoted($0.column) }
      let found = try connection.rows(
        "SELECT \(columns.joined(separator: ", ")) FROM \(quoted(table.table)) "
          + "WHERE Z_ENT = \(table.entityNumber)")
      if schema[table.entityName]?.isAbstract ?? true, !found.isEmpty {
        picture.flaws.append("rows of \(table.entityName)")
      }
      for row in found { add(row, leaves.map(\.path), to: table) }
      try checkForeignColumns(of: table)
    }
    for table in map.entities where table.parentNumber == 0 {
      let count = try connection.rows("SELECT COUNT(*) FROM \(quoted(table.table))")
      let known = entityByKey[table.rootEntityName]?.count ?? 0
      if count != [[.integer(Int64(known))]] {
        picture.flaws.append("\(table.table): \(count) rows, \(known) of known entities")
      }
    }
  }

  private mutating func add(_ row: [SQLValue], _ paths: [String], to table: EntityTable) {
    guard case .integer(let key) = row[0], case .integer(let version) = row[1] else {
      picture.flaws.append("\(table.entityName) \(row)")
      return
    }
    let values = Dictionary(uniqueKeysWithValues: zip(paths, row.dropFirst(2)))
    picture.rows[table.entityName, default: [:]][key] = .init(version: version, values: values)
    entityByKey[table.rootEntityName, default: [:]][key] = table.entityName
  }

  /// Checks that columns of other entities in the tree are empty.
  private mutating func checkForeignColumns(of table: EntityTable) throws {
    let tree = map.entities.filter { $0.rootNumber == table.rootNumber }
    guard tree.count > 1 else { return }
    let others = tree.reduce(into: Set<String>()) { $0.formUnion($1.rowColumns) }
      .subtracting(table.rowColumns)
    guard !others.isEmpty else { return }
    let condition = others.sorted().map { "\(quoted($0)) IS NOT NULL" }
    let found = try connection.rows(
      "SELECT Z_PK FROM \(quoted(table.table)) WHERE Z_ENT = \(table.entityNumber) "
        + "AND (\(condition.joined(separator: " OR ")))")
    if !found.isEmpty {
      picture.flaws.append("\(table.entityName) has values of its relatives: \(found)")
    }
  }
}

extension PictureReader {
  private mutating func readLinks() throws {
    for table in map.entities {
      for relationship in schema[table.entityName]?.relationships ?? [] {
        let field = StorePicture.Field(
          entity: table.entityName, relationship: relationship.name)
        guard let columns = table.properties[relationship.name] else { continue }
        for row in try pairs(columns, of: table) { try add(row, to: field, relationship) }
      }
    }
  }

  /// Rows of owner, member, and the member's entity if it is stored.
  private func pairs(
    _ columns: PropertyColumns, of table: EntityTable
  ) throws -> [[SQLValue]] {
    switch columns {
    case .attribute, .composite: return []
    case .toOne(let column):
      let number = column.entityNumberColumn.map { ", \(quoted($0))" } ?? ""
      let found = try connection.rows(
        "SELECT Z_PK, \(quoted(column.name))\(number) FROM \(quoted(table.table)) "
          + "WHERE Z_ENT = \(table.entityNumber)")
      return found.filter { $0.dropFirst().contains { !$0.isNull } }
    case .toMany(let other, _, let key):
      return try connection.rows(
        "SELECT \(quoted(key)), Z_PK FROM \(quoted(other)) WHERE \(quoted(key)) IS NOT NULL")
    case .manyToMany(let join):
      let (source, member) = (quoted(join.sourceColumn), quoted(join.destinationColumn))
      let pairs = "SELECT \(source), \(member) FROM \(quoted(join.name))"
      return try connection.rows(
        join.isReflexive
          ? "\(pairs) UNION SELECT \(member), \(source) FROM \(quoted(join.name))" : pairs)
    }
  }

  private mutating func add(
    _ row: [SQLValue], to field: StorePicture.Field, _ relationship: RelationshipDescription
  ) throws {
    guard case .integer(let owner) = row[0], case .integer(let member) = row[1],
      let ownerEntity = entityByKey[schema.root(of: field.entity)]?[owner],
      let memberEntity = entityByKey[schema.root(of: relationship.destination)]?[member],
      schema.isWithin(memberEntity, relationship.destination),
      schema[ownerEntity]?.properties[relationship.name]?.relationship != nil
    else {
      picture.flaws.append("\(field) has \(row)")
      return
    }
    if row.count > 2, let number = map.entity(named: memberEntity)?.entityNumber,
      row[2] != .integer(Int64(number))
    {
      picture.flaws.append("\(field) of \(owner) leads to an entity \(row[2]), not \(number)")
    }
    // The table also contains the links of the owner's related entities.
    if ownerEntity == field.entity {
      picture.links[field]?.insert(StorePicture.Link(owner: owner, member: member))
    }
  }
}

extension EntityTable {
  /// The columns that store the entity's own properties.
  var rowColumns: Set<String> {
    var columns = Set(leafColumns.map(\.column))
    for case .toOne(let column) in properties.values {
      columns.formUnion(
        [column.name, column.entityNumberColumn, column.orderColumn].compactMap(\.self))
    }
    return columns
  }
}
