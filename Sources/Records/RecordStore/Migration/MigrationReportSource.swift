import CoreDataFormat
import DataSchema
import SQLCore
import SQLiteDriver

/// A store whose migration can be reported without executing it.
package protocol MigrationReportSource: SourceStore {
  /// Returns the evolution between two versions.
  ///
  /// - Parameters:
  ///   - source: The source version.
  ///   - target: The target version.
  ///   - isStored: Whether the store has the tables of the source version.
  /// - Returns: The evolution.
  /// - Throws: `LayoutError`, and `SQLError`.
  func evolution(
    from source: ModelDescription, to target: ModelDescription, isStored: Bool
  ) throws -> StoreEvolution

  /// Runs `body` with a connection to the store's tables, or to empty tables of a version.
  ///
  /// - Parameters:
  ///   - model: The version; nil for the store itself.
  ///   - body: Reads the tables.
  /// - Returns: The result of `body`.
  /// - Throws: What `body` throws, `LayoutError`, and `SQLError`.
  func withTables<Result>(
    of model: ModelDescription?, _ body: (any SQLConnection) throws -> Result
  ) throws -> Result

  /// Returns the size of each table in bytes; nil if its connection can report it.
  ///
  /// - Throws: `SQLError`.
  func tableSizes() throws -> [String: Int64]?
}

extension MigrationReportSource {
  package func obstacles(
    from source: ModelDescription, to target: ModelDescription
  ) throws -> [MigrationObstacle] {
    try withTables(
      of: nil, evolution(from: source, to: target, isStored: true).obstacles)
  }
}

extension StoreReader: MigrationReportSource {
  package var path: String { location.path }

  package func reporting<Result>(_ body: () throws -> Result) throws -> Result {
    try location.reporting(body)
  }

  package func evolution(
    from source: ModelDescription, to target: ModelDescription, isStored: Bool
  ) throws -> StoreEvolution {
    isStored
      ? try StoreEvolution(from: source, to: target, storedOn: connection)
      : try StoreEvolution(from: source, to: target)
  }

  package func withTables<Result>(
    of model: ModelDescription?, _ body: (any SQLConnection) throws -> Result
  ) throws -> Result {
    guard let model else {
      try MigrationFiles.registerForChecks(on: connection, location)
      return try body(connection)
    }
    let empty = try SQLiteConnection(path: "", mode: .inMemory)
    let statements = try SchemaStatements(layout: CoreDataLayout(model: model))
    for text in statements.all { try empty.run(text) }
    for row in statements.primaryKeyRows { try empty.run(row.text, row.values) }
    return try body(empty)
  }

  package func tableSizes() throws -> [String: Int64]? { nil }
}
