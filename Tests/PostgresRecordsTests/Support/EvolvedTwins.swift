import CoreDataFormat
import DataSchema
import Foundation
import PostgresDriver
import PostgresFormat
import RandomSchemas
import SQLCore
import SQLiteDriver

/// The same rows in SQLite and in PostgreSQL, whose tables migrate from one schema to another.
struct EvolvedTwins {
  /// A difference between the two databases.
  struct Difference: Error, CustomStringConvertible {
    let description: String
  }

  private let models: [ModelDescription]
  private let sqlite: SQLiteConnection
  private let postgres: PostgresConnection
  private let before: PostgresLayout
  private let after: PostgresLayout

  /// - Parameters:
  ///   - testCase: The schemas, and the seed of the rows.
  ///   - postgres: A connection whose transaction will be rolled back.
  /// - Throws: Errors of the databases.
  init(_ testCase: EvolutionCase, on postgres: PostgresConnection) throws {
    models = testCase.models.prefix(2).map(\.comparable)
    self.postgres = postgres
    (before, after) = (try PostgresLayout(model: models[0]), try PostgresLayout(model: models[1]))
    sqlite = try SQLiteConnection(path: "", mode: .inMemory)
    try ExternalStandIn.register(on: sqlite)
    var dice = Dice(seed: testCase.seed ^ 0xD1CE)
    let picture = PictureGenerator.picture(
      of: models[0], seed: dice.seed(), rowLimit: testCase.rowLimit)
    let layout = try CoreDataLayout(model: models[0])
    try PictureWriter(picture, layout).write(to: sqlite, slack: 0, dice: &dice)
    try makeSchema("twins", before)
    try copy(from: layout)
  }

  private func makeSchema(_ name: String, _ layout: PostgresLayout) throws {
    try postgres.execute("CREATE SCHEMA \(name); SET LOCAL search_path TO \(name)")
    for text in try PostgresSchemaStatements(layout).all { try postgres.execute(text) }
  }

  /// Migrates both, and compares them.
  ///
  /// - Returns: Whether they could be migrated.
  /// - Throws: `Difference`, and errors of the databases.
  func run() throws -> Bool {
    let file = try StoreEvolution(from: models[0], to: models[1])
    let server = try PostgresEvolution(from: before, to: after).evolution
    try compare("before", file.source.tableMap, before.tableMap)
    let obstacles = Set(try server.obstacles(on: postgres))
    guard obstacles == Set(try file.obstacles(on: sqlite)) else {
      throw Difference(
        description: "obstacles: \(obstacles) ≠ \(try file.obstacles(on: sqlite))")
    }
    guard obstacles.isEmpty else { return false }
    let old = try TableContents(before.tableMap, on: postgres, rowsOnly: true)
    try file.run(on: sqlite)
    try rollingBack {
      try server.run(on: postgres, keepingSource: true)
      try postgres.forgetStatements()
      let kept = try TableContents(server.keptSource, on: postgres, rowsOnly: true)
      guard kept == old else {
        throw Difference(description: "kept: \(kept.differences(from: old))")
      }
      try compare("beside", file.target.tableMap, after.tableMap)
      try server.dropKeptSource(on: postgres)
      try compareShape()
    }
    try server.run(on: postgres)
    try postgres.forgetStatements()
    try compare("after", file.target.tableMap, after.tableMap)
    try compareShape()
    try checkKeys()
    return true
  }

  private func rollingBack(_ body: () throws -> Void) throws {
    do {
      try postgres.savepoint {
        try body()
        throw CancellationError()
      }
    } catch is CancellationError {}
    try postgres.forgetStatements()
  }

  private func compare(_ stage: String, _ file: TableMap, _ server: TableMap) throws {
    let (one, other) = (
      try TableContents(server, on: postgres), try TableContents(file, on: sqlite)
    )
    guard one == other else {
      throw Difference(description: "\(stage): \(one.differences(from: other))")
    }
  }
}

extension EvolvedTwins {
  /// Checks that new keys follow the existing ones.
  private func checkKeys() throws {
    for table in after.tables {
      let name = postgres.dialect.quoted(table.name)
      let rows = try postgres.rows(
        """
        SELECT nextval(pg_get_serial_sequence($1, 'row_id')::regclass) \
        > COALESCE((SELECT MAX(row_id) FROM \(name)), 0)
        """, [.text(name)])
      guard rows == [[.bool(true)]] else {
        throw Difference(description: "\(table.name) gives keys that there are")
      }
    }
  }

  /// Compares the tables with those of a new store.
  private func compareShape() throws {
    let own = try shape()
    try postgres.savepoint {
      try makeSchema("fresh", after)
      let fresh = try shape()
      try postgres.execute("SET LOCAL search_path TO twins; DROP SCHEMA fresh CASCADE")
      let (more, less) = (own.subtracting(fresh).sorted(), fresh.subtracting(own).sorted())
      guard more.isEmpty, less.isEmpty else {
        throw Difference(description: "shape: \(more) ≠ \(less)")
      }
    }
  }

