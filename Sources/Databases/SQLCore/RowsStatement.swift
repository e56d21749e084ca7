/// A statement that writes many rows at once, with the values as parameters, column by column.
///
/// The values are bound row by row, those of each row as parameters 1, 2, … like in a statement for
/// one row.
package protocol RowsStatement: ParameterWriter {
  /// The number of rows that have been added.
  var rowCount: Int { get }

  /// Whether there are values that cannot be combined with others, so that rows have to be written
  /// one by one.
  var needsSingleRows: Bool { get }

  /// Whether it has enough values for one run; more would only use memory on the client and the
  /// server.
  var isFull: Bool { get }

  /// Ends a row; parameters that were not bound are NULL.
  func endRow()

  /// Runs the statement with the values of the rows and clears these, but keeps their memory, which
  /// ``ParameterWriter/clear()`` releases.
  ///
  /// - Parameter body: Receives each row that the statement returns.
  /// - Throws: `SQLError` for values that were refused; what `body` throws.
  func run(_ body: (any RowReader) throws -> Void) throws

  /// The number of rows changed by the last run.
  var changedRowCount: Int { get }
}

extension RowsStatement {
  /// Runs the statement, and returns the integers in the first column of its result.
  ///
  /// - Throws: `SQLError` for values that were refused.
  @discardableResult
  package func write() throws -> [Int64] {
    var numbers: [Int64] = []
    try run { numbers.append($0.int64(0)) }
    return numbers
  }
}

extension SQLConnection {
  /// Creates a statement for many rows.
  ///
  /// - Parameters:
  ///   - single: A statement for one row, whose parameters determine the types of the values.
  ///   - parameters: The parameters that each row has, in order; all others are constant and part
  ///     of the text.
  ///   - text: Creates the statement from the names of the values and the source of the rows in a
  ///     FROM.
  /// - Returns: The statement; nil if the database does not support it or cannot accept values of
  ///   these types.
  /// - Throws: `SQLError` if the database rejects the texts.
  package func rowsStatement(
    like single: String, _ parameters: [Int], _ text: (_ values: [String], _ rows: String) -> String
  ) throws(SQLError) -> (any RowsStatement)? {
    try (self as? any RowsWriting)?.makeRowsStatement(like: single, parameters, text)
  }
}

/// A connection whose database accepts the values of many rows at once.
package protocol RowsWriting: SQLConnection {
  func makeRowsStatement(
    like single: String, _ parameters: [Int], _ text: (_ values: [String], _ rows: String) -> String
  ) throws(SQLError) -> (any RowsStatement)?
}
