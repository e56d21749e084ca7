import CoreDataFormat
import SQLCore
import SwiftDataErrors

/// What one context, or whoever else works on a store, needs for it: a connection of its own, and the
/// statements it worked out.
package final class RecordSession {
  package let store: any RowStore
  package let connection: any SQLConnection
  /// The columns by which each row tells what it is.
  package let identity: RowIdentity

  /// An UPDATE of some properties: its text, which parameter holds which property, and which the key.
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

  /// The version of the contents that the context's instances were read from.
  private var seenVersion: UInt32?
  /// Whether somebody else has written since the last save, so that unsaved changes may concern
  /// rows that are no more or say otherwise now.
  package private(set) var mayConflict = false

  /// Whether the table of members' positions is known to exist.
  package var knowsMemberOrder = false
  /// The version of the contents in which that table was last missed.
  package var memberOrderVersion: UInt32?
  /// Whether the tables of the history were found whole, or made so by the transaction that is going on.
  private var knowsHistory = false

  /// The number of the transaction that was written last; nil for none, and in a store without history.
  package private(set) var lastTransaction: Int64?

  /// How many enumerations are under way, one within another.
  package var enumerationCount = 0

  private(set) package var updatePlans: [UpdateKey: UpdatePlan] = [:]
  /// The UPDATEs for runs of rows; nil where the rows have to be written one by one.
  private(set) package var batchUpdates: [UpdateKey: BatchUpdateStatement?] = [:]
  /// The statements for many rows; nil where the rows have to be written one by one.
  private var rowsStatements: [RowsKey: (any RowsStatement)?] = [:]
  /// How many of each are kept, of as many as there are sets of properties; beyond it they are worked
  /// out anew.
  package static let planLimit = 256

  /// - Parameters:
  ///   - store: The store to work on.
  ///   - observers: Who is told of the session's statements.
  /// - Throws: `SwiftDataError` when the store can no longer be reached.
  package init(_ store: any RowStore, observers: StatementObservers) throws {
    self.store = store
    identity = store.tables.identity
    connection = try store.checkOut(observers: observers)
  }

  /// Whether somebody else has written since the last call; for while a statement runs.
  package func consumeExternalChanges() -> Bool {
    let version = connection.contentVersion
    defer { seenVersion = version }
    guard let seenVersion, seenVersion != version else { return false }
    mayConflict = true
    return true
  }

  /// Takes note of the transaction that is being written.
  package func noteTransaction(_ number: Int64) {
    lastTransaction = number
    store.ownTransactions.note(number)
  }

  /// Takes note that what was being written was not committed.
  package func forgetTransaction() {
    if let lastTransaction { store.ownTransactions.forget(lastTransaction) }
    lastTransaction = nil
  }

  /// Takes note that members with unsaved changes are to be read anew before they are saved.
  package func noteUnloadedMembers() { mayConflict = true }

  /// Takes note that a row is being read by its key.
  package func noteReading() {
    if seenVersion == nil { seenVersion = connection.contentVersion }
  }

  /// Takes note that this session wrote.
  package func noteOwnChanges() {
    store.noteChanges()
    seenVersion = connection.contentVersion
    mayConflict = false
    if knowsMemberOrder { store.hasMemberOrder = true }
    if knowsHistory { store.hasHistory = true }
  }

  /// Whether the tables of the history are known to be whole.
  var hasHistory: Bool { knowsHistory || store.hasHistory }

  /// Takes note that the tables of the history are whole for the transaction that is going on; what it made of
  /// them goes with it if it fails, so that others learn of them when it is committed.
  func noteHistory() { knowsHistory = true }

  /// Takes note that a transaction was rolled back, and with it the tables that it made.
  func forgetTables() {
    (knowsMemberOrder, memberOrderVersion) = (false, nil)
    knowsHistory = false
  }

  /// Gives the connection back; the session is not used afterwards.
  package func close() { store.checkIn(connection) }
}

// Statements.

extension RecordSession {
  /// A name as the session's database has it.
  package func quoted(_ name: String) -> String { connection.dialect.quoted(name) }

  /// The statement of `fragment`, with its values bound.
  package func prepare(_ fragment: SQLFragment) throws -> any PreparedStatement {
    let rendered = connection.dialect.render(fragment)
    let statement = try connection.prepare(rendered.text)
    for (index, value) in rendered.values.enumerated() {
      statement.parameters.bind(value, index + 1)
    }
    return statement
  }

  /// Runs a SELECT, gives its rows to `body`, and makes the statement ready for the next.
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

  /// Runs a statement, and returns how many rows it changed.
  @discardableResult
  package func run(_ query: SQLFragment) throws -> Int {
    let statement = try prepare(query)
    defer { statement.reset() }
    while try statement.step() {}
    return statement.changedRowCount
  }

  /// The keys in the first column of a SELECT.
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

  /// Runs `body` and gives the database's failures the words of the store.
  package func reporting<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as SQLError {
      throw described(error)
    }
  }

  /// What a failure of the database means: of a statement that does not fit the tables, mostly that
  /// another program has migrated the store.
  package func described(_ error: SQLError) -> SwiftDataError {
    if [.invalidStatement, .undefinedTable, .undefinedColumn].contains(error.kind) {
      do { try checkSchema() } catch let mismatch as SwiftDataError { return mismatch } catch {}
    }
    return store.describe(error)
  }

  /// The UPDATE of the properties in `changes`, worked out once for each combination.
  package func updatePlan(_ entity: RecordEntity, _ changes: PropertyMask) -> UpdatePlan {
    let key = UpdateKey(entity: ObjectIdentifier(entity), changes: changes)
    if let plan = updatePlans[key] { return plan }
    let plan = entity.statements.update(changes)
    if updatePlans.count >= Self.planLimit { updatePlans.removeAll(keepingCapacity: true) }
    updatePlans[key] = plan
    return plan
  }

  /// The UPDATE of the properties in `changes` for runs of rows, worked out once; nil for none.
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
  /// The statement for many rows of an entity, made once.
  ///
  /// - Parameters:
  ///   - entity: The entity.
  ///   - changes: The properties that it changes; nil for an INSERT.
  ///   - make: Makes the statement.
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

// What must be so before anything is written.

extension RecordSession {
  /// Refuses to write to tables that are not those the store was opened with; within a transaction.
  ///
  /// - Throws: `SwiftDataError.storeSchemaMismatch` where another program has migrated the store;
  ///   `storeHasMoved` where the file that is open is not the store any more.
  package func checkSchema() throws {
    try store.checkUnchanged(connection)
  }

  package func checkWritable() throws { try store.checkWritable() }
}
