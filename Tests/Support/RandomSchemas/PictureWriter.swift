import CoreDataFormat
import DataSchema
import SQLCore

/// Creates a store with the contents of a picture.
package struct PictureWriter {
  package let layout: CoreDataLayout
  package let picture: StorePicture
  private let schema: FlatSchema
  /// The values by table, then key, then column.
  private var cells: [String: [Int64: [String: SQLValue]]] = [:]
  private var joins: [(table: JoinTable, link: StorePicture.Link)] = []

  package init(_ picture: StorePicture, _ layout: CoreDataLayout) {
    (self.picture, self.layout) = (picture, layout)
    schema = FlatSchema(layout.model)
    for entity in layout.tableMap.entities { addRows(of: entity) }
    for entity in layout.tableMap.entities { addLinks(of: entity) }
  }

  /// Writes the picture into an empty database.
  ///
  /// - Parameters:
  ///   - connection: A connection to the database.
  ///   - slack: How far the key counters are ahead of the keys.
  ///   - dice: Makes arbitrary choices.
  /// - Throws: Errors of the database.
  package func write(to connection: any SQLConnection, slack: Int64, dice: inout Dice) throws {
    try connection.execute("BEGIN")
    let statements = try SchemaStatements(layout: layout)
    for text in statements.all { try connection.execute(text) }
    for row in statements.primaryKeyRows { try connection.run(row.text, row.values) }
    for table in layout.tables { try insert(into: table, slack: slack, connection) }
    for join in joins { try insert(join.table, join.link, connection, &dice) }
    try writePositions(connection)
    try writeChanges(connection)
    if dice.chance(20) {
      for row in SchemaStatements.historyPrimaryKeyRows {
        try connection.run(row.text, row.values)
      }
    }
    try connection.execute("COMMIT")
  }

  private mutating func addRows(of table: EntityTable) {
    for (key, row) in picture.rows[table.entityName] ?? [:] {
      var columns: [String: SQLValue] = [
        "Z_ENT": .integer(Int64(table.entityNumber)), "Z_OPT": .integer(row.version),
      ]
      for leaf in table.leafColumns { columns[leaf.column] = row.values[leaf.path] }
      cells[table.table, default: [:]][key] = columns
    }
  }

  private mutating func addLinks(of table: EntityTable) {
    for relationship in schema[table.entityName]?.relationships ?? [] {
      let field = StorePicture.Field(entity: table.entityName, relationship: relationship.name)
      let root = schema.root(of: relationship.destination)
      let entities = picture.entityByKey(inTreeOf: root, schema)
      // Sorted, so that the seed determines everything that follows.
      let links = (picture.links[field] ?? []).sorted {
        ($0.owner, $0.member) < ($1.owner, $1.member)
      }
      for link in links {
        let number = entities[link.member].flatMap { layout.tableMap.entity(named: $0) }
        switch table.properties[relationship.name] {
        case .toOne(let column):
          cells[table.table]?[link.owner]?[column.name] = .integer(link.member)
          if let other = column.entityNumberColumn {
            cells[table.table]?[link.owner]?[other] = .integer(Int64(number?.entityNumber ?? 0))
          }
        case .toMany(let other, _, let key):
          cells[other]?[link.member]?[key] = .integer(link.owner)
        case .manyToMany(let join): joins.append((join, link))
        case .attribute, .composite, nil: break
        }
      }
    }
  }

  private func insert(
    into table: TableLayout, slack: Int64, _ connection: any SQLConnection
  ) throws {
    let columns = ["Z_PK", "Z_ENT", "Z_OPT"] + table.columns.map(\.name)
    let names = columns.map(SQLDialect.sqlite.quoted).joined(separator: ", ")
    let places = columns.map { _ in "?" }.joined(separator: ", ")
    let text =
      "INSERT INTO \(SQLDialect.sqlite.quoted(table.name)) (\(names)) VALUES (\(places))"
    let rows = (cells[table.name] ?? [:]).sorted { $0.key < $1.key }
    for (key, row) in rows {
      let values = columns.map { $0 == "Z_PK" ? .integer(key) : row[$0] ?? .null }
      try connection.run(text, values)
    }
    try connection.run(
      "UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?",
      [.integer((rows.last?.key ?? 0) + slack), .integer(Int64(table.rootNumber))])
  }

  private func insert(
    _ join: JoinTable, _ link: StorePicture.Link, _ connection: any SQLConnection,
    _ dice: inout Dice
  ) throws {
    // For a reflexive relationship, Core Data writes one row, and this library writes two.
    if join.isReflexive, link.owner > link.member, dice.chance(50) { return }
    let columns = [join.sourceColumn, join.destinationColumn].map(SQLDialect.sqlite.quoted)
    try connection.run(
      "INSERT OR IGNORE INTO \(SQLDialect.sqlite.quoted(join.name)) (\(columns[0]), \(columns[1])) "
        + "VALUES (?, ?)",
      [.integer(link.owner), .integer(link.member)])
  }

  private func writeChanges(_ connection: any SQLConnection) throws {
    for change in picture.changes {
      guard let table = layout.tableMap.entity(named: change.entity) else { continue }
      try connection.run(
        "INSERT INTO ACHANGE (Z_ENT, ZENTITY, ZENTITYPK) VALUES (16001, ?, ?)",
        [.integer(Int64(table.entityNumber)), .integer(change.key)])
    }
  }

  private func writePositions(_ connection: any SQLConnection) throws {
    guard !picture.positions.isEmpty else { return }
    for text in MemberPositions.creation { try connection.execute(text) }
    for position in picture.positions {
      try connection.run(
        "INSERT INTO \(MemberPositions.table) VALUES (?, ?, ?, ?)",
        [
          .text("\(position.field.entity).\(position.field.relationship)"),
          .integer(position.link.owner), .integer(position.link.member),
          .integer(position.position),
        ])
    }
  }
}

