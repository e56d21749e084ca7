import Foundation
import RecordStore

/// A store as containers and contexts know it: something that holds rows of models and opens sessions to
/// work on them.
///
/// Rows are named by keys above zero, unlike any others of their tree of entities. What a store does not
/// provide stands in the extension below.
protocol ModelStore: AnyObject, Sendable {
  /// What identifies the store among all; identifiers of its models carry it.
  var identifier: String { get }
  /// Where the store is, for messages and to tell stores from each other.
  var path: String { get }
  /// How the rows of the store are laid out when they come to contexts.
  var tables: StoreTables { get }
  /// The store's own identifiers; nil where an identifier says the key of a row.
  var identifiers: RowIdentifiers? { get }
  /// Whether what was saved is undone where something fails that has to succeed with it.
  var isTransactional: Bool { get }
  /// Whether nobody can change what the store holds.
  var isUnchanging: Bool { get }
  /// Whether the store is there for a stage of a migration alone.
  var isOfStage: Bool { get }
  /// Values that stand in files; nil where all stand in rows.
  var externalFiles: ExternalFiles? { get }
  /// The statements that the store runs; nil where it runs none.
  var statements: StatementReports? { get }

  /// Makes what one context needs to work on the store.
  ///
  /// - Parameters:
  ///   - editingState: What identifies the context to the store.
  ///   - reports: Who is told of the session's statements.
  /// - Returns: The session, for the context alone.
  /// - Throws: `SwiftDataError` when the store can no longer be used.
  func openSession(
    for editingState: EditingState, _ reports: StatementReports
  ) throws -> any ModelStoreSession

  /// Begins to watch for what others write to the store, other processes above all.
  ///
  /// - Parameters:
  ///   - bindings: The model classes of the store.
  ///   - handler: Called with each change, on any thread, as long as the watch lives.
  /// - Returns: The watch; nil where nobody else can write, or where that cannot be seen.
  /// - Throws: `SwiftDataError` when the store can no longer be used.
  func watch(
    _ bindings: StoreBindings, _ handler: @escaping @Sendable (StoreChange) -> Void
  ) throws -> (any Sendable)?

  /// Deletes everything that the store holds.
  ///
  /// - Throws: What says why that cannot be done.
  func erase() throws

  /// A way to the rows by the names of entities and properties; nil for a store that has no rows of a
  /// database.
  ///
  /// - Throws: `SwiftDataError` when the store can no longer be used.
  func recordEngine() throws -> RecordEngine?

  /// The error for a row whose key no row can have.
  func impossibleKey(_ key: Int64, of entity: String?) -> SwiftDataError
}

extension ModelStore {
  func recordEngine() throws -> RecordEngine? { nil }

  var identifiers: RowIdentifiers? { nil }
  var isTransactional: Bool { true }
  var isUnchanging: Bool { false }
  var isOfStage: Bool { false }
  var externalFiles: ExternalFiles? { nil }
  var statements: StatementReports? { nil }

  func watch(
    _ bindings: StoreBindings, _ handler: @escaping @Sendable (StoreChange) -> Void
  ) throws -> (any Sendable)? { nil }
}
