import SQLCore

/// A connection that may fail before every statement.
final class InterruptedConnection: SQLConnection {
  private let connection: any SQLConnection
  private let interruption: () throws(SQLError) -> Void

  init(_ connection: any SQLConnection, _ interruption: @escaping () throws(SQLError) -> Void) {
    (self.connection, self.interruption) = (connection, interruption)
  }

  var dialect: SQLDialect { connection.dialect }
  var contentVersion: UInt32 { connection.contentVersion }
  var isInTransaction: Bool { connection.isInTransaction }

  func prepare(_ text: String) throws(SQLError) -> any PreparedStatement {
    try interruption()
    return try connection.prepare(text)
  }

  func execute(_ text: String) throws(SQLError) {
    try interruption()
    try connection.execute(text)
  }

  func rowValues() throws(SQLError) -> (any RowValueFunctions)? { try connection.rowValues() }
}