/// The table in which this library stores the order of members.
package enum MemberPositions {
  package static let table = "OPENSWIFTDATA_ORDER"

  package static let creation = [
    """
    CREATE TABLE \(table) (RELATIONSHIP VARCHAR, OWNER INTEGER, MEMBER INTEGER, \
    POSITION INTEGER, PRIMARY KEY (RELATIONSHIP, OWNER, MEMBER)) WITHOUT ROWID
    """,
    "CREATE INDEX \(table)_MEMBER ON \(table) (RELATIONSHIP, MEMBER)",
  ]

  /// The positions in a store; empty if it has no such table.
  package static func all(on connection: any SQLConnection) throws -> Set<StorePicture.Position> {
    let isPresent = try !connection.rows(
      "SELECT 1 FROM sqlite_master WHERE name = ?", [.text(table)]
    ).isEmpty
    guard isPresent else { return [] }
    let rows = try connection.rows(
      "SELECT RELATIONSHIP, OWNER, MEMBER, POSITION FROM \(table)")
    return Set(
      rows.map { row in
        let names = row[0].text?.split(separator: ".").map(String.init) ?? []
        let numbers = row.dropFirst().map { value -> Int64 in
          if case .integer(let number) = value { number } else { -1 }
        }
        return StorePicture.Position(
          field: StorePicture.Field(
            entity: names.first ?? "", relationship: names.dropFirst().joined(separator: ".")),
          link: StorePicture.Link(owner: numbers[0], member: numbers[1]), position: numbers[2])
      })
  }
}

extension EntityTable {
  /// The columns of values, with their paths in pictures.
  package var leafColumns: [(path: String, column: String)] {
    var result: [(path: String, column: String)] = []
    for (name, columns) in properties.sorted(by: { $0.key < $1.key }) {
      switch columns {
      case .attribute(let column): result.append((name, column.name))
      case .composite(let leaves):
        for leaf in leaves {
          result.append((([name] + leaf.path).joined(separator: "."), leaf.column.name))
        }
      case .toOne, .toMany, .manyToMany: break
      }
    }
    return result
  }
}
