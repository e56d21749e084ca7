import SQLCore

extension CoreDataLayout {
  /// What of the layout a file lacks, in words; nil for a file that has all tables, columns and numbers of
  /// entities.
  ///
  /// What a file has beside them does not matter. Executes two statements.
  package func difference(on connection: any SQLConnection) throws(SQLError) -> String? {
    if let missing = try missingColumn(on: connection) { return missing }
    return try otherNumber(on: connection)
  }

  private func missingColumn(on connection: any SQLConnection) throws(SQLError) -> String? {
    let rows = try connection.rows(
      """
      SELECT UPPER(T.name), UPPER(C.name) FROM sqlite_master AS T \
      JOIN pragma_table_info(T.name) AS C WHERE T.type = 'table'
      """)
    var columns: [String: Set<String>] = [:]
    for row in rows {
      if let table = row[0].text, let column = row[1].text {
        columns[table, default: []].insert(column)
      }
    }
    let wanted =
      tables.map { ($0.name, ["Z_PK", "Z_ENT", "Z_OPT"] + $0.columns.map(\.name)) }
      + joinTables.map { ($0.name, [$0.ownerColumn, $0.otherColumn]) }
    for (table, names) in wanted {
      guard let existing = columns[table.uppercased()] else { return "it lacks the table \(table)" }
      if let name = names.first(where: { !existing.contains($0.uppercased()) }) {
        return "its table \(table) lacks the column \(name)"
      }
    }
    return nil
  }

  private func otherNumber(on connection: any SQLConnection) throws(SQLError) -> String? {
    var numbers: [String: Int64] = [:]
    var names: [Int64: String] = [:]
    for row in try connection.rows(
      "SELECT Z_NAME, Z_ENT FROM \(SystemTable.primaryKey.rawValue)")
    {
      guard let name = row[0].text, case .integer(let number) = row[1] else { continue }
      (numbers[name], names[number]) = (number, name)
    }
    let wanted = Set(tableMap.entities.map(\.entityName))
    for entity in tableMap.entities {
      let number = Int64(entity.entityNumber)
      guard numbers[entity.entityName] != number else { continue }
      // Where a migration gave an entity another name, the number may still go by the former one.
      if numbers[entity.entityName] == nil, let former = names[number], !wanted.contains(former) {
        continue
      }
      return "its rows give the entity \(entity.entityName) another number"
    }
    return nil
  }
}
