import CoreDataFormat
import SQLCore

/// What one context needs to work on one store: a connection of its own, and the statements it
/// worked out.
final class StoreSession {
  let store: SQLiteStore
  let connection: any SQLConnection

  typealias UpdatePlan = (text: String, parameters: RowColumns, key: Int)

  struct UpdateKey: Hashable {
    let binding: ObjectIdentifier
    let changes: PropertyMask
  }

  /// The version of the contents that the context's instances were read from.
  private var seenVersion: UInt32?
  /// Whether somebody else has written since the last save, so that unsaved changes may concern
  /// rows that are no more or say otherwise now.
  private(set) var mayConflict = false

  /// Whether the table of members' positions is known to exist.
  var knowsMemberOrder = false
  /// The version of the contents in which that table was last missed.
  var memberOrderVersion: UInt32?

  /// How many enumerations are under way, one within another.
  var enumerationCount = 0

  /// Statements worked out for fetches.
  var templates = FetchTemplates()

  /// What read a row by its key last.
  @exclusivity(unchecked) private var rowReading: RowReading?

  private(set) var updatePlans: [UpdateKey: UpdatePlan] = [:]
  /// The UPDATEs for runs of rows; nil where the rows have to be written one by one.
  private(set) var runStatements: [UpdateKey: RunStatement?] = [:]
  /// How many of each are kept, of as many as there are sets of properties; beyond it they are worked
  /// out anew.
  static let planLimit = 256

  init(_ store: SQLiteStore, observers: StatementObservers) throws {
    self.store = store
    connection = try store.checkOut(observers: observers)
  }

  /// Whether somebody else has written since the last call; for while a statement runs.
  func takeForeignChanges() -> Bool {
    let version = connection.contentVersion
    defer { seenVersion = version }
    guard let seenVersion, seenVersion != version else { return false }
    mayConflict = true
    return true
  }

  /// Takes note that members with unsaved changes are to be read anew before they are saved.
  func noteUnloadedMembers() { mayConflict = true }

  /// Takes note that a row is being read by its key.
  func noteReading() {
    if seenVersion == nil { seenVersion = connection.contentVersion }
  }

  /// Takes note that this session wrote.
  func noteOwnChanges() {
    store.stage?.noteChanges()
    seenVersion = connection.contentVersion
    mayConflict = false
    if knowsMemberOrder { store.hasMemberOrder = true }
  }

  /// Gives the connection back; the session is not used afterwards.
  func close() {
    // These hold statements, and who is given the connection next is alone with it: they may not end
    // while it is used.
    templates = FetchTemplates()
    rowReading = nil
    store.checkIn(connection)
  }

  /// The statement of `fragment`, with its values bound.
  func prepare(_ fragment: SQLFragment) throws -> any PreparedStatement {
    let rendered = connection.dialect.render(fragment)
    let statement = try connection.prepare(rendered.text)
    for (index, value) in rendered.values.enumerated() {
      statement.parameters.bind(value, index + 1)
    }
    return statement
  }

  /// What reads a row by its key: mostly what read the row before, which is not made anew.
  func reading(byKeyOf binding: EntityBinding) throws -> RowReading {
    if let rowReading, rowReading.loader.binding === binding, rowReading.statement.takeAgain() {
      return rowReading
    }
    let made = RowReading(try connection.prepare(binding.statements.selectByKey), binding)
    rowReading = made
    return made
  }

  /// Runs `body` and gives the database's failures the words of the store.
  func reporting<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as SQLError {
      throw described(error)
    }
  }

  /// What a failure of the database means: of a statement that does not fit the tables, mostly that
  /// another program has migrated the store.
  private func described(_ error: SQLError) -> SwiftDataError {
    if error.kind == .invalidStatement {
      do { try checkSchema() } catch let mismatch as SwiftDataError { return mismatch } catch {}
    }
    return store.describe(error)
  }

  /// The UPDATE of the properties in `changes`, worked out once for each combination.
  func updatePlan(_ binding: EntityBinding, _ changes: PropertyMask) -> UpdatePlan {
    let key = UpdateKey(binding: ObjectIdentifier(binding), changes: changes)
    if let plan = updatePlans[key] { return plan }
    let plan = binding.statements.update(changes)
    if updatePlans.count >= Self.planLimit { updatePlans.removeAll(keepingCapacity: true) }
    updatePlans[key] = plan
    return plan
  }

  /// The UPDATE of the properties in `changes` for runs of rows, worked out once; nil for none.
  func runStatement(
    _ binding: EntityBinding, _ changes: UInt64, _ functions: any RowValueFunctions
  ) -> RunStatement? {
    let key = UpdateKey(
      binding: ObjectIdentifier(binding), changes: PropertyMask(word: changes))
    if let known = runStatements[key] { return known }
    let statement = RunStatement(binding, changes, functions: functions)
    if runStatements.count >= Self.planLimit { runStatements.removeAll(keepingCapacity: true) }
    runStatements[key] = .some(statement)
    return statement
  }

  /// Refuses to write to tables that are not those the store was opened with; within a transaction.
  ///
  /// - Throws: `SwiftDataError.storeSchemaMismatch` where another program has migrated the store;
  ///   `storeHasMoved` where the file that is open is not the store any more.
  func checkSchema() throws {
    try store.checkPlace(of: connection)
    try store.schema?.check(connection, store.location)
  }

  func checkWritable() throws {
    guard store.allowsSave else {
      guard store.stage == nil else {
        throw SwiftDataError.storeIsReadOnly.explained(
          "The models of the version before can only be read.",
          advice: "Change the new ones, or change the old ones in willMigrate.")
      }
      throw SwiftDataError.storeIsReadOnly.explained(
        "The store \(store.path) was opened with allowsSave: false.",
        advice: "Make its configuration with allowsSave: true.")
    }
  }
}
