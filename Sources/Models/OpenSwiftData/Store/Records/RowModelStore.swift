import DataSchema
import PredicateSQL
import RecordStore

/// The configuration of a store whose rows contexts access directly, as with SQLite, instead of
/// through snapshots.
package protocol RowStoreConfiguration: DataStoreConfiguration {
  /// Finds the store, and creates it if it is missing.
  ///
  /// - Parameters:
  ///   - model: The entities that the store should contain.
  ///   - schema: The container's schema, with the entities' classes.
  ///   - version: Returns the schema version to record in a new store; nil for the schema's own.
  /// - Returns: The store, which may contain other versions of the entities.
  /// - Throws: An error that says why the store cannot be used.
  func findRowStore(
    _ model: ModelDescription, of schema: Schema, newVersion version: () throws -> String?
  ) throws -> any MigrationSource

  /// Finds the store for reading only.
  ///
  /// - Parameter model: The entities that the store should contain.
  /// - Returns: The store.
  /// - Throws: `SwiftDataError.storeCannotBeOpened` if there is no store; an error that says why it
  ///   cannot be used.
  func findForReport(_ model: ModelDescription) throws -> any MigrationReportSource
}

/// Adapts a store of rows in any database to containers and contexts.
final class RowModelStore: ModelStore, DatabaseStore, TextIndexedStore {
  let rows: any RowStore
  private let model: ModelDescription

  init(_ rows: any RowStore, _ model: ModelDescription) {
    (self.rows, self.model) = (rows, model)
  }

  /// The adapter for a store of rows, or the store itself if it needs none.
  static func store(_ rows: any RowStore, _ model: ModelDescription) -> any ModelStore {
    (rows as? any ModelStore) ?? RowModelStore(rows, model)
  }

  var identifier: String { rows.identifier }
  var path: String { rows.path }
  var tables: StoreTables { rows.tables }
  var isUnchanging: Bool { rows.isUnchanging }
  var externalFiles: ExternalFiles? { rows.externalFiles }
  var statements: StatementReports? { StatementReports(rows.statementObservers) }

  func openSession(
    for editingState: EditingState, _ reports: StatementReports
  ) throws -> any ModelStoreSession { try RecordStoreSession(self, rows, reports) }

  func erase() throws { try rows.erase() }

  func recordEngine() throws -> RecordEngine? { try RecordEngine(rows, model) }

  func keepTextIndexes(_ wanted: [WantedTextIndex]) throws -> [ResolvedTextIndex?] {
    try (rows as? any TextIndexedRows)?.keepTextIndexes(wanted) ?? wanted.map { _ in nil }
  }

  func impossibleKey(_ key: Int64, of entity: String?) -> SwiftDataError {
    rows.impossibleKey(key, of: entity)
  }
}
