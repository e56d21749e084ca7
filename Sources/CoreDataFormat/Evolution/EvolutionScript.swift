import DataSchema
import SQLCore

/// The steps that take a store's tables from one schema to another.
struct EvolutionScript {
  private(set) var steps: [EvolutionStep] = []
  let tables: [TableWork]
  let joins: [JoinWork]
  private let plan: EvolutionPlan
  private let isKeepingSource: Bool

  /// - Parameters:
  ///   - plan: The two versions.
  ///   - connection: A connection to the store, which is read only.
  ///   - keepingSource: Whether the source's tables stay beside the new ones.
  /// - Throws: What the store throws, and `LayoutError` for an index that cannot be.
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
    // The same again, with the names that tables have by then.
    let kinds = Dictionary(
      zip(tablesBefore.map(\.table.name), tablesBefore.map(\.kind)), uniquingKeysWith: { $1 })
    tables = plan.tableWorks(rebuildingAll: keepingSource)
    joins = plan.joinWorks(rebuildingAll: keepingSource)
    assert(tables.allSatisfy { kinds[$0.table.name] == $0.kind })
    let indexes = try IndexChanges(plan, tables, joins, on: connection)
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
        "ALTER TABLE \(table.asSQLName) RENAME TO \((EvolutionPlan.prefix + table).asSQLName)"
      ])
    }
  }

  private mutating func fillTables() throws {
    for work in tables where [.rebuilt, .created].contains(work.kind) {
      add([work.table.createStatement])
      steps += work.rows.map { .fill(RowFill(query: $0, table: work.table)) }
    }
    for work in joins where [.rebuilt, .created].contains(work.kind) {
      add([work.table.createStatement])
      guard !work.pairs.parts.isEmpty else { continue }
      let columns = [work.table.ownerColumn, work.table.otherColumn].map(\.asSQLName)
      add([
        "INSERT OR IGNORE INTO \(work.table.name.asSQLName) (\(columns.joined(separator: ", "))) "
          + "SELECT O, D FROM (\(work.pairs.text))"
      ])
    }
  }

  private mutating func extendTables() {
    for work in tables where work.kind == .extended {
      let name = work.table.name.asSQLName
      if work.nameBefore != work.table.name {
        add(["ALTER TABLE \(work.nameBefore.asSQLName) RENAME TO \(name)"])
      }
      add(renaming(work.renamed, in: name))
      add(
        work.added.map { "ALTER TABLE \(name) ADD COLUMN \($0.name.asSQLName) \($0.type.rawValue)" }
      )
      if !work.numbers.isEmpty {
        let cases = work.numbers.sorted { $0.key < $1.key }
          .map { "WHEN \($0.key) THEN \($0.value)" }
        add(["UPDATE \(name) SET Z_ENT = CASE Z_ENT \(cases.joined(separator: " ")) ELSE Z_ENT END"]
        )
      }
    }
    for work in joins where work.kind == .extended {
      let name = work.table.name.asSQLName
      if work.nameBefore != work.table.name {
        add(["ALTER TABLE \(work.nameBefore.asSQLName) RENAME TO \(name)"])
      }
      add(renaming(work.renamed, in: name))
    }
  }

  private func renaming(_ columns: [(before: String, after: String)], in table: String) -> [String]
  {
    columns.map {
      "ALTER TABLE \(table) RENAME COLUMN \($0.before.asSQLName) TO \($0.after.asSQLName)"
    }
  }

  private mutating func addSystemSteps(on connection: any SQLConnection) throws {
    let system = SystemChanges(plan, tables, joins)
    steps += try system.statements(on: connection).map { .statement($0) }
  }
}

extension EvolutionPlan {
  /// Takes away what was set aside.
  var dropStatements: [String] {
    setAside.sorted().map { "DROP TABLE \((Self.prefix + $0).asSQLName)" }
  }
}
