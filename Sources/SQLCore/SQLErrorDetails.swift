/// What a server says of a failure beside its message.
package struct SQLErrorDetails: Hashable, Sendable {
  /// The five characters by which SQL's standard and the database tell failures apart; empty where the
  /// failure is not the server's.
  package var state: String
  /// More of what is wrong, which may contain values of rows.
  package var detail: String?
  /// What to do.
  package var hint: String?
  /// Where in the statement, in characters from 1.
  package var position: Int?
  package var schema: String?
  package var table: String?
  package var column: String?
  package var type: String?
  package var constraint: String?
  /// The columns of a unique constraint or a foreign key, where the server was asked for them.
  package var columns: [String] = []

  package init(state: String) { self.state = state }
}

extension SQLErrorDetails {
  /// The failure in a line, without `detail`, in which values may stand.
  func describe(_ message: String, _ statement: String?) -> String {
    var text = message
    if !state.isEmpty { text += " (SQLSTATE \(state))" }
    if let position { text += " at character \(position)" }
    if let hint { text += ". \(hint)" }
    if let statement { text += " in: \(statement)" }
    return text
  }
}
