import SQLCore
import SwiftDataErrors

extension StoreLocation {
  /// An error for the user of a store, with the end of its message and advice.
  private typealias Meaning = (SwiftDataError, text: String, advice: String)

  /// Converts a database error into an error for the user of the store.
  package func describe(_ error: SQLError) -> SwiftDataError {
    let place = isInMemory ? "The store in memory" : "The store \(path)"
    let (code, text, advice) =
      Self.meaning(ofSystem: error) ?? Self.meaning(ofFile: error)
      ?? Self.meaning(ofStatement: error)
    return code.explained("\(place) \(text)", advice: advice, underlying: error)
  }

  /// Returns the meaning of failures caused by the system or another process; nil for others.
  private static func meaning(ofSystem error: SQLError) -> Meaning? {
    switch error.kind {
    case .busy:
      (
        .storeIsLocked, "is locked by another process.",
        "Wait until the other process is done, and try again."
      )
    case .diskFull:
      (
        .storeIsFull, "has no room left on its disk: \(error.message).",
        "Free some space, and save again."
      )
    case .inputOutput:
      (
        .storeCannotBeOpened,
        "could not be used, because reading or writing its files failed: \(error.message). "
          + "The file need not be damaged.",
        "Check the disk, its free space and the system's log, and try again."
      )
    case .tooManyConnections:
      (
        .storeCannotBeOpened,
        "could not be used, because the limit of open files is reached: \(error.message).",
        "Close files and containers that are not needed, or raise the limit (ulimit -n), and try again."
      )
    case .outOfMemory:
      (
        .storeCannotBeOpened, "could not be used, because memory ran out: \(error.message).",
        "Free some memory, and try again."
      )
    case .readOnly, .permissionDenied:
      (
        .storeIsReadOnly, "cannot be written to.",
        "Make the file and its folder writable, or open it with allowsSave: false."
      )
    default: nil
    }
  }

  /// Returns the meaning of failures caused by the file's contents; nil for others.
  private static func meaning(ofFile error: SQLError) -> Meaning? {
    switch error.kind {
    case .notADatabase:
      (.storeIsNotADatabase, "is not an SQLite database.", "Give the path of a store file.")
    case .corrupt:
      (.storeIsCorrupt, "is damaged.", "Restore it from a backup; do not write to it.")
    case .cannotOpen:
      (
        .storeCannotBeOpened, "cannot be opened: \(error.message).",
        "Check the path, and that the program may read and write the file and its folder."
      )
    case .programIsTooLong:
      (
        .storeIsReadOnly,
        "has triggers or views that do not come to an end: \(error.message). Nothing was changed.",
        "Change it with the program that made it, or remove them; it can be read here."
      )
    case _ where error.message.hasPrefix("unsafe use of "):
      (
        .storeIsReadOnly,
        "has a trigger, a view or an index that uses what no file may: \(error.message).",
        "Change it with the program that made it, or remove what uses it; it can be read here."
      )
    case _ where error.message.hasPrefix("no such function"):
      (
        .storeIsReadOnly,
        "has a trigger or an index that calls what only the program has which made it: "
          + "\(error.message).", "Change it with that program; it can be read here."
      )
    case _ where error.message.hasPrefix("no such "):
      (
        .storeCannotBeOpened, "lacks what its metadata promises: \(error.message).",
        "Restore it from a backup."
      )
    default: nil
    }
  }

  /// Returns the meaning of failures caused by a statement or its values.
  private static func meaning(ofStatement error: SQLError) -> Meaning {
    switch error.kind {
    case .uniqueViolation, .constraintViolation:
      (
        .modelValidationFailure, "refused a change: \(error.message).",
        "Give the changed models values that no other model has."
      )
    case .tooBig:
      (
        .valueCannotBeStored, "was given a value or a row that is larger than SQLite stores.",
        "Store less in one value; large data belongs into files, as .externalStorage does it."
      )
    case .expired:
      (
        .migrationStageIsOver,
        "was lent for one stage of a migration, on the thread that migrates.",
        "Use the contexts of a stage within its closure only; afterwards make contexts from the "
          + "container."
      )
    case _ where error.message.hasPrefix("too many terms in ORDER BY"):
      (
        .unsupportedSortDescriptor, "cannot sort by so many properties at once.",
        "Sort by the first of them; a few hundred tell any models apart."
      )
    default:
      (.storeCannotBeOpened, "could not be used: \(error.message).", "See the underlying error.")
    }
  }
}

extension SwiftDataError {
  /// Whether the cause is the disk or a limit of the process, so that another store would fail,
  /// too.
  package var isOfSystem: Bool {
    switch underlyingError {
    case let error as SQLError:
      [.inputOutput, .tooManyConnections, .outOfMemory].contains(error.kind)
    case let error as SwiftDataError: error.isOfSystem
    default: false
    }
  }
}
