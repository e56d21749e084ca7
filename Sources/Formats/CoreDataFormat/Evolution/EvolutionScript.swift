import SQLCore

/// The steps that migrate a store's tables from one schema to another.
struct EvolutionScript {
  private(set) var steps: [EvolutionStep] = []
  let tables: [TableWork]
  let joins: [JoinWork]
  let plan: EvolutionPlan
  private let isKeepingSource: Bool

  /// - Parameters:
  ///   - plan: The two versions.
  ///   - connection: A connection to the store, which is only read.
  ///   - keepingSource: Whether the source's tables are kept beside the new ones.
  /// - Throws: What the store throws, and `LayoutError` for an impossible index.
  init(_ plan: EvolutionPlan, on connection: any SQLConnection, keepingSource: Bool) throws {
    var plan = plan
    isKeepingSource = keepingSource
    let tablesBefore = plan.tableWorks(rebuildingAll: keepingSource)
    let joinsBefore = plan.joinWorks(rebuildingAll: keepingSource)
    let staying = Set(
      tablesBefore.filter { [.kept, .extended].contains($0.kind) }.map(\.nameBefore)
        + joinsBefore.filter { [.kept, .extended].contains($0.kind) }.map(\.nameBefore))
    plan.setAside = plan.source.allTables.subtracting(staying)
    self.plan = plan
    // The same work again, with the names that the tables have after the renaming.
    let kinds = Dictionary(
      zip(tablesBefore.map(\.table.name), tablesBefore.map(\.kind)), uniquingKeysWith: { $1 })
    tables = plan.tableWorks(rebuildingAll: keepingSource)
    joins = plan.joinWorks(rebuildingAll: keepingSource)
    assert(tables.allSatisfy { kinds[$0.table.name] == $0.kind })
    let indexes = try plan.format.indexChanges(plan, tables, joins, on: connection)
    add(indexes.droppedFirst)
    setSourceAside()
    try fillTables()
    extendTables()
    add(indexes.droppedLast)
    if !keepingSource { add(plan.dropStatements) }
    add(indexes.created)
    try addSystemSteps(on: connection)
  }

  private mutating func add(_ statements: [String]) {
    steps += statements.map { .statement($0) }
  }

  private mutating func setSourceAside() {
    for table in plan.setAside.sorted() {
      add([
        "ALTER TABLE \(plan.quoted(table)) RENAME TO \(plan.quoted(plan.asideName(table)))"
      ])
    }
  }

  private mutating func fillTables() throws {
    for work in tables where [.rebuilt, .created].contains(work.kind) {
      add([plan.format.creation(of: work.table)])
      steps += work.rows.map { .fill(RowFill(query: $0, table: work.table)) }
    }
    for work in joins where [.rebuilt, .created].contains(work.kind) {
      add([plan.format.creation(of: work.table)])
      guard !work.pairs.parts.isEmpty else { continue }
      let columns = [work.table.ownerColumn, work.table.otherColumn].map(plan.quoted)
      add([
        plan.format.spelling.ignoringConflicts(
          "INTO \(plan.quoted(work.table.name)) (\(columns.joined(separator: ", "))) "
            + "SELECT O, D FROM (\(work.pairs.text)) AS P")
      ])
    }
  }

  private mutating func extendTables() {
    for work in tables where work.kind == .extended {
      let name = plan.quoted(work.table.name)
      if work.nameBefore != work.table.name {
        add(["ALTER TABLE \(plan.quoted(work.nameBefore)) RENAME TO \(name)"])
      }
      add(work.dropped.map { "ALTER TABLE \(name) DROP COLUMN \(plan.quoted($0))" })
      add(renaming(work.renamed, in: name))
      for column in work.added { add(addition(of: column, work.defaults[column.name], in: name)) }
      add(
        work.filled.map {
          "UPDATE \(name) SET \(plan.quoted($0.column)) = \($0.value) "
            + "WHERE \(plan.quoted($0.column)) IS NULL"
        })
      if !work.numbers.isEmpty {
        let cases = work.numbers.sorted { $0.key < $1.key }
          .map { "WHEN \($0.key) THEN \($0.value)" }
        let entity = plan.identity.entity
        add([
          "UPDATE \(name) SET \(entity) = CASE \(entity) \(cases.joined(separator: " ")) "
            + "ELSE \(entity) END"
        ])
      }
    }
    for work in joins where work.kind == .extended {
      let name = plan.quoted(work.table.name)
      if work.nameBefore != work.table.name {
        add(["ALTER TABLE \(plan.quoted(work.nameBefore)) RENAME TO \(name)"])
      }
      add(renaming(work.renamed, in: name))
    }
  }

  private func renaming(_ columns: [(before: String, after: String)], in table: String) -> [String]
  {
    columns.map {
      "ALTER TABLE \(table) RENAME COLUMN \(plan.quoted($0.before)) TO \(plan.quoted($0.after))"
    }
  }

  /// Adds a column that has a value in existing rows but no default for new ones.
  private func addition(
    of column: TableLayout.Column, _ value: String?, in table: String
  ) -> [String] {
    let name = plan.quoted(column.name)
    let text = "ALTER TABLE \(table) ADD COLUMN \(name) \(column.type.rawValue)"
    guard let value else { return [text] }
    return [text + " DEFAULT \(value)", "ALTER TABLE \(table) ALTER COLUMN \(name) DROP DEFAULT"]
  }

  private mutating func addSystemSteps(on connection: any SQLConnection) throws {
    let system = SystemChanges(plan, tables, joins)
    steps += try system.statements(on: connection).map { .statement($0) }
  }
}

extension EvolutionPlan {
  /// Statements that drop the tables that were set aside.
  var dropStatements: [String] {
    setAside.sorted().map { "DROP TABLE \(quoted(asideName($0)))" }
  }
}
