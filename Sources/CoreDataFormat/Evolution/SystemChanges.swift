import DataSchema
import SQLCore

/// What changes in the tables that every store has beside those of its entities.
struct SystemChanges {
  let plan: EvolutionPlan
  private let tables: [TableWork]
  private let joins: [JoinWork]

  init(_ plan: EvolutionPlan, _ tables: [TableWork], _ joins: [JoinWork]) {
    self.plan = plan
    self.tables = tables
    self.joins = joins
  }

  func statements(on connection: any SQLConnection) throws -> [SQLStatement] {
    let names = try connection.rows("SELECT name FROM sqlite_master WHERE type = 'table'")
    let existing = Set(names.compactMap(\.[0].text))
    var statements = entityNumbers()
    statements += try primaryKeys(on: connection)
    if existing.contains(SystemTable.change.rawValue) {
      statements += try history(on: connection)
    }
    if existing.contains(SideTable.memberOrder) { statements += memberOrder() }
    // Core Data's own picture of the schema is out of date; it makes another.
    if existing.contains(SystemTable.modelCache.rawValue) {
      statements.append(SQLStatement("DELETE FROM \(SystemTable.modelCache.rawValue)"))
    }
    return statements
  }

  /// Writes the entity numbers that stand beside keys of other rows.
  private func entityNumbers() -> [SQLStatement] {
    var texts: [String] = []
    for entity in plan.target.tableMap.entities {
      for (name, key) in entity.entityNumberColumns {
        guard let destination = plan.target.tableMap.entity(named: key.destinationEntity),
          !keepsNumbers(name, beside: key, in: entity, of: destination)
        else { continue }
        let (table, other) = (entity.table.asSQLName, destination.table.asSQLName)
        let text =
          "UPDATE \(table) SET \(name.asSQLName) = (SELECT D.Z_ENT FROM \(other) AS D "
          + "WHERE D.Z_PK = \(table).\(key.name.asSQLName)) WHERE \(key.name.asSQLName) IS NOT NULL"
        if !texts.contains(text) { texts.append(text) }
      }
    }
    return texts.map { SQLStatement($0) }
  }

  /// Whether a column of entity numbers has stayed with its keys, and the numbers are what they
  /// were.
  private func keepsNumbers(
    _ column: String, beside key: ToOneColumn, in entity: EntityTable, of destination: EntityTable
  ) -> Bool {
    let works = tables.filter { [entity.table, destination.table].contains($0.table.name) }
    return works.allSatisfy { [.kept, .extended].contains($0.kind) }
      && works.allSatisfy { $0.table.name != destination.table || $0.numbers.isEmpty }
      && works.allSatisfy { work in
        work.table.name != entity.table
          || !work.added.contains { [column, key.name].contains($0.name) }
            && !work.renamed.contains { $0.after == key.name }
      }
  }

  /// Writes the numbers, names and highest keys of entities.
  private func primaryKeys(on connection: any SQLConnection) throws -> [SQLStatement] {
    // Names may change hands, and the highest keys with them.
    let isRenamed = plan.mapping.entities.contains { $0.source != nil && $0.source != $0.target }
    guard isRenamed || plan.source.tableMap.numbering != plan.target.tableMap.numbering else {
      return []
    }
    let history = SystemTable.allCases.compactMap(\.entityNumber).map(String.init)
    var statements = [
      SQLStatement(
        "DELETE FROM Z_PRIMARYKEY WHERE Z_ENT NOT IN (\(history.joined(separator: ", ")))")
    ]
    for entity in plan.target.tableMap.entities {
      let highest =
        entity.entityNumber == entity.rootNumber ? try highestKey(below: entity, on: connection) : 0
      statements.append(
        SQLStatement(
          "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, ?, ?)",
          [
            .integer(Int64(entity.entityNumber)), .text(entity.entityName),
            .integer(Int64(entity.parentNumber)), .integer(highest),
          ]))
    }
    return statements
  }

