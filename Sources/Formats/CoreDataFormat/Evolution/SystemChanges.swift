import DataSchema
import SQLCore

/// The changes to the tables that a store has besides those of its entities.
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
    let existing = try plan.format.sideTables(on: connection)
    let spelling = plan.format.spelling
    var statements = entityNumbers()
    statements += try plan.format.keyStatements(plan, tables, on: connection)
    if existing.contains(spelling.history.table) { statements += try history(on: connection) }
    if existing.contains(spelling.memberOrder) { statements += memberOrder() }
    return statements
      + spelling.outdated.filter(existing.contains).map {
        SQLStatement("DELETE FROM \($0)")
      }
  }

  /// Returns statements that write the entity numbers stored beside foreign keys.
  private func entityNumbers() -> [SQLStatement] {
    var texts: [String] = []
    for entity in plan.target.tableMap.entities {
      for (name, key) in entity.entityNumberColumns {
        guard let destination = plan.target.tableMap.entity(named: key.destinationEntity),
          !keepsNumbers(name, beside: key, in: entity, of: destination)
        else { continue }
        let (table, other) = (plan.quoted(entity.table), plan.quoted(destination.table))
        let (number, key) = (plan.quoted(name), plan.quoted(key.name))
        let text =
          "UPDATE \(table) SET \(number) = (SELECT D.\(plan.identity.entity) FROM \(other) AS D "
          + "WHERE D.\(plan.identity.key) = \(table).\(key)) WHERE \(key) IS NOT NULL"
        if !texts.contains(text) { texts.append(text) }
      }
    }
    return texts.map { SQLStatement($0) }
  }

  /// Returns whether a column of entity numbers is still beside its keys, and the numbers are
  /// unchanged.
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
}

extension SystemChanges {
  /// Returns statements that convert the history to the entities' new numbers and keys.
  private func history(on connection: any SQLConnection) throws -> [SQLStatement] {
    let names = plan.format.spelling.history
    let change = names.table
    let rows = tables.flatMap(\.rows)
    var statements: [SQLStatement] = []
    let removed = plan.source.tableMap.entities.map(\.entityNumber)
      .filter { number in !rows.contains { $0.source.entityNumber == number } }
    if !removed.isEmpty {
      let list = removed.map(String.init).joined(separator: ", ")
      statements.append(SQLStatement("DELETE FROM \(change) WHERE \(names.entity) IN (\(list))"))
    }
    let raised = rows.filter { $0.offset != 0 }
      .map { "WHEN \($0.source.entityNumber) THEN \($0.offset)" }
    if !raised.isEmpty {
      statements.append(
        SQLStatement(
          "UPDATE \(change) SET \(names.key) = \(names.key) + CASE \(names.entity) "
            + "\(raised.joined(separator: " ")) ELSE 0 END"))
    }
    // The history records changed columns by their positions, which are different now.
    let reshaped = rows.filter { hasNewShape($0) }.map { "\($0.source.entityNumber)" }
    if !reshaped.isEmpty {
      statements.append(
        SQLStatement(
          "UPDATE \(change) SET \(names.columns) = NULL "
            + "WHERE \(names.entity) IN (\(reshaped.joined(separator: ", ")))"))
    }
    let numbers = rows.filter { $0.source.entityNumber != $0.target.entityNumber }
      .map { "WHEN \($0.source.entityNumber) THEN \($0.target.entityNumber)" }
    if !numbers.isEmpty {
      statements.append(
        SQLStatement(
          "UPDATE \(change) SET \(names.entity) = CASE \(names.entity) "
            + "\(numbers.joined(separator: " ")) ELSE \(names.entity) END"))
    }
    return statements + (try tombstones(on: connection))
  }

  private func hasNewShape(_ row: RowQuery) -> Bool {
    ChangedColumns(row.source) != ChangedColumns(row.target)
  }

  /// Returns statements that add columns for the values that deleted rows may leave behind now.
  private func tombstones(on connection: any SQLConnection) throws -> [SQLStatement] {
    let names = plan.format.spelling.history
    let existing = try plan.format.columns(of: names.table, on: connection)
    return (0..<plan.target.model.tombstoneCount).map { "\(names.tombstone)\($0)" }
      .filter { !existing.contains($0) }
      .map { SQLStatement("ALTER TABLE \(names.table) ADD COLUMN \($0) \(names.tombstoneType)") }
  }
}

/// OpenSwiftData's own tables, which Apple's frameworks ignore.
package enum SideTable {
  /// The prefix of all their names.
  package static let prefix = "OPENSWIFTDATA_"
  /// The table of the order of to-many relationships, where it differs from the order of the keys.
  package static let memberOrder = "OPENSWIFTDATA_ORDER"
  /// The name prefix of text indexes and their triggers.
  static let textIndexPrefix = "OPENSWIFTDATA_TEXT_"
  /// The name prefix of the tables that record what was synced.
  package static let syncPrefix = "OPENSWIFTDATA_SYNC_"
}
