/// A statement that writes many rows at once: their values are its parameters, column by column.
///
/// It takes the values of one row after the other, those of each as parameters 1, 2, … like a statement for
/// that row alone.
package protocol RowsStatement: ParameterWriter {
  /// How many rows it has values of.
  var rowCount: Int { get }

  /// Whether there are values that cannot stand among others; the rows are to be written one by one then.
  var needsSingleRows: Bool { get }

  /// Whether it has values enough for one run: more would only take memory, here and on the server.
  var isFull: Bool { get }

  /// Ends a row; what was not bound is NULL.
  func endRow()

  /// Writes the rows, and forgets their values, but not the memory that they had; ``ParameterWriter/clear()`` does.
  ///
  /// - Returns: The integers that the statement gives back, where it gives any.
  /// - Throws: `SQLError` of what was refused.
  func write() throws(SQLError) -> [Int64]

  /// How many rows it has changed when it ran last.
  var changedRowCount: Int { get }
}

extension SQLConnection {
  /// Makes a statement for many rows.
  ///
  /// - Parameters:
  ///   - single: A statement for one row, whose parameters tell the types of the values.
  ///   - parameters: Which of them each row has, in order; all others are constant and stand in the text.
  ///   - text: Makes the statement from the names of the values and what a FROM says to have the rows.
  /// - Returns: The statement; nil where the database has none of this kind or the values are of types that
  ///   it cannot take so.
  /// - Throws: `SQLError` of what the database finds wrong with the texts.
  package func rowsStatement(
    like single: String, _ parameters: [Int], _ text: (_ values: [String], _ rows: String) -> String
  ) throws(SQLError) -> (any RowsStatement)? {
    try (self as? any RowsWriting)?.makeRowsStatement(like: single, parameters, text)
  }
}

/// A connection whose database takes the values of many rows at once.
package protocol RowsWriting: SQLConnection {
  func makeRowsStatement(
    like single: String, _ parameters: [Int], _ text: (_ values: [String], _ rows: String) -> String
  ) throws(SQLError) -> (any RowsStatement)?
}
