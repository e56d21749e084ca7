import CRowCells

/// One open connection to a database: the contract that a driver fulfils.
///
/// A connection is confined to one thread at a time; it is not `Sendable`.
package protocol SQLConnection: AnyObject {
  var dialect: SQLDialect { get }

  /// The statement compiled, from the connection's cache where it was compiled before.
  func prepare(_ text: String) throws(SQLError) -> any PreparedStatement

  /// A number that changes when the database's contents did, by this connection or another;
  /// up to date while a statement runs.
  var contentVersion: UInt32 { get }

  /// Whether a transaction is under way; the database may have ended one by itself after a failure.
  var isInTransaction: Bool { get }

  /// Runs `text`, which may hold several statements, and drops any rows.
  func execute(_ text: String) throws(SQLError)

  /// The functions by which statements ask for values of rows; nil where a database cannot call
  /// its client.
  func rowValues() throws(SQLError) -> (any RowValueFunctions)?
}

/// Rows that are gone through once, from wherever they come.
package protocol RowCursor: AnyObject {
  /// The reader of the current row; valid until the next `step()`.
  var row: any RowReader { get }

  /// Goes to the next row; false when there is none.
  func step() throws(SQLError) -> Bool

  /// Goes to the next row and gives the number in its first column; nil when there is none.
  func nextKey() throws(SQLError) -> Int64?

  /// The columns of the current row, all of them read but the first, which is the key; valid until
  /// the next `step()` or `nextKey()`.
  ///
  /// Nil without a row, and where there is no quick way.
  func cells() -> UnsafePointer<openswiftdata_cell>?
}

/// A compiled statement with its current parameters and row, which is valid until `reset()` too.
package protocol PreparedStatement: RowCursor {
  var text: String { get }
  var columnCount: Int { get }

  /// Takes the statement for another use, as preparing its text would; false while it runs.
  func takeAgain() -> Bool

  var parameters: any ParameterWriter { get }

  /// Binds to each parameter the value at its place, and to those with a place of -1 nothing.
  func bind(_ values: [SQLValue], at places: [Int])

  /// Says that the statement, which runs again and again, gives at most so many rows in its next run, which may help.
  func expectRows(atMost count: Int)

  /// Sees whether the values that were asked for could be read, for whoever does not go on to the next row, which sees to
  /// it as well.
  ///
  /// - Throws: `SQLError` for a value that the database sent and that is none of its column's type.
  func checkValues() throws(SQLError)

  /// Makes the statement ready to run again; bound parameters stay bound.
  func reset()

  /// Rows changed by the last run.
  var changedRowCount: Int { get }
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
  /// Runs one statement with its values and drops any rows.
  @discardableResult
  package func run(_ text: String, _ values: [SQLValue] = []) throws(SQLError) -> Int {
    let statement = try prepare(text)
    defer { statement.reset() }
    for (index, value) in values.enumerated() { statement.parameters.bind(value, index + 1) }
    while try statement.step() {}
    return statement.changedRowCount
  }

  /// All rows of one statement, each as its columns in order; for small results only.
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

  /// Runs `body` between the beginning of a transaction that writes and COMMIT; rolls back and
  /// rethrows when it throws.
  ///
  /// Within another transaction it is a savepoint, which that transaction commits.
  package func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    guard !isInTransaction else { return try savepoint(body) }
    do {
      // A statement that is interrupted may have begun the transaction all the same.
      try run(dialect.beginWriting)
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      // The first failure is the one to report; a rollback that fails after it means that the
      // database has already rolled back by itself.
      if isInTransaction { _ = try? run("ROLLBACK") }
      throw error
    }
  }

  /// Runs `body` as a part of the transaction that is under way; undoes that part when it throws.
  private func savepoint<Result>(_ body: () throws -> Result) throws -> Result {
    // Statements mean the innermost savepoint of a name.
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
