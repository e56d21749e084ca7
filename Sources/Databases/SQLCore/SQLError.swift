/// A failure that the database reported, classified by its code and never by its text.
package struct SQLError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of a failure, the same for every database.
  package enum Kind: Hashable, Sendable {
    case cannotOpen
    case notADatabase
    case corrupt
    case busy
    case diskFull
    case readOnly
    case permissionDenied
    case inputOutput
    case uniqueViolation
    /// A constraint without a kind of its own.
    case constraintViolation
    case foreignKeyViolation
    case notNullViolation
    case checkViolation
    case exclusionViolation
    case tooBig
    /// A value that its type cannot represent, or that the database cannot convert to the requested
    /// type.
    case invalidValue
    /// A result that its type cannot represent, such as an integer that overflows.
    case outOfRange
    /// The statement is invalid for this database, for example because a table or column does not
    /// exist.
    case invalidStatement
    case syntaxError
    case undefinedTable
    case undefinedColumn
    case undefinedFunction
    /// A table or another object of this name already exists.
    case duplicateObject
    /// The caller interrupted the statement.
    case interrupted
    /// Triggers or views in the file exceeded their limit of steps.
    case programIsTooLong
    /// Code in the file computed a value that is larger than the file justifies.
    case programValueIsTooLarge
    case statementTimeout
    case lockTimeout
    /// Other transactions changed data that this one depends on.
    case serializationFailure
    case deadlock
    /// An earlier failure ended the transaction, which can only be rolled back.
    case transactionFailed
    /// The server no longer has a prepared statement, or has another one of its name.
    case statementIsGone
    case connectionLost
    /// The connection was lost during a commit: the transaction may or may not be committed.
    case outcomeUnknown
    /// The server or its administrator closed the connection.
    case shutdown
    /// The server is starting, stopping or recovering.
    case notReady
    /// The server accepts no more connections, or the process cannot open more files.
    case tooManyConnections
    case authenticationFailed
    case outOfMemory
    case unsupported
    /// No connection became free in time.
    case poolTimeout
    /// The connection pool accepts no more work.
    case poolClosed
    case misuse
    /// The connection was lent for a period that is over, or to another thread.
    case expired
    case other
  }

  package var kind: Kind
  /// The database's own result code; for SQLite, the [extended one](https://sqlite.org/rescode.html).
  package var code: Int32
  /// The database's own message.
  package var message: String
  /// The statement that failed, which never contains bound values.
  package var statement: String?
  private var more = More.nothing

  /// More details, stored indirectly so that most errors stay as small as without them.
  private enum More: Hashable, Sendable {
    case nothing
    indirect case details(SQLErrorDetails)
  }

  package init(
    kind: Kind, code: Int32, message: String, statement: String? = nil,
    details: SQLErrorDetails? = nil
  ) {
    self.kind = kind
    self.code = code
    self.message = message
    self.statement = statement
    self.details = details
  }

  /// The message without a period at its end, so that a sentence can end with it.
  ///
  /// Texts of triggers and other functions of a database are often complete sentences.
  package var reason: Substring { message.hasSuffix(".") ? message.dropLast() : message[...] }

  /// The details that the database reported; nil if there are none.
  package var details: SQLErrorDetails? {
    get { if case .details(let details) = more { details } else { nil } }
    set { more = newValue.map { .details($0) } ?? .nothing }
  }

  package var description: String {
    if let details { return details.describe(message, statement) }
    // The library's own settings are of no use to readers of the error.
    let place = statement.flatMap { $0.hasPrefix("PRAGMA") ? nil : " in: \($0)" } ?? ""
    return "\(message) (code \(code))\(place)"
  }
}
