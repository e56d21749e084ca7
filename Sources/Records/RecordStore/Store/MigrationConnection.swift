import SQLCore

/// A connection on which a store is migrated.
package protocol MigrationConnection: QueryPreparing {
  /// Reports all further statements to `observers` only.
  func reportStatements(to observers: [StatementObservers])

  /// Prepares a text with exactly one statement, and binds its values.
  ///
  /// - Throws: `SQLError` for several statements, and for statements that begin or end
  ///   transactions.
  func singleStatement(
    _ text: String, _ values: [SQLValue]
  ) throws(SQLError) -> any PreparedStatement
}
