import CoreDataFormat
import SQLCore
import SwiftDataErrors

/// A connection to one store with the statements and plans prepared on it, for a context or another
/// user.
package final class RecordSession {
  package let store: any RowStore
  package let connection: any SQLConnection
  /// The columns that identify a row.
  package let identity: RowIdentity

  /// An UPDATE of some properties: its text, the parameter of each property, and that of the key.
  package typealias UpdatePlan = (text: String, parameters: RowColumns, key: Int)

  package struct UpdateKey: Hashable {
    let entity: ObjectIdentifier
    let changes: PropertyMask
  }

  private struct RowsKey: Hashable {
    let entity: ObjectIdentifier
    /// The properties that an UPDATE changes; nil for an INSERT.
    let changes: PropertyMask?
  }

  /// The content version from which the context's instances were read.
  private var seenVersion: UInt32?
  /// Whether others have written since the last save, so that unsaved changes may conflict.
  package private(set) var mayConflict = false

  /// Whether others may write while the session's transaction does.
  ///
  /// Transactions that change rows in the same order do not wait for each other in a circle.
  package var hasOtherWriters: Bool {
    connection.dialect.features.writingTransactions == .plain
  }

  /// Whether the table of member positions is known to exist.
  var knowsMemberOrder = false
  /// The content version in which that table was last found missing.
  var memberOrderVersion: UInt32?
  /// Whether the history tables were found complete, or completed by the current transaction.
  private var knowsHistory = false

  /// The number of the last written transaction; nil for none, and in a store without history.
  package private(set) var lastTransaction: Int64?

  /// The transaction that contains the session's saves; nil outside of one.
  var outerTransaction: OuterTransaction?

  /// The number of nested enumerations that are running.
  var enumerationCount = 0

  private(set) package var updatePlans: [UpdateKey: UpdatePlan] = [:]
  /// The UPDATEs for runs of rows; nil if the rows have to be written one by one.
  private(set) package var batchUpdates: [UpdateKey: BatchUpdateStatement?] = [:]
  /// The statements for many rows; nil if the rows have to be written one by one.
  private var rowsStatements: [RowsKey: (any RowsStatement)?] = [:]
  /// The size limit of each of these caches; a full cache is emptied.
  package static let planLimit = 256

  /// Creates a session on a connection of its own.
  ///
  /// - Parameters:
  ///   - store: The store to use.
  ///   - observers: Observers of the session's statements.
  /// - Throws: `SwiftDataError` if the store can no longer be reached.
  package init(_ store: any RowStore, observers: StatementObservers) throws {
    self.store = store
    identity = store.tables.identity
    connection = try store.checkOut(observers: observers)
  }

  /// Returns whether others have written since the last call; called while a statement runs.
  package func consumeExternalChanges() -> Bool {
    let version = connection.contentVersion
    defer { seenVersion = version }
    guard let seenVersion, seenVersion != version else { return false }
    mayConflict = true
    return true
  }

  /// Records the transaction that is being written.
  package func noteTransaction(_ number: Int64) {
    lastTransaction = number
    store.ownTransactions.note(number)
  }

  /// Discards a recorded transaction that was not committed.
  func forgetTransaction() {
    if let lastTransaction { store.ownTransactions.forget(lastTransaction) }
    lastTransaction = nil
  }

  /// Records that members with unsaved changes must be reread before a save.
  package func noteUnloadedMembers() { mayConflict = true }

  /// Records that a row is being read by its key.
  package func noteReading() {
    if seenVersion == nil { seenVersion = connection.contentVersion }
  }

  /// Records that others may have written without this session having noticed it.
  ///
  /// A database with one writer at a time tells all changes reliably.
  func noteUnknownChanges() {
    guard connection.features.writingTransactions == .plain else { return }
    seenVersion = connection.contentVersion &- 1
  }

  /// Records that this session wrote.
  package func noteOwnChanges() {
    store.noteChanges()
    seenVersion = connection.contentVersion
    mayConflict = false
    if knowsMemberOrder { store.hasMemberOrder = true }
    if knowsHistory { store.hasHistory = true }
  }

  /// Whether the history tables are known to be complete.
  var hasHistory: Bool { knowsHistory || store.hasHistory }

  /// Records that the history tables are complete within the current transaction.
  ///
  /// If it fails, tables that it created are rolled back; so other sessions learn of them when it
  /// is committed.
  func noteHistory() { knowsHistory = true }

  /// Discards what is known of tables, after a transaction that may have created them was rolled
  /// back.
  func forgetTables() {
    (knowsMemberOrder, memberOrderVersion) = (false, nil)
    knowsHistory = false
  }

  /// Returns the connection to the store; the session must not be used afterwards.
  package func close() { store.checkIn(connection) }
}

