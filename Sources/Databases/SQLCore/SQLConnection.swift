import CRowCells

/// One open connection to a database; the interface that each driver implements.
///
/// A connection is confined to one thread at a time; it is not `Sendable`.
package protocol SQLConnection: AnyObject {
  var dialect: SQLDialect { get }

  /// Returns the compiled statement, from the connection's cache if it was compiled before.
  func prepare(_ text: String) throws(SQLError) -> any PreparedStatement

  /// A number that changes whenever this connection or another one changes the database.
  ///
  /// It is up to date while a statement runs.
  var contentVersion: UInt32 { get }

  /// Whether a transaction is active; the database may have ended one on its own after a failure.
  var isInTransaction: Bool { get }

  /// Runs `text`, which may contain several statements, and discards any rows.
  func execute(_ text: String) throws(SQLError)

  /// The functions through which statements read values of rows; nil if the database cannot call
  /// its client.
  func rowValues() throws(SQLError) -> (any RowValueFunctions)?
}

/// Rows from any source that are read once.
package protocol RowCursor: AnyObject {
  /// The reader of the current row; valid until the next `step()`.
  var row: any RowReader { get }

  /// Advances to the next row; returns false if there is none.
  func step() throws(SQLError) -> Bool

  /// Advances to the next row and returns the number in its first column; nil if there is none.
  func nextKey() throws(SQLError) -> Int64?

  /// The columns of the current row except the first, which is the key.
  ///
  /// They are valid until the next `step()` or `nextKey()`. It is nil without a row, and if there
  /// is no fast way to read the columns.
  func cells() -> UnsafePointer<openswiftdata_cell>?
}

/// A compiled statement with its current parameters and row; the row is also valid until `reset()`.
package protocol PreparedStatement: RowCursor {
  var text: String { get }
  var columnCount: Int { get }

  /// The name of a column of the current row.
  func columnName(_ column: Int) -> String

  /// Claims the statement for another use, like preparing its text again; returns false while it
  /// runs.
  func takeAgain() -> Bool

  var parameters: any ParameterWriter { get }

  /// Binds to each parameter the value whose index `places` contains for it; nothing if that is -1.
  func bind(_ values: [SQLValue], at places: [Int])

  /// Announces the maximum number of rows of the next run of a repeated statement, as a hint.
  func expectRows(atMost count: Int)

  /// Checks whether the values that were read were valid.
  ///
  /// Only callers that do not advance to the next row need it, because advancing checks as well.
  ///
  /// - Throws: `SQLError` for a value from the database that is not valid for its column's type.
  func checkValues() throws(SQLError)

  /// Makes the statement ready to run again; parameters stay bound.
  func reset()

  /// The number of rows changed by the last run.
  var changedRowCount: Int { get }
}

/// A connection that prepares queries as users of the library write them.
package protocol QueryPreparing: SQLConnection {
  /// Prepares a query, and binds its values.
  ///
  /// The database may find only when it runs that the query changes something; so run it in a
  /// transaction that can only read, if there are such transactions.
  ///
  /// - Throws: `SQLError` of kind `misuse` for several statements, for a statement that is not a
  ///   query, and if the number of values differs from the number of parameters.
  func query(_ text: String, _ values: [SQLValue]) throws(SQLError) -> any PreparedStatement
}

extension PreparedStatement {
  package func bind(_ values: [SQLValue], at places: [Int]) {
    let writer = parameters
    for index in places.indices where places[index] >= 0 {
      writer.bind(values[places[index]], index + 1)
    }
  }

  package func expectRows(atMost count: Int) {}

  package func checkValues() throws(SQLError) {}
}

extension SQLConnection {
  /// Runs one statement with its values and discards any rows.
  @discardableResult
  package func run(_ text: String, _ values: [SQLValue] = []) throws(SQLError) -> Int {
    let statement = try prepare(text)
    defer { statement.reset() }
    for (index, value) in values.enumerated() { statement.parameters.bind(value, index + 1) }
    while try statement.step() {}
    return statement.changedRowCount
  }

  /// All rows of one statement, each as its columns in order; only for small results.
  package func rows(_ text: String, _ values: [SQLValue] = []) throws(SQLError) -> [[SQLValue]] {
    let statement = try prepare(text)
    defer { statement.reset() }
    for (index, value) in values.enumerated() { statement.parameters.bind(value, index + 1) }
    var rows: [[SQLValue]] = []
    while try statement.step() {
      rows.append((0..<statement.columnCount).map(statement.row.value))
    }
    return rows
  }

  /// Runs `body` in a writing transaction and commits it; rolls back and rethrows if `body` throws.
  ///
  /// Within another transaction it is a savepoint, which that transaction commits.
  package func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    guard !isInTransaction else { return try savepoint(body) }
    do {
      // An interrupted statement may have begun the transaction nevertheless.
      try run(dialect.beginWriting)
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      // The first failure is the one to report. If the rollback fails after it, the database has
      // already rolled back on its own.
      if isInTransaction { _ = try? run("ROLLBACK") }
      throw error
    }
  }

  /// Runs `body` as a savepoint of the active transaction; rolls the savepoint back if `body`
  /// throws.
  private func savepoint<Result>(_ body: () throws -> Result) throws -> Result {
    // Statements refer to the innermost savepoint of a name.
    try run("SAVEPOINT OPENSWIFTDATA")
    do {
      let result = try body()
      try run("RELEASE OPENSWIFTDATA")
      return result
    } catch {
      _ = try? run("ROLLBACK TO OPENSWIFTDATA")
      _ = try? run("RELEASE OPENSWIFTDATA")
      throw error
    }
  }
}
