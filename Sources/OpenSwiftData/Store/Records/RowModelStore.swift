import DataSchema
import RecordStore

/// The configuration of a store whose rows contexts work on themselves, as they do on SQLite, instead of
/// handing it snapshots.
package protocol RowStoreConfiguration: DataStoreConfiguration {
  /// Finds the store, and makes it where it is missing.
  ///
  /// - Parameters:
  ///   - model: The entities that it is to have.
  ///   - schema: The container's schema, which has their classes.
  ///   - version: The version of the schema that a new store names; nil for the schema's own.
  /// - Returns: The store, which may hold other versions of the entities.
  /// - Throws: What says why it cannot be used.
  func findRowStore(
    _ model: ModelDescription, of schema: Schema, newVersion version: () throws -> String?
  ) throws -> any MigratableStore

  /// Finds the store for reading alone.
  ///
  /// - Parameter model: The entities that it is to have.
  /// - Returns: The store.
  /// - Throws: `SwiftDataError.storeCannotBeOpened` where there is none; what says why it cannot be used.
  func findForReport(_ model: ModelDescription) throws -> any ReportedStore
}

/// A store of rows as containers and contexts know it, whatever database it is on.
final class RowModelStore: ModelStore {
  let rows: any RowStore
  private let model: ModelDescription

  init(_ rows: any RowStore, _ model: ModelDescription) {
    (self.rows, self.model) = (rows, model)
  }

  /// The store as contexts know it.
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

  func impossibleKey(_ key: Int64, of entity: String?) -> SwiftDataError {
    rows.impossibleKey(key, of: entity)
  }
}