// Statements.

extension RecordSession {
  /// Quotes a name for the session's database.
  package func quoted(_ name: String) -> String { connection.dialect.quoted(name) }

  /// Prepares the statement of `fragment`, with its values bound.
  package func prepare(_ fragment: SQLFragment) throws -> any PreparedStatement {
    let rendered = connection.dialect.render(fragment)
    let statement = try connection.prepare(rendered.text)
    for (index, value) in rendered.values.enumerated() {
      statement.parameters.bind(value, index + 1)
    }
    return statement
  }

  /// Executes a SELECT, passes its rows to `body`, and resets the statement.
  package func read<Result>(
    _ query: SQLFragment, _ body: (any PreparedStatement) throws -> Result
  ) throws -> Result {
    try reporting {
      let statement = try prepare(query)
      defer { statement.reset() }
      let result = try body(statement)
      try statement.checkValues()
      return result
    }
  }

  /// Executes a statement, and returns the number of changed rows.
  @discardableResult
  package func run(_ query: SQLFragment) throws -> Int {
    let statement = try prepare(query)
    defer { statement.reset() }
    while try statement.step() {}
    return statement.changedRowCount
  }

  /// Returns the keys in the first column of a SELECT.
  package func keys(_ query: SQLFragment) throws -> [Int64] {
    let statement = try prepare(query)
    defer { statement.reset() }
    var keys: [Int64] = []
    while let key = try statement.nextKey() {
      guard key > 0 else { throw store.impossibleKey(key) }
      keys.append(key)
    }
    return keys
  }

  /// Runs `body` and converts the database's errors into errors of the store.
  package func reporting<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as SQLError {
      throw described(error)
    }
  }

  /// Converts a database error; if a statement does not match the tables, first checks whether
  /// another program has migrated the store.
  package func described(_ error: SQLError) -> SwiftDataError {
    outerTransaction?.note(error)
    if [.invalidStatement, .undefinedTable, .undefinedColumn].contains(error.kind) {
      do { try checkSchema() } catch let mismatch as SwiftDataError { return mismatch } catch {}
    }
    return store.describe(error)
  }

  /// Returns the UPDATE of the properties in `changes`, cached for each combination.
  package func updatePlan(_ entity: RecordEntity, _ changes: PropertyMask) -> UpdatePlan {
    let key = UpdateKey(entity: ObjectIdentifier(entity), changes: changes)
    if let plan = updatePlans[key] { return plan }
    let plan = entity.statements.update(changes)
    if updatePlans.count >= Self.planLimit { updatePlans.removeAll(keepingCapacity: true) }
    updatePlans[key] = plan
    return plan
  }

  /// Returns the cached UPDATE of the properties in `changes` for runs of rows; nil for none.
  package func batchUpdate(
    _ entity: RecordEntity, _ changes: PropertyMask, _ functions: any RowValueFunctions
  ) -> BatchUpdateStatement? {
    let key = UpdateKey(entity: ObjectIdentifier(entity), changes: changes)
    if let known = batchUpdates[key] { return known }
    let statement = BatchUpdateStatement(entity, changes, functions: functions)
    if batchUpdates.count >= Self.planLimit { batchUpdates.removeAll(keepingCapacity: true) }
    batchUpdates[key] = .some(statement)
    return statement
  }
}

extension RecordSession {
  /// Returns the cached statement for many rows of an entity.
  ///
  /// - Parameters:
  ///   - entity: The entity.
  ///   - changes: The properties that it changes; nil for an INSERT.
  ///   - make: Creates the statement.
  /// - Returns: The statement; nil for none.
  /// - Throws: What `make` throws.
  func rowsStatement(
    of entity: RecordEntity, _ changes: PropertyMask?, _ make: () throws -> (any RowsStatement)?
  ) throws -> (any RowsStatement)? {
    let key = RowsKey(entity: ObjectIdentifier(entity), changes: changes)
    if let known = rowsStatements[key] { return known }
    let statement = try make()
    if rowsStatements.count >= Self.planLimit { rowsStatements.removeAll(keepingCapacity: true) }
    rowsStatements[key] = .some(statement)
    return statement
  }
}

// Checks to run before anything is written.

extension RecordSession {
  /// Checks within a transaction that the tables are still those that the store was opened with.
  ///
  /// - Throws: `SwiftDataError.storeSchemaMismatch` if another program has migrated the store;
  ///   `storeHasMoved` if the open file is no longer the store.
  package func checkSchema() throws {
    try store.checkUnchanged(connection)
  }

  package func checkWritable() throws { try store.checkWritable() }
}
