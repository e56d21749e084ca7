import DataSchema
import SQLCore

/// The way of a store's tables from one schema to another, without any model class.
///
/// What one schema's elements are in the other is told by names and original names; the rules stand
/// in `Documentation/Compatibility.md`.
package struct StoreEvolution {
  package let source: CoreDataLayout
  package let target: CoreDataLayout
  package private(set) var mapping: SchemaMapping
  let format: any EvolutionFormat

  /// - Throws: `LayoutError` when a schema contradicts itself.
  package init(from source: ModelDescription, to target: ModelDescription) throws(LayoutError) {
    self.source = try CoreDataLayout(model: source)
    self.target = try CoreDataLayout(model: target)
    mapping = SchemaMapping(from: source, to: target)
    format = CoreDataEvolution(source: self.source, target: self.target)
  }

  /// The way of a store whose tables are looked at, since some have one of two names.
  ///
  /// - Throws: `LayoutError` when a schema contradicts itself; `SQLError`.
  package init(
    from source: ModelDescription, to target: ModelDescription,
    storedOn connection: any SQLConnection
  ) throws {
    self.source = try CoreDataLayout(model: source, storedOn: connection)
    self.target = try CoreDataLayout(model: target)
    mapping = SchemaMapping(from: source, to: target)
    format = CoreDataEvolution(source: self.source, target: self.target)
  }

  /// The way between two layouts of another database.
  package init(
    from source: CoreDataLayout, to target: CoreDataLayout, _ format: any EvolutionFormat
  ) {
    (self.source, self.target, self.format) = (source, target, format)
    mapping = SchemaMapping(from: source.model, to: target.model)
  }

  /// The same with properties that were nothing before, given by the entities that declare them.
  package func renewing(_ properties: [String: Set<String>]) -> StoreEvolution {
    var evolution = self
    evolution.mapping = mapping.renewing(properties)
    return evolution
  }

  private func plan(on connection: any SQLConnection) throws -> EvolutionPlan {
    EvolutionPlan(
      source: source, target: target, mapping: mapping,
      keyOffsets: try KeyOffsets(source, target, mapping, format, on: connection), format: format)
  }

  /// What no rule covers, in the schemas and in the rows; empty where `run` will do.
  ///
  /// Reads only; costs a pass over each table that has something to be checked.
  package func obstacles(on connection: any SQLConnection) throws -> [MigrationObstacle] {
    try EvolutionChecks(try plan(on: connection), connection).obstacles()
  }

  /// The triggers of other programs in a store: Core Data keeps derived attributes by them, and they name
  /// tables and columns as they are.
  package static func foreignTriggers(on connection: any SQLConnection) throws -> [String] {
    try connection.rows(
      "SELECT name FROM sqlite_master WHERE type = 'trigger' AND name NOT GLOB 'Z_RT_*' "
        + "AND name NOT GLOB '\(SideTable.textIndexPrefix)*' ORDER BY name"
    ).compactMap(\.[0].text)
  }

  /// Those by which Core Data keeps derived attributes; nothing needs them where there are none any more, and
  /// they would fail for want of the columns.
  static func derivationTriggers(on connection: any SQLConnection) throws -> [String] {
    try foreignTriggers(on: connection).filter { $0.hasPrefix("Z_DA_") || $0.hasPrefix("ZT_") }
  }

  /// The triggers of a store that a migration to `target` would neither take away nor keep true.
  ///
  /// - Throws: `SQLError`.
  package func obstructingTriggers(on connection: any SQLConnection) throws -> [String] {
    let triggers = try Self.foreignTriggers(on: connection)
    guard !target.model.hasDerivedProperties else { return triggers }
    let dropped = Set(try Self.derivationTriggers(on: connection))
    return triggers.filter { !dropped.contains($0) }
  }

  /// Rows that no entity of the target takes, and links of relationships that it lacks.
  ///
  /// Links of entities that are dropped themselves are not counted.
  ///
  /// Reads only; costs one pass over each table that loses rows.
  package func droppedRows(on connection: any SQLConnection) throws -> [DroppedRows] {
    try DroppedRows.all(try plan(on: connection), on: connection)
  }

  /// What becomes of each table.
  ///
  /// Reads only; counts the rows.
  package func tableChanges(on connection: any SQLConnection) throws -> [TableChange] {
    let script = try EvolutionScript(try plan(on: connection), on: connection, keepingSource: false)
    return try script.tableChanges(source, on: connection)
  }

  /// The statements that `run` would execute, but for the parts in which it copies rows.
  package func statements(on connection: any SQLConnection) throws -> [String] {
    try EvolutionScript(try plan(on: connection), on: connection, keepingSource: false)
      .steps.map(\.text)
  }

  /// Changes everything but `Z_METADATA`; for a transaction of the caller's.
  ///
  /// - Parameters:
  ///   - connection: Has the functions of `EvolutionFunction`.
  ///   - keepingSource: Whether the source's tables stay, as `keptSource` names them.
  ///   - progress: Told after each part of the rows that are copied; what it throws ends the run.
  /// - Throws: `SQLError`, and what `progress` throws; the transaction then has to be rolled back.
  package func run(
    on connection: any SQLConnection, keepingSource: Bool = false,
    progress: (EvolutionProgress) throws -> Void = { _ in }
  ) throws {
    let script = try EvolutionScript(
      try plan(on: connection), on: connection, keepingSource: keepingSource)
    for text in format.spelling.before { try connection.run(text) }
    for step in script.steps {
      switch step {
      case .statement(let statement): try connection.run(statement.text, statement.values)
      case .fill(let fill): try fill.run(on: connection, progress)
      }
    }
    for text in format.spelling.after { try connection.run(text) }
  }

  /// Where the source's rows stand after `run(keepingSource: true)`.
  package var keptSource: TableMap {
    source.tableMap.renaming(source.asideNames(format))
  }

  /// Drops the tables of `keptSource`.
  package func dropKeptSource(on connection: any SQLConnection) throws {
    for (_, name) in source.asideNames(format).sorted(by: { $0.key < $1.key }) {
      try connection.run("DROP TABLE \(format.spelling.quoted(name))")
    }
  }
}

extension TableMap {
  /// The same with other names of tables.
  fileprivate func renaming(_ names: [String: String]) -> TableMap {
    func name(_ table: String) -> String { names[table] ?? table }
    var map = self
    for index in map.entities.indices {
      map.entities[index].table = name(map.entities[index].table)
      map.entities[index].properties = map.entities[index].properties.mapValues { columns in
        switch columns {
        case .toMany(let table, let destination, let foreignKey):
          return .toMany(
            destinationTable: name(table), destinationEntity: destination,
            foreignKey: foreignKey)
        case .manyToMany(var join):
          join.name = name(join.name)
          return .manyToMany(join)
        case .attribute, .composite, .toOne: return columns
        }
      }
    }
    return map
  }
}

extension ModelDescription {
  /// Whether Core Data derives some values from others.
  var hasDerivedProperties: Bool {
    entities.contains { entity in
      entity.properties.contains { if case .derived = $0 { true } else { false } }
    }
  }
}
