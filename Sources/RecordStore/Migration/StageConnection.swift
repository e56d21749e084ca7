import CThreadState
import SQLCore

/// The connection that migrates a store, as the contexts of one stage see it.
///
/// All contexts of the stage share it, on the thread that migrates and while the stage lasts. A
/// context that is used longer, or on another thread, gets errors: it could neither see the store
/// as it is by then nor write without spoiling what migrates.
package final class StageConnection: MigratingConnection, @unchecked Sendable {
  // `@unchecked`: only the thread that made it touches the variables.

  private var lent: (any MigratingConnection)?
  /// What the transactions of the stage make and give up; nil where values never stand in files.
  package let files: MigrationFiles?
  private let thread = UInt(bitPattern: openswiftdata_current_thread())
  /// Counts what the contexts of the stage changed: within a transaction SQLite does not tell.
  private var changeCount: UInt32 = 0

  private static let misuse = SQLError(
    kind: .expired, code: 21,
    message: "The connection was lent for one stage of a migration, on the thread that migrates.")

  package init(_ connection: any MigratingConnection, _ files: MigrationFiles? = nil) {
    lent = connection
    dialect = connection.dialect
    self.files = files
  }

  /// The connection itself.
  ///
  /// - Throws: `SQLError` of kind `expired`, also when the database ended the transaction by itself
  ///   after a failure: nothing may be written outside of it.
  package func connection() throws(SQLError) -> any MigratingConnection {
    guard isOnItsThread, let lent, lent.isInTransaction else { throw Self.misuse }
    return lent
  }

  private var isOnItsThread: Bool { UInt(bitPattern: openswiftdata_current_thread()) == thread }

  /// Ends the stage.
  package func end() {
    lent?.reportStatements(to: [])
    lent = nil
  }

  /// Lets every context of the stage notice that the store has changed.
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
    // A new transaction must never be begun here.
    isOnItsThread ? lent?.isInTransaction ?? true : true
  }
}
