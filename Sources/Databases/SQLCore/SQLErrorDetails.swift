/// Details of a failure that a server reports with its message.
package struct SQLErrorDetails: Hashable, Sendable {
  /// The five-character SQLSTATE code of the failure; empty if it did not come from the server.
  package var state: String
  /// More about the failure, which may contain values of rows.
  package var detail: String?
  /// A suggestion for solving the problem.
  package var hint: String?
  /// The position in the statement, in characters from 1.
  package var position: Int?
  package var table: String?
  package var column: String?
  package var constraint: String?

  package init(state: String) { self.state = state }
}

extension SQLErrorDetails {
  /// The failure in one line, without `detail`, which may contain values.
  func describe(_ message: String, _ statement: String?) -> String {
    var text = message
    if !state.isEmpty { text += " (SQLSTATE \(state))" }
    if let position { text += " at character \(position)" }
    if let hint { text += ". \(hint)" }
    if let statement { text += " in: \(statement)" }
    return text
  }
}
