import CThreadState
import SQLCore

/// The connection of a migration, as used by the contexts of one stage.
///
/// All contexts of the stage share it, on the migrating thread and only during the stage. A context
/// that is used later or on another thread gets errors: it could not see the store's current state,
/// and its changes would damage the migration.
package final class StageConnection: MigrationConnection, @unchecked Sendable {
  // `@unchecked`: only the thread that created it accesses the variables.

  private var lent: (any MigrationConnection)?
  /// Collects the files of the stage's transactions; nil if values are never stored in files.
  package let files: MigrationFiles?
  private let thread = UInt(bitPattern: openswiftdata_current_thread())
  /// Counts changes by the stage's contexts, which SQLite does not report within a transaction.
  private var changeCount: UInt32 = 0

  private static let misuse = SQLError(
    kind: .expired, code: 21,
    message: "The connection can be used only during one stage of a migration, on the thread that "
      + "runs the migration.")

  package init(_ connection: any MigrationConnection, _ files: MigrationFiles? = nil) {
    lent = connection
    dialect = connection.dialect
    self.files = files
  }

  /// Returns the lent connection.
  ///
  /// - Throws: `SQLError` of kind `expired`, also if the database ended the transaction after a
  ///   failure: nothing may be written outside of it.
  package func connection() throws(SQLError) -> any MigrationConnection {
    guard isOnItsThread, let lent, lent.isInTransaction else { throw Self.misuse }
    return lent
  }

  private var isOnItsThread: Bool { UInt(bitPattern: openswiftdata_current_thread()) == thread }

  /// Ends the stage.
  package func end() {
    lent?.reportStatements(to: [])
    lent = nil
  }

  /// Makes all contexts of the stage notice that the store was changed.
  package func noteChanges() {
    if isOnItsThread { changeCount &+= 1 }
  }

  package func reportStatements(to observers: [StatementObservers]) {
    if isOnItsThread { lent?.reportStatements(to: observers) }
  }

  package let dialect: SQLDialect

  package func singleStatement(
    _ text: String, _ values: [SQLValue]
  ) throws(SQLError) -> any PreparedStatement {
    try connection().singleStatement(text, values)
  }

  package func query(
    _ text: String, _ values: [SQLValue]
  ) throws(SQLError) -> any PreparedStatement {
    try connection().query(text, values)
  }

  package func prepare(_ text: String) throws(SQLError) -> any PreparedStatement {
    try connection().prepare(text)
  }

  package func execute(_ text: String) throws(SQLError) { try connection().execute(text) }

  package func rowValues() throws(SQLError) -> (any RowValueFunctions)? {
    try connection().rowValues()
  }

  package var contentVersion: UInt32 {
    guard isOnItsThread, let lent else { return 0 }
    return lent.contentVersion &+ changeCount
  }

  package var isInTransaction: Bool {
    // Prevents callers from beginning another transaction.
    isOnItsThread ? lent?.isInTransaction ?? true : true
  }
}
