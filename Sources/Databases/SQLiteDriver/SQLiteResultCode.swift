import CSQLite
import Foundation
import SQLCore

/// The meaning of SQLite's [result codes](https://sqlite.org/rescode.html): the primary code
/// decides, the extended one refines.
enum SQLiteResultCode {
  static func kind(_ extended: Int32) -> SQLError.Kind {
    switch extended {
    case SQLITE_CONSTRAINT_UNIQUE, SQLITE_CONSTRAINT_PRIMARYKEY, SQLITE_CONSTRAINT_ROWID:
      return .uniqueViolation
    case SQLITE_READONLY_DIRECTORY, SQLITE_READONLY_CANTINIT:
      return .readOnly
    default: break
    }
    return switch extended & 0xff {
    case SQLITE_CANTOPEN: .cannotOpen
    case SQLITE_NOTADB: .notADatabase
    case SQLITE_CORRUPT: .corrupt
    case SQLITE_BUSY, SQLITE_LOCKED: .busy
    case SQLITE_FULL: .diskFull
    case SQLITE_READONLY: .readOnly
    case SQLITE_PERM, SQLITE_AUTH: .permissionDenied
    case SQLITE_IOERR: .inputOutput
    case SQLITE_CONSTRAINT: .constraintViolation
    case SQLITE_TOOBIG: .tooBig
    case SQLITE_ERROR, SQLITE_SCHEMA: .invalidStatement
    case SQLITE_INTERRUPT: .interrupted
    case SQLITE_NOMEM: .outOfMemory
    case SQLITE_MISUSE, SQLITE_RANGE: .misuse
    default: .other
    }
  }

  static func error(_ code: Int32, database: OpaquePointer?, statement: String?) -> SQLError {
    let extended = database.map { sqlite3_extended_errcode($0) } ?? code
    let used = extended & 0xff == code & 0xff ? extended : code
    let message =
      database.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) }
      ?? String(cString: sqlite3_errstr(code))
    // SQLite keeps the last system error, so it is relevant only for codes of failed system calls.
    guard [SQLITE_CANTOPEN, SQLITE_IOERR].contains(used & 0xff), let database,
      case let number = sqlite3_system_errno(database), number != 0
    else { return SQLError(kind: kind(used), code: used, message: message, statement: statement) }
    return SQLError(
      kind: kind(ofSystemError: number) ?? kind(used), code: used,
      message: "\(message): \(String(cString: strerror(number)))", statement: statement)
  }

  /// The kind of a system error; nil if SQLite's code is as precise.
  static func kind(ofSystemError number: Int32) -> SQLError.Kind? {
    switch number {
    case ENOSPC, EDQUOT, EFBIG: .diskFull
    // Each connection opens files.
    case EMFILE, ENFILE: .tooManyConnections
    case ENOMEM: .outOfMemory
    case EIO: .inputOutput
    default: nil
    }
  }
}

// The C header defines the extended codes as macros that Swift cannot import.
let SQLITE_CONSTRAINT_UNIQUE: Int32 = SQLITE_CONSTRAINT | (8 << 8)
let SQLITE_CONSTRAINT_PRIMARYKEY: Int32 = SQLITE_CONSTRAINT | (6 << 8)
let SQLITE_CONSTRAINT_ROWID: Int32 = SQLITE_CONSTRAINT | (10 << 8)
let SQLITE_READONLY_CANTINIT: Int32 = SQLITE_READONLY | (5 << 8)
let SQLITE_READONLY_DIRECTORY: Int32 = SQLITE_READONLY | (6 << 8)
