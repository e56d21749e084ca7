import SQLCore

/// A value of a result that is not valid for its column's type, because the server, or software in
/// between, is unreliable.
///
/// It is read as zero or empty. The next step of the statement, or `checkValues()`, throws its
/// error.
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
        The server sent an invalid value for column \(column + 1) (\(name)): \
        \(byteCount) \(byteCount == 1 ? "byte" : "bytes") in \(isBinary ? "binary" : "text") form \
        for the type with OID \(type.rawValue)
        """,
      statement: statement, details: SQLErrorDetails(state: ""))
  }
}
