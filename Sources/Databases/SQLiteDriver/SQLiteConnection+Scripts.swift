import CSQLite
import SQLCore

extension SQLiteConnection {
  /// Prepares a text written by a user, which has to contain exactly one statement.
  ///
  /// The statement is compiled again each time and not cached.
  ///
  /// - Throws: `SQLError` of kind `misuse` for a text with no statement or several statements, for
  ///   a statement that begins or ends a transaction, and if the number of values does not match
  ///   the parameters.
  package func singleStatement(
    _ text: String, _ values: [SQLValue]
  ) throws(SQLError) -> any PreparedStatement {
    guard try statementCount(text) == 1 else {
      throw Self.misuse("The text does not contain exactly one SQL statement", text)
    }
    guard !Self.endsTransactions(text) else {
      throw Self.misuse(
        "The statement may not control transactions, or be ATTACH, DETACH or VACUUM", text)
    }
    let statement = try SQLiteStatement(text, on: self)
    guard sqlite3_bind_parameter_count(statement.handle) == Int32(values.count) else {
      throw Self.misuse("The number of values differs from the number of parameters", text)
    }
    for (index, value) in values.enumerated() { statement.bind(value, index + 1) }
    return statement
  }

  /// The number of statements in a text, counted up to two.
  private func statementCount(_ text: String) throws(SQLError) -> Int {
    var count = 0
    var failure = SQLITE_OK
    text.withCString { start in
      var rest: UnsafePointer<CChar>? = start
      while count < 2, let next = rest, next.pointee != 0 {
        var compiled: OpaquePointer?
        failure = sqlite3_prepare_v3(handle, next, -1, 0, &compiled, &rest)
        guard failure == SQLITE_OK else { return }
        if compiled != nil { count += 1 }
        sqlite3_finalize(compiled)
      }
    }
    // Text after a first statement may depend on that statement, and counts as a second one in any
    // case.
    if count == 0, failure != SQLITE_OK {
      throw SQLiteResultCode.error(failure, database: handle, statement: text)
    }
    return failure == SQLITE_OK ? count : 2
  }

  /// Whether the first word of a statement is one that controls transactions.
  private static func endsTransactions(_ text: String) -> Bool {
    var rest = text[...].drop(while: \.isWhitespace)
    while rest.hasPrefix("--") || rest.hasPrefix("/*") || rest.hasPrefix(";") {
      if rest.hasPrefix("--") {
        rest = rest.drop { !$0.isNewline }
      } else if rest.hasPrefix(";") {
        rest = rest.dropFirst()
      } else {
        rest = rest.dropFirst(2)
        while !rest.isEmpty, !rest.hasPrefix("*/") { rest = rest.dropFirst() }
        rest = rest.dropFirst(2)
      }
      rest = rest.drop(while: \.isWhitespace)
    }
    let word = rest.prefix { $0.isLetter }.uppercased()
    return [
      "BEGIN", "COMMIT", "END", "ROLLBACK", "SAVEPOINT", "RELEASE", "ATTACH", "DETACH", "VACUUM",
    ].contains(word)
  }

  private static func misuse(_ message: String, _ text: String) -> SQLError {
    SQLError(kind: .misuse, code: SQLITE_MISUSE, message: message, statement: text)
  }
}
