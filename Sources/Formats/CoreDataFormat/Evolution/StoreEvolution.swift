import DataSchema
import SQLCore

/// The migration of a store's tables from one schema to another, without any model class.
///
/// Elements of the two schemas are matched by their names and original names;
/// `Documentation/Compatibility.md` describes the rules.
package struct StoreEvolution {
  package let source: CoreDataLayout
  package let target: CoreDataLayout
  package private(set) var mapping: SchemaMapping
  let format: any EvolutionFormat

  /// - Throws: `LayoutError` if a schema contradicts itself.
  package init(from source: ModelDescription, to target: ModelDescription) throws(LayoutError) {
    self.source = try CoreDataLayout(model: source)
    self.target = try CoreDataLayout(model: target)
    mapping = SchemaMapping(from: source, to: target)
    format = CoreDataEvolution(source: self.source, target: self.target)
  }

  /// Creates the migration of an existing store, and reads its tables because some may have either
  /// of two names.
  ///
  /// - Throws: `LayoutError` if a schema contradicts itself; `SQLError`.
  package init(
    from source: ModelDescription, to target: ModelDescription,
    storedOn connection: any SQLConnection
  ) throws {
    self.source = try CoreDataLayout(model: source, storedOn: connection)
    self.target = try CoreDataLayout(model: target)
    mapping = SchemaMapping(from: source, to: target)
    format = CoreDataEvolution(source: self.source, target: self.target)
  }

  /// Creates the migration between two layouts of another database.
  package init(
    from source: CoreDataLayout, to target: CoreDataLayout, _ format: any EvolutionFormat
  ) {
    (self.source, self.target, self.format) = (source, target, format)
    mapping = SchemaMapping(from: source.model, to: target.model)
  }

  /// Returns a migration in which some properties have no origin, given by the entities that
  /// declare them.
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

  /// Returns the obstacles to automatic migration in the schemas and the rows; empty if `run` will
  /// succeed.
  ///
  /// Only reads; takes one pass over each table that needs checks.
  package func obstacles(on connection: any SQLConnection) throws -> [MigrationObstacle] {
    try EvolutionChecks(try plan(on: connection), connection).obstacles()
  }

  /// Returns the triggers that other programs created; Core Data maintains derived attributes with
  /// triggers, which refer to tables and columns by their present names.
  package static func foreignTriggers(on connection: any SQLConnection) throws -> [String] {
    try connection.rows(
      "SELECT name FROM sqlite_master WHERE type = 'trigger' AND name NOT GLOB 'Z_RT_*' "
        + "AND name NOT GLOB '\(SideTable.textIndexPrefix)*' ORDER BY name"
    ).compactMap(\.[0].text)
  }

  /// Returns Core Data's triggers for derived attributes: a schema without derived attributes does
  /// not need them, and they would fail without the columns.
  static func derivationTriggers(on connection: any SQLConnection) throws -> [String] {
    try foreignTriggers(on: connection).filter { $0.hasPrefix("Z_DA_") || $0.hasPrefix("ZT_") }
  }

  /// Returns the triggers that a migration to `target` would neither drop nor keep valid.
  ///
  /// - Throws: `SQLError`.
  package func obstructingTriggers(on connection: any SQLConnection) throws -> [String] {
    let triggers = try Self.foreignTriggers(on: connection)
    guard !target.model.hasDerivedProperties else { return triggers }
    let dropped = Set(try Self.derivationTriggers(on: connection))
    return triggers.filter { !dropped.contains($0) }
  }

  /// Counts rows whose entity the target lacks, and links of relationships that it lacks.
  ///
  /// Links of dropped entities are not counted.
  ///
  /// Only reads; takes one pass over each table that loses rows.
  package func droppedRows(on connection: any SQLConnection) throws -> [DroppedRows] {
    try DroppedRows.all(try plan(on: connection), on: connection)
  }

  /// Returns how each table changes.
  ///
  /// Only reads; counts the rows.
  package func tableChanges(on connection: any SQLConnection) throws -> [TableChange] {
    let script = try EvolutionScript(try plan(on: connection), on: connection, keepingSource: false)
    return try script.tableChanges(source, on: connection)
  }

  /// Returns the statements that `run` would execute; rows are copied by one statement instead of
  /// in batches.
  package func statements(on connection: any SQLConnection) throws -> [String] {
    try EvolutionScript(try plan(on: connection), on: connection, keepingSource: false)
      .steps.map(\.text)
  }

  /// Migrates everything except `Z_METADATA`, inside a transaction of the caller.
  ///
  /// - Parameters:
  ///   - connection: A connection with the functions of `EvolutionFunction`.
  ///   - keepingSource: Whether the source's tables are kept, under the names in `keptSource`.
  ///   - progress: Called after each batch of copied rows; an error that it throws ends the
  ///     migration.
  /// - Throws: `SQLError`, and what `progress` throws; the caller must then roll back the
  ///   transaction.
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

  /// The tables of the source's rows after `run(keepingSource: true)`.
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
  /// Returns the map with other table names.
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
  /// Whether the model has derived attributes.
  var hasDerivedProperties: Bool {
    entities.contains { entity in
      entity.properties.contains { if case .derived = $0 { true } else { false } }
    }
  }
}
