import CSQLite
import Foundation
import SQLCore

/// What SQLite's result codes mean to us; the primary code decides, the extended one refines.
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
    // SQLite keeps the number of the last failure, so that it belongs to codes of system calls alone.
    guard [SQLITE_CANTOPEN, SQLITE_IOERR].contains(used & 0xff), let database,
      case let number = sqlite3_system_errno(database), number != 0
    else { return SQLError(kind: kind(used), code: used, message: message, statement: statement) }
    return SQLError(
      kind: kind(ofSystemError: number) ?? kind(used), code: used,
      message: "\(message): \(String(cString: strerror(number)))", statement: statement)
  }

  /// What the system's reason for a failed call means; nil if SQLite's code says as much.
  static func kind(ofSystemError number: Int32) -> SQLError.Kind? {
    switch number {
    case ENOSPC, EDQUOT, EFBIG: .diskFull
    // Each connection has files open.
    case EMFILE, ENFILE: .tooManyConnections
    case ENOMEM: .outOfMemory
    case EIO: .inputOutput
    default: nil
    }
  }
}

// The extended codes, which the C header spells as macros that Swift cannot import.
let SQLITE_CONSTRAINT_UNIQUE: Int32 = SQLITE_CONSTRAINT | (8 << 8)
let SQLITE_CONSTRAINT_PRIMARYKEY: Int32 = SQLITE_CONSTRAINT | (6 << 8)
let SQLITE_CONSTRAINT_ROWID: Int32 = SQLITE_CONSTRAINT | (10 << 8)
let SQLITE_READONLY_CANTINIT: Int32 = SQLITE_READONLY | (5 << 8)
let SQLITE_READONLY_DIRECTORY: Int32 = SQLITE_READONLY | (6 << 8)
