import PostgresDriver
import SQLCore
import SwiftDataErrors

// Translation of database errors into errors that say what failed and what to do.

extension PostgresStoreOptions {
  private typealias Words = (code: SwiftDataError, text: String, advice: String)

  /// Translates a database error into an error of the store.
  func describe(_ error: SQLError) -> SwiftDataError {
    let isReading = error.statement.map { StatementCommand($0) == .reading } ?? false
    let words =
      wordsOfValues(error, isReading: isReading) ?? wordsOfRights(error, isReading: isReading)
      ?? Self.wordsOfTables(error) ?? Self.wordsOfServer(error)
    return words.code.explained(
      "The store \(place) \(words.text)", advice: words.advice, underlying: error)
  }

  /// Errors about values: the database refuses a model's value, or a predicate's computation.
  private func wordsOfValues(_ error: SQLError, isReading: Bool) -> Words? {
    switch error.kind {
    case .foreignKeyViolation where sharding != nil:
      (
        .modelValidationFailure, "refused a relationship: \(error.message).",
        "Relate models with the same shard key alone, which are not deleted by others meanwhile."
      )
    case .uniqueViolation, .constraintViolation, .foreignKeyViolation, .notNullViolation,
      .checkViolation, .exclusionViolation:
      (
        .modelValidationFailure, "refused a change: \(error.message).",
        "Give the changed models values that the database allows."
      )
    case .tooBig where error.details?.state == "54000":
      // For example an index, whose entries are smaller than what columns can store.
      (
        .valueCannotBeStored, "cannot keep a value: \(error.message).",
        "Keep the value shorter, or take the property out of the index or of what is unique."
      )
    case .outOfRange where isReading:
      (
        .unsupportedPredicate, "cannot work out what it is asked: \(error.message).",
        "Have the predicate compute with smaller numbers."
      )
    case .tooBig, .invalidValue, .outOfRange:
      (
        .valueCannotBeStored, "cannot keep a value: \(error.message).",
        "Give the property a value that the type of its column has."
      )
    default: nil
    }
  }

  /// Errors about rights and locks: the database user may not do something, or another transaction
  /// blocks it.
  private func wordsOfRights(_ error: SQLError, isReading: Bool) -> Words? {
    switch error.kind {
    case .busy, .lockTimeout, .deadlock, .serializationFailure:
      (
        .storeIsLocked, "is locked by another transaction.",
        "Try again; keep transactions short."
      )
    case .permissionDenied where isReading:
      (
        .storeCannotBeOpened, "may not be read: \(error.message).",
        "Give the database's user the rights."
      )
    case .readOnly, .permissionDenied:
      (
        .storeIsReadOnly, "refuses to be changed: \(error.message).",
        "Give the database's user the rights, or open it with allowsSave: false."
      )
    case .authenticationFailed:
      (
        .storeCannotBeOpened, "does not let the user in: \(error.message).",
        "See to the user's name and password."
      )
    default: nil
    }
  }

  /// Errors about tables and columns that are not what the models need.
  private static func wordsOfTables(_ error: SQLError) -> Words? {
    switch error.kind {
    case .undefinedTable, .undefinedColumn:
      (
        .storeCannotBeOpened, "lacks what its models need: \(error.message).",
        "Restore it from a backup, or open it with the models that it was made for."
      )
    case .undefinedFunction:
      // Values of some types, such as `json`, cannot be compared, nor can values of different
      // types.
      (
        .storeCannotBeOpened, "cannot do what it was asked: \(error.message).",
        "See that the types of its columns are those that the models' properties have."
      )
    default: nil
    }
  }

  /// Errors about the server: it is full, cannot be reached or is shutting down; and all other
  /// errors.
  private static func wordsOfServer(_ error: SQLError) -> Words {
    switch error.kind {
    case .statementIsGone:
      // On a connection of its own, no other client prepares or deallocates statements.
      (
        .storeCannotBeOpened, "finds other prepared statements than its own: \(error.message).",
        "A pooler in between may give each transaction another connection, as PgBouncer does with "
          + "pool_mode = transaction. \(poolerAdvice)"
      )
    // If the server itself reports corruption, the error has a SQLSTATE.
    case .corrupt where error.details?.state == "":
      (
        .valueCannotBeRead, "sent a value that cannot be read: \(error.message).",
        "See that the address leads to a PostgreSQL, and that what is in between changes nothing."
      )
    case .diskFull:
      (.storeIsFull, "has no room left on the server's disk.", "Free some space, and save again.")
    case .outcomeUnknown:
      (
        .storeCannotBeOpened, "does not tell whether it has saved the change: \(error.message).",
        "Look for it before you save it again."
      )
    case .poolClosed:
      (
        .storeCannotBeOpened, "is closed: \(error.message).",
        "Open it again, with another container."
      )
    case .tooManyConnections:
      (
        .storeCannotBeOpened, "has no connection free on its server: \(error.message).",
        "Try again; allow the server's user more connections, or its programs fewer."
      )
    case .poolTimeout:
      (
        .storeIsLocked, "has no connection free: \(error.message).",
        "Allow more connections, or let results go that are not read to their end."
      )
    case .cannotOpen where error.details?.state == "3D000":
      (
        .storeCannotBeOpened, "is in a database that is not there: \(error.message).",
        "Make the database with CREATE DATABASE, or name another one in the address."
      )
    case .connectionLost, .shutdown, .notReady, .cannotOpen:
      (
        .storeCannotBeOpened, "cannot be reached: \(error.message).",
        "See that the server runs, and try again."
      )
    default:
      (.storeCannotBeOpened, "could not be used: \(error.message).", "See the underlying error.")
    }
  }
}
