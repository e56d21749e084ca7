import CPostgres
import SQLCore

/// Converts errors of libpq and the server.
enum PostgresFailure {
  /// The error of a failed result.
  static func error(
    _ result: OpaquePointer?, on connection: OpaquePointer?, statement: String?
  ) -> SQLError {
    guard let state = field(result, OPENSWIFTDATA_SQLSTATE) else {
      let message =
        result.flatMap { PQresultErrorMessage($0) }.map { String(cString: $0) } ?? ""
      return lost(message.isEmpty ? self.message(of: connection) : message, statement)
    }
    var details = SQLErrorDetails(state: state)
    details.detail = field(result, OPENSWIFTDATA_DETAIL)
    details.hint = field(result, OPENSWIFTDATA_HINT)
    details.position = field(result, OPENSWIFTDATA_POSITION).flatMap { Int($0) }
    details.table = field(result, OPENSWIFTDATA_TABLE_NAME)
    details.column = field(result, OPENSWIFTDATA_COLUMN_NAME)
    details.constraint = field(result, OPENSWIFTDATA_CONSTRAINT_NAME)
    return SQLError(
      kind: SQLState.kind(state), code: SQLState.code(state),
      message: field(result, OPENSWIFTDATA_MESSAGE) ?? "The server reported an error",
      statement: statement, details: details)
  }

  /// The error for a lost connection.
  static func lost(_ message: String, _ statement: String?) -> SQLError {
    SQLError(
      kind: .connectionLost, code: 0,
      message: message.isEmpty ? "The connection to the server was lost" : firstLine(message),
      statement: statement, details: SQLErrorDetails(state: ""))
  }

  /// The error for a mistake of the caller, with a sentence about what to do if that is not obvious.
  static func misuse(
    _ message: String, _ statement: String? = nil, hint: String? = nil
  ) -> SQLError {
    var details = SQLErrorDetails(state: "")
    details.hint = hint
    return SQLError(
      kind: .misuse, code: 0, message: message, statement: statement, details: details)
  }

  /// libpq's error message for a connection, without further lines.
  static func message(of connection: OpaquePointer?) -> String {
    connection.flatMap { PQerrorMessage($0) }.map { firstLine(String(cString: $0)) } ?? ""
  }

  /// The message itself; further lines contain explanations.
  private static func firstLine(_ message: String) -> String {
    message.split(whereSeparator: \.isNewline).first.map { $0.trimmingSuffix(" ") } ?? message
  }

  static func field(_ result: OpaquePointer?, _ field: some BinaryInteger) -> String? {
    guard let result, let text = PQresultErrorField(result, Int32(field)) else { return nil }
    return String(cString: text)
  }
}

extension Substring {
  fileprivate func trimmingSuffix(_ character: Character) -> String {
    var rest = self
    while rest.last == character { rest.removeLast() }
    return String(rest)
  }
}
