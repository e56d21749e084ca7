import SQLCore

/// A value of a result that is none of its column's type: the server, or what is in between, is none that can be relied on.
///
/// It reads as zero or empty, and the next step of the statement fails with it, or `checkValues()`.
final class UnreadableValue {
  private let column: Int
  private let name: String
  private let type: PostgresType
  private let byteCount: Int
  private let isBinary: Bool

  init(column: Int, name: String, cell: PostgresCell) {
    (self.column, self.name) = (column, name)
    (type, byteCount, isBinary) = (cell.type, cell.count, cell.isBinary)
  }

  func error(_ statement: String?) -> SQLError {
    SQLError(
      kind: .corrupt, code: 0,
      message: """
        The server sent \(byteCount) bytes in \(isBinary ? "binary" : "text") form as column \(column + 1) \
        (\(name)) that are no value of its type, whose OID is \(type.rawValue)
        """,
      statement: statement, details: SQLErrorDetails(state: ""))
  }
}
