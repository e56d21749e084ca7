import SwiftDataErrors

/// Why a store can only be read.
package enum ReadOnlyReason: Sendable {
  /// Whoever opened it does not want to write.
  case asked
  /// The models are a part of what the file holds.
  case part
  /// Apple's frameworks mirror it to CloudKit.
  case mirrored
  /// It has the models of the version before, for a stage of a migration.
  case formerVersion

  /// What is so, as the end of a sentence that begins with the store.
  package var text: String {
    switch self {
    case .asked: "was opened with allowsSave: false"
    case .part: "is only read, since its configuration has readsPartOfStore"
    case .mirrored:
      "is only read, since Apple's frameworks mirror it to CloudKit and its configuration does not "
        + "have allowsSavingMirroredStore"
    case .formerVersion: "has the models of the version before, which can only be read"
    }
  }

  /// What can be done about it.
  package var advice: String {
    switch self {
    case .asked: "Make its configuration with allowsSave: true."
    case .part: "Open it with models of all that it holds, and without readsPartOfStore."
    case .mirrored:
      "Change it with the app that mirrors it, or set allowsSavingMirroredStore where the changes "
        + "may go to the server."
    case .formerVersion: "Change the new models, or change the old ones in willMigrate."
    }
  }

  /// The error of whoever wants to write.
  package func error(path: String) -> SwiftDataError {
    SwiftDataError.storeIsReadOnly.explained("The store \(path) \(text).", advice: advice)
  }
}
