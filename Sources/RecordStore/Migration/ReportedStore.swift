import CoreDataFormat
import DataSchema
import SQLCore
import SQLiteDriver

/// A store of whose migration is told what it would do.
package protocol ReportedStore {
  /// Where the store is, for messages.
  var path: String { get }
  var metadata: StoreMetadata { get }

  /// What it tells of the entities that it was written with.
  ///
  /// - Throws: What reading it throws.
  func readModel() throws -> StoredModel

  /// Runs `body` and gives the database's failures the words of the store.
  func reporting<Result>(_ body: () throws -> Result) throws -> Result

  /// The way between two versions.
  ///
  /// - Parameters:
  ///   - source: The first.
  ///   - target: The second.
  ///   - isStored: Whether the store has the tables of the first.
  /// - Returns: The way.
  /// - Throws: `LayoutError`, and `SQLError`.
  func evolution(
    from source: ModelDescription, to target: ModelDescription, isStored: Bool
  ) throws -> StoreEvolution

  /// Runs `body` with a connection to the store's tables, or to empty ones of a version.
  ///
  /// - Parameters:
  ///   - model: The version; nil for the store itself.
  ///   - body: Reads.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, `LayoutError`, and `SQLError`.
  func withTables<Result>(
    of model: ModelDescription?, _ body: (any SQLConnection) throws -> Result
  ) throws -> Result

  /// How many bytes each table takes; nil where its connection tells.
  ///
  /// - Throws: `SQLError`.
  func tableSizes() throws -> [String: Int64]?
}

extension StoreReader: ReportedStore {
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
