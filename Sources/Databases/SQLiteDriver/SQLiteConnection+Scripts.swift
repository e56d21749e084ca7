import CSQLite
import Foundation
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
    [
      "BEGIN", "COMMIT", "END", "ROLLBACK", "SAVEPOINT", "RELEASE", "ATTACH", "DETACH", "VACUUM",
    ].contains(firstWord(text))
  }

  /// The first word of a statement, in capitals.
  private static func firstWord(_ text: String) -> String {
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
    return rest.prefix { $0.isLetter }.uppercased()
  }

  private static func misuse(_ message: String, _ text: String) -> SQLError {
    SQLError(kind: .misuse, code: SQLITE_MISUSE, message: message, statement: text)
  }
}

extension SQLiteConnection: QueryPreparing {
  package func query(
    _ text: String, _ values: [SQLValue]
  ) throws(SQLError) -> any PreparedStatement {
    // A PRAGMA that changes the connection only reads in SQLite's eyes.
    guard ["SELECT", "WITH", "VALUES"].contains(Self.firstWord(text)) else {
      throw Self.misuse("The statement is not a SELECT, WITH or VALUES", text)
    }
    let statement = try statement(text)
    do {
      try Self.check(statement, values)
    } catch {
      statement.reset()
      throw error
    }
    for (index, value) in values.enumerated() { statement.bind(value, index + 1) }
    return statement
  }

  private static func check(
    _ statement: SQLiteStatement, _ values: [SQLValue]
  ) throws(SQLError) {
    let text = statement.text
    guard sqlite3_stmt_readonly(statement.handle) != 0 else {
      throw misuse("The statement would change rows", text)
    }
    // SQLite keeps the text of the statement that it compiled, which is the first one.
    let length = sqlite3_sql(statement.handle).map { strlen($0) } ?? 0
    guard text.utf8.dropFirst(length).allSatisfy({ $0 <= 32 || $0 == UInt8(ascii: ";") }) else {
      throw misuse("The text contains more than one statement", text)
    }
    guard sqlite3_bind_parameter_count(statement.handle) == Int32(values.count) else {
      throw misuse("The text contains parameters that are not interpolated values", text)
    }
  }
}
