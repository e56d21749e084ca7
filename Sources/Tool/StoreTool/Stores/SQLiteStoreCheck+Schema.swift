import CoreDataFormat
import DataSchema
import SQLCore

// Comparison of the file's tables with the schema.

extension SQLiteStoreCheck {
  mutating func checkSchema() throws {
    guard let schema else { return }
    for missing in schema.missingColumns(for: model) {
      if let column = missing.column {
        missingColumns.insert([missing.table, column])
        add(.missingColumn, 1, "The file lacks \(missing.text).")
      } else {
        missingTables.insert(missing.table)
        add(.missingTable, 1, "The file lacks \(missing.text).")
      }
    }
    for index in try schema.missingUniqueIndexes(for: model, on: connection)
    where areThere(index) {
      try checkUnique(index)
    }
    for index in try schema.missingIndexes(on: connection) {
      add(
        .missingIndex, 1,
        "The index \(index.name) of \(index.table) is missing, so queries are slower.",
        repair: index.statements.map { .raw($0) })
    }
    try checkCounters()
  }

  private func areThere(_ index: MissingIndex) -> Bool {
    !missingTables.contains(index.table)
      && !index.columns.contains { missingColumns.contains([index.table, $0]) }
  }

  /// Whether the file has the columns of a property.
  func areThere(_ columns: PropertyColumns, in entity: EntityTable) -> Bool {
    let (table, names): (String, [String]) =
      switch columns {
      case .attribute(let column): (entity.table, [column.name])
      case .composite(let leaves): (entity.table, leaves.map(\.column.name))
      case .toOne(let column):
        (
          entity.table,
          [column.name, column.entityNumberColumn, column.orderColumn].compactMap(\.self)
        )
      case .toMany(let table, _, let foreignKey): (table, [foreignKey])
      case .manyToMany(let join): (join.name, [join.sourceColumn, join.destinationColumn])
      }
    return !missingTables.contains(table) && !missingTables.contains(entity.table)
      && !names.contains { missingColumns.contains([table, $0]) }
  }

  private mutating func checkUnique(_ index: MissingIndex) throws {
    let names = "\(index.entity).\(index.properties.joined(separator: ", "))"
    let doubles = try connection.rows(index.duplicates)
    guard let first = doubles.first else {
      return add(
        .missingIndex, 1,
        "The unique index of \(names) is missing, so that duplicates can be saved.",
        repair: [.raw(index.createStatement)])
    }
    let condition = zip(index.columns, first.dropFirst()).map { column, value -> SQLFragment in
      "\(name: column) = \(value)"
    }.joined(separator: " AND ")
    let statement = connection.dialect.render(
      """
      SELECT \(name: id.key) FROM \(name: index.table) WHERE \(condition) \
      ORDER BY \(name: id.key) LIMIT 5
      """)
    let keys = try connection.rows(statement.text, statement.values)
      .compactMap { $0[0].integer.map(String.init) }
    let value = first.dropFirst().map { $0.text ?? "\($0)" }.joined(separator: ", ")
    add(
      .duplicate, doubles.count,
      "Several rows share \(doubles.count == 1 ? "a value" : "\(doubles.count) values") of \(names), "
        + "which must be unique: the rows with the keys \(keys.joined(separator: ", ")) have "
        + "“\(value.prefix(60))”. The unique index is missing; “repair” creates it once there are no "
        + "duplicates.")
  }

  private mutating func checkCounters() throws {
    let found = try connection.rows(
      "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?",
      [.text(KeyStatements.tableName)])
    guard !found.isEmpty else {
      return add(
        .missingTable, 1,
        "The file lacks the table \(KeyStatements.tableName), so no row can be inserted.")
    }
    var isWhole = true
    for entity in map.entities where !missingTables.contains(entity.table) {
      let statements = KeyStatements.makeCounter(of: entity)
      let missing = try count(statements.isMissing)
      if missing > 0 { isWhole = false }
      add(
        .missingCounter, missing,
        "\(KeyStatements.tableName) has no row for \(entity.entityName), so no row of it can be inserted.",
        repair: [statements.repair])
    }
    if isWhole, let other = try map.otherNumber(on: connection) {
      add(.wrongEntity, 1, "\(KeyStatements.tableName) contradicts the schema: \(other).")
    }
  }
}

// Relationships between two rows that both store the link.

extension SQLiteStoreCheck {
  /// Finds rows whose one-to-one partner does not link back to them.
  mutating func checkOtherSide(
    of column: ToOneColumn, _ name: String, _ entity: EntityTable
  ) throws {
    guard
      case .relationship(let relationship)? = model.entity(named: entity.entityName)?.properties
        .first(where: { $0.name == name }),
      let inverse = relationship.inverseName,
      let destination = map.entity(named: column.destinationEntity),
      case .toOne(let back)? = destination.properties[inverse],
      areThere(.toOne(back), in: destination)
    else { return }
    let (own, other) = ("OSD_OWN", "OSD_OTHER")
    let isOneSided: SQLFragment = """
      \(.column(column.name, of: own)) = \(.column(id.key, of: other)) \
      AND IFNULL(\(.column(back.name, of: other)), 0) = 0
      """
    let query: SQLFragment = """
      FROM \(name: entity.table) AS \(.table(own)) JOIN \(name: destination.table) AS \(.table(other)) \
      ON \(isOneSided)
      """
    let found = try count("SELECT COUNT(*) \(query)")
    guard found > 0 else { return }
    // If two rows link to the same partner, its owner cannot be determined.
    let isAlone: SQLFragment = """
      (SELECT COUNT(*) FROM \(name: entity.table) AS \(.table("OSD_ALL")) \
      WHERE \(.column(column.name, of: "OSD_ALL")) = \(.column(id.key, of: destination.table))) = 1
      """
    let owner: SQLFragment = """
      (SELECT \(.column(id.key, of: own)) FROM \(name: entity.table) AS \(.table(own)) \
      WHERE \(.column(column.name, of: own)) = \(.column(id.key, of: destination.table)))
      """
    var assignments: SQLFragment = "\(name: back.name) = \(owner)"
    if let numbers = back.entityNumberColumn {
      assignments.append(
        """
        , \(name: numbers) = (SELECT \(.column(id.entity, of: own)) FROM \(name: entity.table) AS \(.table(own)) \
        WHERE \(.column(column.name, of: own)) = \(.column(id.key, of: destination.table)))
        """)
    }
    add(
      .oneSided, found,
      "\(entity.entityName).\(name) of \(rows(found)) refers to rows whose \(inverse) does not refer back.",
      repair: [
        """
        UPDATE \(name: destination.table) SET \(assignments), \(name: id.version) = \(name: id.version) + 1 \
        WHERE IFNULL(\(name: back.name), 0) = 0 AND \(isAlone)
        """
      ])
  }
}