  private func highestKey(
    below root: EntityTable, on connection: any SQLConnection
  ) throws -> Int64 {
    let works = tables.filter { $0.table.rootNumber == root.rootNumber }
    var highest: Int64 = 0
    for row in works.flatMap(\.rows) {
      let origin = plan.source.tableMap.entities[row.source.rootNumber - 1]
      // Asked before the tables change, when they have their old names.
      let key = try KeyOffsets.highestKey(of: origin, on: connection)
      highest = max(highest, key + row.offset)
    }
    return highest
  }
}

extension TableMap {
  /// What the rows of `Z_PRIMARYKEY` say.
  fileprivate var numbering: [String] {
    entities.map { "\($0.entityNumber) \($0.entityName) \($0.parentNumber)" }
  }
}

extension SystemChanges {
  /// Leads the history to the entities' new numbers and keys.
  private func history(on connection: any SQLConnection) throws -> [SQLStatement] {
    let change = SystemTable.change.rawValue
    let rows = tables.flatMap(\.rows)
    var statements: [SQLStatement] = []
    let removed = plan.source.tableMap.entities.map(\.entityNumber)
      .filter { number in !rows.contains { $0.source.entityNumber == number } }
    if !removed.isEmpty {
      let list = removed.map(String.init).joined(separator: ", ")
      statements.append(SQLStatement("DELETE FROM \(change) WHERE ZENTITY IN (\(list))"))
    }
    let raised = rows.filter { $0.offset != 0 }
      .map { "WHEN \($0.source.entityNumber) THEN \($0.offset)" }
    if !raised.isEmpty {
      statements.append(
        SQLStatement(
          "UPDATE \(change) SET ZENTITYPK = ZENTITYPK + CASE ZENTITY "
            + "\(raised.joined(separator: " ")) ELSE 0 END"))
    }
    // Which columns a change concerns is told by their places, which are others now.
    let reshaped = rows.filter { hasNewShape($0) }.map { "\($0.source.entityNumber)" }
    if !reshaped.isEmpty {
      statements.append(
        SQLStatement(
          "UPDATE \(change) SET ZCOLUMNS = NULL WHERE ZENTITY IN (\(reshaped.joined(separator: ", ")))"
        ))
    }
    let numbers = rows.filter { $0.source.entityNumber != $0.target.entityNumber }
      .map { "WHEN \($0.source.entityNumber) THEN \($0.target.entityNumber)" }
    if !numbers.isEmpty {
      statements.append(
        SQLStatement(
          "UPDATE \(change) SET ZENTITY = CASE ZENTITY \(numbers.joined(separator: " ")) "
            + "ELSE ZENTITY END"))
    }
    return statements + (try tombstones(on: connection))
  }

  private func hasNewShape(_ row: RowQuery) -> Bool {
    ChangedColumns(row.source) != ChangedColumns(row.target)
  }

  /// Makes room for as many values as a deleted row may leave behind now.
  private func tombstones(on connection: any SQLConnection) throws -> [SQLStatement] {
    let columns = try connection.rows("SELECT name FROM pragma_table_info('ACHANGE')")
    let existing = Set(columns.compactMap(\.[0].text))
    return (0..<plan.target.model.tombstoneCount).map { "ZTOMBSTONE\($0)" }
      .filter { !existing.contains($0) }
      .map { SQLStatement("ALTER TABLE ACHANGE ADD COLUMN \($0) BLOB") }
  }
}

/// Tables of ours that Apple's frameworks do not look at.
package enum SideTable {
  /// What all of their names begin with.
  package static let prefix = "OPENSWIFTDATA_"
  /// The order of to-many relationships where it is not that of the keys.
  package static let memberOrder = "OPENSWIFTDATA_ORDER"
  /// What the names of text indexes and their triggers begin with.
  package static let textIndexPrefix = "OPENSWIFTDATA_TEXT_"
  /// What the names of the tables begin with that note what was synced.
  package static let syncPrefix = "OPENSWIFTDATA_SYNC_"
}
