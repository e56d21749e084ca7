import CoreDataFormat
import DataSchema
import RandomSchemas
import SQLCore
import SQLiteDriver

/// The statements that migrations execute.
enum EvolutionStatements {
  /// The migration between two schemas, on a database that receives an empty store of the first
  /// schema.
  static func evolution(
    from source: [EntityDescription], to target: [EntityDescription],
    on connection: SQLiteConnection
  ) throws -> StoreEvolution {
    try ExternalStandIn.register(on: connection)
    let evolution = try StoreEvolution(
      from: ModelDescription(entities: source), to: ModelDescription(entities: target))
    let statements = try SchemaStatements(layout: evolution.source)
    for text in statements.all { try connection.execute(text) }
    for row in statements.primaryKeyRows { try connection.run(row.text, row.values) }
    return evolution
  }

  /// Statements of a migration that scan a whole table for each row of another.
  static func scansBelowScans(
    _ evolution: StoreEvolution, on connection: SQLiteConnection
  ) throws -> [String] {
    var found: [String] = []
    for text in try evolution.statements(on: connection) {
      let plan = try connection.rows("EXPLAIN QUERY PLAN " + text)
      let correlated = plan.filter { $0[3].text?.hasPrefix("CORRELATED") ?? false }.map { $0[0] }
      var below = Set(correlated)
      for step in plan where below.contains(step[1]) {
        below.insert(step[0])
        if step[3].text?.hasPrefix("SCAN") ?? false { found.append("\(step[3]) in \(text)") }
      }
      try connection.execute(text)
    }
    return found
  }
}
