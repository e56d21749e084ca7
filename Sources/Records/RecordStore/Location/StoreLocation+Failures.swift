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
        "Wait until the other process has finished, and try again."
      )
    case .diskFull:
      (
        .storeIsFull, "has no space left on its disk: \(error.reason).",
        "Free some space, and save again."
      )
    case .inputOutput:
      (
        .storeCannotBeOpened,
        "could not be used, because reading or writing its files failed: \(error.reason). "
          + "The file may be intact.",
        "Check the disk, its free space and the system's log, and try again."
      )
    case .tooManyConnections:
      (
        .storeCannotBeOpened,
        "could not be used, because the limit of open files was reached: \(error.reason).",
        "Close files and containers that are not needed, or raise the limit (ulimit -n), and try again."
      )
    case .outOfMemory:
      (
        .storeCannotBeOpened, "could not be used, because memory ran out: \(error.reason).",
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
        .storeCannotBeOpened, "cannot be opened: \(error.reason).",
        "Check the path, and that the program may read and write the file and its folder."
      )
    case .programIsTooLong:
      (
        .storeIsReadOnly,
        "has triggers or views that ran too long: \(error.reason). Nothing was changed.",
        "Change it with the program that created it, or remove them; this program can still read it."
      )
    case .programValueIsTooLarge:
      (
        .storeIsReadOnly,
        "has code that computes values that are too large: \(error.reason). Nothing was changed.",
        "Change it with the program that created it, or remove the code; this program can still read it."
      )
    case _ where error.message.hasPrefix("unsafe use of "):
      (
        .storeIsReadOnly,
        "has a trigger, a view or an index that uses something not allowed in files: "
          + "\(error.reason).",
        "Change it with the program that created it, or remove the trigger, view or index; "
          + "this program can still read it."
      )
    case _ where error.message.hasPrefix("no such function"):
      (
        .storeIsReadOnly,
        "has a trigger or an index that calls a function of the program that created it: "
          + "\(error.reason).", "Change it with that program; this program can still read it."
      )
    case _ where error.message.hasPrefix("no such "):
      (
        .storeCannotBeOpened, "lacks something that its metadata describes: \(error.reason).",
        "Restore it from a backup."
      )
    default: nil
    }
  }

  /// Returns the meaning of failures caused by a statement or its values.
  private static func meaning(ofStatement error: SQLError) -> Meaning {
    switch error.kind {
    case .uniqueViolation:
      (
        .modelValidationFailure, "refused a change: \(error.reason).",
        "Give the changed models values that no other model has."
      )
    case .constraintViolation:
      // Not one of ours: another program added it, or a trigger that raises errors.
      (
        .modelValidationFailure, "refused a change: \(error.reason).",
        "Give the changed models values that the store's constraints and triggers allow."
      )
    case .tooBig:
      (
        .valueCannotBeStored, "cannot contain a value or row that is larger than SQLite's limit.",
        "Store less data in one value, or store it in a file with .externalStorage."
      )
    case .expired:
      (
        .migrationStageIsOver,
        "can be used only during its migration stage, on the thread that runs the migration.",
        "Use a stage's contexts only within its closure; afterwards create contexts from the "
          + "container."
      )
    case _ where error.message.hasPrefix("too many terms in ORDER BY"):
      (
        .unsupportedSortDescriptor, "cannot sort by so many properties at once.",
        "Sort by fewer properties; the first few hundred distinguish any models."
      )
    default:
      (.storeCannotBeOpened, "could not be used: \(error.reason).", "See the underlying error.")
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
