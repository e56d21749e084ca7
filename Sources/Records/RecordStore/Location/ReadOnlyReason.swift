import SwiftDataErrors

/// The reason why a store is read-only.
package enum ReadOnlyReason: Sendable {
  /// The store was opened for reading only.
  case asked
  /// The models are only a part of the stored model.
  case part
  /// Apple's frameworks mirror it to CloudKit.
  case mirrored
  /// It holds the models of the previous version, for a migration stage.
  case formerVersion

  /// The reason, as the end of a sentence whose subject is the store.
  package var text: String {
    switch self {
    case .asked: "was opened with allowsSave: false"
    case .part: "is read-only, because its configuration has readsPartOfStore"
    case .mirrored:
      "is read-only, because Apple's frameworks mirror it to CloudKit and its configuration does "
        + "not have allowsSavingMirroredStore"
    case .formerVersion: "has the models of the previous version, which are read-only"
    }
  }

  /// Suggestions for making the store writable.
  package var advice: String {
    switch self {
    case .asked: "Create its configuration with allowsSave: true."
    case .part: "Open it with models of all of its entities, and without readsPartOfStore."
    case .mirrored:
      "Change it with the app that mirrors it, or set allowsSavingMirroredStore if the changes may "
        + "be sent to the server."
    case .formerVersion: "Change the new models, or change the old ones in willMigrate."
    }
  }

  /// Returns the error for an attempt to write.
  package func error(path: String) -> SwiftDataError {
    SwiftDataError.storeIsReadOnly.explained("The store \(path) \(text).", advice: advice)
  }
}
