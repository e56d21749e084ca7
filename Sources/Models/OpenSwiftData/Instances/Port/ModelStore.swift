import RecordStore

/// The contents of a store as bindings of model classes know them.
///
/// Keys of rows are positive and unique in their tree of entities.
protocol StoreContents: AnyObject, Sendable {
  /// Uniquely identifies the store; part of its models' persistent identifiers.
  var identifier: String { get }
  /// The location of the store, for messages and to distinguish stores.
  var path: String { get }
  /// The layout of the store's rows as contexts read them.
  var tables: StoreTables { get }
  /// The store's own identifiers; nil if an identifier contains the row's key.
  var identifiers: RowIdentifiers? { get }
  /// The values in files; nil if all values are stored in rows.
  var externalFiles: ExternalFiles? { get }

  /// The error for a row whose key is not valid.
  func impossibleKey(_ key: Int64, of entity: String?) -> SwiftDataError
}

/// A store from the viewpoint of containers and contexts: it contains rows of models and opens
/// sessions to work with them.
protocol ModelStore: StoreContents {
  /// Whether a save is rolled back if something fails that must succeed along with it.
  var isTransactional: Bool { get }
  /// Whether the store's contents cannot be changed by anyone.
  var isUnchanging: Bool { get }
  /// Whether the store exists only for a stage of a migration.
  var isOfStage: Bool { get }
  /// The reports of the statements that the store executes; nil if it executes none.
  var statements: StatementReports? { get }

  /// Creates a session for one context to work with the store.
  ///
  /// - Parameters:
  ///   - editingState: Identifies the context to the store.
  ///   - reports: The observers of the session's statements.
  /// - Returns: The session, which only the context uses.
  /// - Throws: `SwiftDataError` if the store can no longer be used.
  func openSession(
    for editingState: EditingState, _ reports: StatementReports
  ) throws -> any ModelStoreSession

  /// Deletes everything in the store.
  ///
  /// - Throws: An error that says why that is not possible.
  func erase() throws
}

extension ModelStore {
  var identifiers: RowIdentifiers? { nil }
  var isTransactional: Bool { true }
  var isUnchanging: Bool { false }
  var isOfStage: Bool { false }
  var externalFiles: ExternalFiles? { nil }
  var statements: StatementReports? { nil }
}
