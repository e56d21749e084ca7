import SQLCore

/// Maps the server's SQLSTATEs to kinds of errors, by the whole code if it is listed, otherwise by
/// its class.
enum SQLState {
  static func kind(_ state: String) -> SQLError.Kind {
    switch state {
    case "22003", "22008": .outOfRange
    case "23505": .uniqueViolation
    case "23503": .foreignKeyViolation
    case "23502": .notNullViolation
    case "23514": .checkViolation
    case "23P01": .exclusionViolation
    case "40001": .serializationFailure
    case "40P01": .deadlock
    case "55P03": .lockTimeout
    case "57014": .interrupted
    case "57P01", "57P02", "57P05": .shutdown
    case "57P03": .notReady
    case "25006": .readOnly
    case "25P02": .transactionFailed
    // The server closes the connection of a transaction that is idle for too long.
    case "25P03": .connectionLost
    case "26000", "42P05": .statementIsGone
    case "42501": .permissionDenied
    case "42P01": .undefinedTable
    case "42703": .undefinedColumn
    case "42883": .undefinedFunction
    case "42601": .syntaxError
    case "42P07", "42P06", "42710", "42701", "42723", "42P04": .duplicateObject
    case "53100": .diskFull
    case "53200": .outOfMemory
    case "53300": .tooManyConnections
    case "58030": .inputOutput
    case "3D000": .cannotOpen
    // Raised by functions of the database, such as triggers.
    case "P0001": .constraintViolation
    default: kind(ofClass: state.prefix(2))
    }
  }

  private static func kind(ofClass stateClass: Substring) -> SQLError.Kind {
    switch stateClass {
    case "08": .connectionLost
    case "0A": .unsupported
    case "22": .invalidValue
    case "23": .constraintViolation
    case "28": .authenticationFailed
    case "42": .invalidStatement
    case "54": .tooBig
    case "58": .inputOutput
    case "XX": .corrupt
    default: .other
    }
  }

  /// The SQLSTATE as a number, read in base 36; 0 if it is malformed.
  static func code(_ state: String) -> Int32 {
    guard state.utf8.count == 5 else { return 0 }
    return Int32(state, radix: 36) ?? 0
  }
}
