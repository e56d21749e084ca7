/// A failure that the database reported, classified by its code and never by its text.
package struct SQLError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of failure it is, the same for every database.
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
    /// A constraint other than those that have a kind of their own.
    case constraintViolation
    case foreignKeyViolation
    case notNullViolation
    case checkViolation
    case exclusionViolation
    case tooBig
    /// A value that its type cannot hold, or that the database cannot make into the type asked for.
    case invalidValue
    /// A result that its type does not hold, such as an integer that overflows.
    case outOfRange
    /// The statement is none for this database, which may lack the tables or columns it names.
    case invalidStatement
    case syntaxError
    case undefinedTable
    case undefinedColumn
    case undefinedFunction
    /// A table or another object of the name is there already.
    case duplicateObject
    /// Whoever asked wanted the statement to end.
    case interrupted
    /// Triggers or views of the file went on for longer than any that come to an end.
    case programIsTooLong
    case statementTimeout
    case lockTimeout
    /// Other transactions changed what this one stands on.
    case serializationFailure
    case deadlock
    /// An earlier failure has ended the transaction, which can only be rolled back.
    case transactionFailed
    /// The server no longer has a prepared statement, or has another of its name.
    case statementIsGone
    case connectionLost
    /// The connection was lost while a transaction was being committed: it may be or may not be.
    case outcomeUnknown
    /// The server, or somebody there, ended the connection.
    case shutdown
    /// The server is starting, stopping or recovering.
    case notReady
    /// The server takes no more connections, or the process can open no more files.
    case tooManyConnections
    case authenticationFailed
    case outOfMemory
    case unsupported
    /// No connection became free in time.
    case poolTimeout
    /// The pool of connections takes no more work.
    case poolClosed
    case misuse
    /// The connection was lent for a time that is over, or to another thread.
    case expired
    case other
  }

  package var kind: Kind
  /// The database's own result code (for SQLite the extended one).
  package var code: Int32
  /// The database's own words.
  package var message: String
  /// The statement that failed; bound values are never part of it.
  package var statement: String?
  private var more = More.nothing

  /// What else a database said, in a place of its own: the error of most is as small as without.
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

  /// What else the database said of the failure; nil for databases that say no more.
  package var details: SQLErrorDetails? {
    get { if case .details(let details) = more { details } else { nil } }
    set { more = newValue.map { .details($0) } ?? .nothing }
  }

  /// Whether the same may succeed when it is done again from the beginning of its transaction.
  ///
  /// A transaction whose outcome is unknown is not among them: it may have been applied.
  package var isTransient: Bool {
    switch kind {
    case .busy, .serializationFailure, .deadlock, .lockTimeout, .statementIsGone, .connectionLost,
      .shutdown, .notReady, .tooManyConnections, .poolTimeout:
      true
    default: false
    }
  }

  package var description: String {
    if let details { return details.describe(message, statement) }
    // What the library sets for itself says nothing to whoever reads of the failure.
    let place = statement.flatMap { $0.hasPrefix("PRAGMA") ? nil : " in: \($0)" } ?? ""
    return "\(message) (code \(code))\(place)"
  }
}