  /// The columns, indexes and foreign keys of the current schema.
  private func shape() throws -> Set<String> {
    let rows = try postgres.rows(
      """
      SELECT c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || ' ' \
      || a.attnotnull::text || ' ' || a.attidentity::text || ' ' || a.atthasdef::text || ' ' \
      || a.attcollation::regcollation::text \
      FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid \
      WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace \
      AND a.attnum > 0 AND NOT a.attisdropped AND a.attname NOT LIKE 'tombstone_%' \
      UNION ALL SELECT pg_get_indexdef(i.indexrelid) || ' ' || i.indisvalid::text FROM pg_index i \
      JOIN pg_class c ON c.oid = i.indexrelid WHERE NOT i.indisprimary \
      AND c.relnamespace = current_schema()::regnamespace \
      UNION ALL SELECT conname || ' ' || conrelid::regclass::text || ' ' || pg_get_constraintdef(oid) \
      FROM pg_constraint WHERE connamespace = current_schema()::regnamespace AND contype <> 'p'
      """)
    return Set(
      rows.compactMap { $0[0].text?.replacing("twins.", with: "").replacing("fresh.", with: "") })
  }
}

extension EvolvedTwins {
  /// Copies SQLite's rows into PostgreSQL's tables.
  private func copy(from layout: CoreDataLayout) throws {
    for (source, target) in zip(layout.tableMap.entities, before.tableMap.entities) {
      try copyRows(source, target)
    }
    for table in zip(layout.tables, before.tables) { try raiseKeys(table.0, table.1) }
    for (source, target) in zip(layout.joinTables, before.joinTables) {
      let columns = [source.ownerColumn, source.otherColumn]
      let isReflexive = source.otherColumn == "REFLEXIVE"
      let text = "SELECT \(columns[0]), \(columns[1]) FROM \(source.name)"
      let pairs = try sqlite.rows(
        isReflexive ? "\(text) UNION SELECT \(columns[1]), \(columns[0]) FROM \(source.name)" : text
      )
      try insert(pairs, into: target.name, [target.owner.name, target.member.name])
    }
    for row in try sqlite.rows("SELECT ZENTITY, ZENTITYPK FROM ACHANGE") {
      try insert(
        [[.integer(1), .integer(1)] + row], into: "openswiftdata_change",
        ["transaction", "type", "entity", "key"])
    }
    let positions = try MemberPositions.all(on: sqlite)
    for position in positions {
      try insert(
        [
          [
            .text("\(position.field.entity).\(position.field.relationship)"),
            .integer(position.link.owner), .integer(position.link.member),
            .integer(position.position),
          ]
        ], into: "openswiftdata_order", ["relationship", "owner", "member", "position"])
    }
  }

  private func copyRows(_ source: EntityTable, _ target: EntityTable) throws {
    var columns: [(String, String, Column?)] = zip(source.valueColumns, target.valueColumns).map {
      ($0.column.name, $1.column.name, $0.column)
    }
    for (name, property) in source.properties {
      guard case .toOne(let from) = property, case .toOne(let to)? = target.properties[name] else {
        continue
      }
      columns.append((from.name, to.name, nil))
      if let number = from.entityNumberColumn, let other = to.entityNumberColumn {
        columns.append((number, other, nil))
      }
    }
    let entities = try CoreDataLayout(model: models[0]).tableMap.entities
    for (owner, other) in zip(entities, before.tableMap.entities) {
      for (name, property) in owner.properties {
        guard case .toMany(source.table, let entity, let from) = property,
          case .toMany(_, _, let to)? = other.properties[name],
          !columns.contains(where: { $0.0 == from }),
          entities.first(where: { $0.entityName == entity })?.descendantNumbers
            .contains(source.entityNumber) == true
        else { continue }
        columns.append((from, to, nil))
      }
    }
    let names = ["Z_PK", "Z_ENT", "Z_OPT"] + columns.map { sqlite.dialect.quoted($0.0) }
    let rows = try sqlite.rows(
      """
      SELECT \(names.joined(separator: ", ")) FROM \(sqlite.dialect.quoted(source.table)) \
      WHERE Z_ENT = \(source.entityNumber)
      """)
    let typed = rows.map { row in
      row.prefix(3) + zip(columns, row.dropFirst(3)).map { $0.2.map($1.typed) ?? $1 }
    }
    try insert(
      typed, into: target.table, ["row_id", "row_entity", "row_version"] + columns.map(\.1))
  }

  private func insert(
    _ rows: [some Sequence<SQLValue>], into table: String, _ columns: [String]
  ) throws {
    let names = columns.map(postgres.dialect.quoted).joined(separator: ", ")
    let places = columns.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
    let text = "INSERT INTO \(postgres.dialect.quoted(table)) (\(names)) VALUES (\(places))"
    for row in rows { try postgres.run(text, Array(row)) }
  }

  private func raiseKeys(_ source: TableLayout, _ target: PostgresLayout.Table) throws {
    let rows = try sqlite.rows(
      "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \(source.rootNumber)")
    guard case .integer(let key)? = rows.first?.first, key > 0 else { return }
    try postgres.run(
      "SELECT setval(pg_get_serial_sequence($1, 'row_id')::regclass, $2)",
      [.text(postgres.dialect.quoted(target.name)), .integer(key)])
  }
}

extension ModelDescription {
  /// The same model without features that differ in every database, and without those that only
  /// Core Data derives.
  fileprivate var comparable: ModelDescription {
    var model = self
    for index in entities.indices {
      model.entities[index].properties = entities[index].properties.compactMap(\.comparable)
    }
    return model
  }
}

extension PropertyDescription {
  fileprivate var comparable: PropertyDescription? {
    switch self {
    case .attribute(var attribute):
      if attribute.defaultValue == .newUUID {
        attribute.defaultValue = .bytes(Data(repeating: 7, count: 16))
      }
      return .attribute(attribute)
    case .composite(var composite):
      composite.elements = composite.elements.compactMap(\.comparable)
      return .composite(composite)
    case .relationship: return self
    case .derived: return nil
    }
  }
}
