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
    case constraintViolation
    case tooBig
    /// The statement is none for this database, which may lack the tables or columns it names.
    case invalidStatement
    case interrupted
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

  package init(kind: Kind, code: Int32, message: String, statement: String? = nil) {
    self.kind = kind
    self.code = code
    self.message = message
    self.statement = statement
  }

  package var description: String {
    // What the library sets for itself says nothing to whoever reads of the failure.
    let place = statement.flatMap { $0.hasPrefix("PRAGMA") ? nil : " in: \($0)" } ?? ""
    return "\(message) (code \(code))\(place)"
  }
}
