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
      ?? Self.wordsOfTables(error) ?? wordsOfSettings(error) ?? Self.wordsOfServer(error)
    return words.code.explained(
      "The store \(place) \(words.text)", advice: words.advice, underlying: error)
  }

  /// Errors about values: the database refuses a model's value, or a predicate's computation.
  private func wordsOfValues(_ error: SQLError, isReading: Bool) -> Words? {
    switch error.kind {
    case .foreignKeyViolation where sharding != nil:
      (
        .modelValidationFailure, "refused a relationship: \(error.reason).",
        "Relate only models that have the same shard key and that no other program has deleted."
      )
    case .uniqueViolation:
      (
        .modelValidationFailure, "refused a change: \(error.reason).",
        "Give the changed models values that no other model has."
      )
    case .constraintViolation, .foreignKeyViolation, .notNullViolation, .checkViolation,
      .exclusionViolation:
      (
        .modelValidationFailure, "refused a change: \(error.reason).",
        "Give the changed models values that the database allows."
      )
    case .tooBig where error.details?.state == "54000":
      // For example an index, whose entries are smaller than what columns can store.
      (
        .valueCannotBeStored, "cannot store a value: \(error.reason).",
        "Shorten the value, or remove the property from the index or uniqueness constraint."
      )
    case .outOfRange where isReading:
      (
        .unsupportedPredicate, "cannot compute the result of a query: \(error.reason).",
        "Use smaller numbers in the computations of the predicate."
      )
    case .tooBig, .invalidValue, .outOfRange:
      (
        .valueCannotBeStored, "cannot store a value: \(error.reason).",
        "Set the property to a value that the type of its column can store."
      )
    default: nil
    }
  }

  /// Errors about rights and locks: the database user may not do something, or another transaction
  /// blocks it.
  private func wordsOfRights(_ error: SQLError, isReading: Bool) -> Words? {
    switch error.kind {
    case .busy:
      // Only this library's programs exclude each other in this way.
      (
        .storeIsLocked, "cannot be changed now: \(error.reason).",
        "Wait until other programs have finished, and try again."
      )
    case .lockTimeout, .deadlock, .serializationFailure:
      (
        .storeIsLocked, "is locked by another transaction.",
        "Try again, and keep transactions short."
      )
    case .permissionDenied where isReading:
      (
        .storeCannotBeOpened, "cannot be read: \(error.reason).",
        "Grant the database user the missing privileges."
      )
    case .readOnly:
      // On a replica, or because of a setting, every transaction is read-only.
      (
        .storeIsReadOnly, "cannot be changed: \(error.reason).",
        "Connect to the primary server instead of a replica, and check that the setting "
          + "default_transaction_read_only is off; or open the store with allowsSave: false."
      )
    case .permissionDenied:
      (
        .storeIsReadOnly, "cannot be changed: \(error.reason).",
        "Grant the database user the missing privileges, or open the store with allowsSave: false."
      )
    case .authenticationFailed:
      (
        .storeCannotBeOpened, "cannot be opened, because the login failed: \(error.reason).",
        "Check the user name and the password."
      )
    default: nil
    }
  }

  /// Errors about tables and columns that are not what the models need.
  private static func wordsOfTables(_ error: SQLError) -> Words? {
    switch error.kind {
    case .undefinedTable, .undefinedColumn:
      (
        .storeCannotBeOpened, "lacks a table or column that its models need: \(error.reason).",
        "Restore it from a backup, or open it with the models that it was created with."
      )
    case .undefinedFunction:
      // Values of some types, such as `json`, cannot be compared, nor can values of different
      // types.
      (
        .storeCannotBeOpened, "cannot run a statement: \(error.reason).",
        "Check that the types of its columns match the types of the models' properties."
      )
    default: nil
    }
  }

  /// Errors about the settings of connections: the program has to change them, or has closed the
  /// store.
  private func wordsOfSettings(_ error: SQLError) -> Words? {
    switch error.kind {
    // The address is not quoted, because it may contain a password.
    case .misuse where !settings.isReadable:
      (
        .storeCannotBeOpened, "cannot be opened: \(error.reason).",
        error.details?.hint ?? "Check the address, the password and the application name."
      )
    case .poolClosed:
      (.storeCannotBeOpened, "is closed.", "Open it again, with another container.")
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
        .storeCannotBeOpened, "cannot find its own prepared statements: \(error.reason).",
        "A pooler may assign another connection to each transaction, as PgBouncer does with "
          + "pool_mode = transaction. \(poolerAdvice)"
      )
    // If the server itself reports corruption, the error has a SQLSTATE.
    case .corrupt where error.details?.state == "":
      (
        .valueCannotBeRead, "sent a value that cannot be read: \(error.reason).",
        "Check that the address refers to a PostgreSQL server, and that nothing in between changes data."
      )
    case .statementTimeout:
      (
        .storeCannotBeOpened, "cancelled a statement that took too long: \(error.reason).",
        "Raise statement_timeout in the server's or the user's settings, or use fewer models at once."
      )
    case .diskFull:
      (.storeIsFull, "has no space left on the server's disk.", "Free some space, and save again.")
    case .outcomeUnknown:
      (
        .storeCannotBeOpened, "may or may not have saved the change: \(error.reason).",
        "Fetch the models to see whether the change was saved before you save it again."
      )
    case .tooManyConnections:
      (
        .storeCannotBeOpened, "has no free connection on its server: \(error.reason).",
        "Try again. If this recurs, allow more connections on the server, or fewer in its programs."
      )
    case .poolTimeout:
      (
        .storeIsLocked, "has no free connection: \(error.reason).",
        "Increase maximumConnections, or release results that were not read to the end."
      )
    case .cannotOpen where error.details?.state == "3D000":
      (
        .storeCannotBeOpened, "is in a database that does not exist: \(error.reason).",
        "Create the database with CREATE DATABASE, or specify another one in the address."
      )
    case .connectionLost, .shutdown, .notReady, .cannotOpen:
      (
        .storeCannotBeOpened, "cannot be reached: \(error.reason).",
        "Check that the server is running, and try again."
      )
    default:
      (.storeCannotBeOpened, "could not be used: \(error.reason).", "See the underlying error.")
    }
  }
}
