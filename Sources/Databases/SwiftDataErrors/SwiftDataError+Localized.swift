import Foundation

extension SwiftDataError: LocalizedError {
  /// A sentence for people that says what happened and where.
  public var errorDescription: String? {
    guard let context else { return code.meaning }
    guard let place = context.place, !context.what.contains(place) else { return context.what }
    guard context.what.hasSuffix(".") else { return "\(context.what) (\(place))" }
    return "\(context.what.dropLast()) (\(place))."
  }

  /// The meaning of the kind of error, and the underlying error if there is one.
  public var failureReason: String? {
    guard let underlying = context?.underlying else { return code.meaning }
    let text = (underlying as? any LocalizedError)?.errorDescription ?? "\(underlying)"
    return "\(code.meaning) The reason is: \(text.hasSuffix(".") ? text : text + ".")"
  }

  /// Advice for solving the problem.
  public var recoverySuggestion: String? { context?.advice ?? code.advice }
}

extension SwiftDataError.Code {
  /// What errors of this kind have in common, as a sentence.
  var meaning: String {
    switch self {
    case .includePendingChangesWithBatchSize: "A fetch in batches cannot include pending changes."
    case .unsupportedPredicate: "The store cannot evaluate the predicate."
    case .unsupportedKeyPath: "A key path leads to something that is not stored."
    case .sortingPendingChangesWithIdentifiers:
      "Identifiers cannot be sorted while changes are pending."
    case .unsupportedSortDescriptor: "The store cannot sort as it was asked."
    case .duplicateConfiguration: "Two configurations of a container use the same store."
    case .configurationFileNameTooLong: "The configuration's name makes a file name too long."
    case .configurationFileNameContainsInvalidCharacters:
      "The configuration's name has characters that no file name has."
    case .configurationSchemaNotFoundInContainerSchema:
      "The container's schema lacks an entity of a configuration's."
    case .loadIssueModelContainer: "The container could not be loaded."
    case .modelValidationFailure: "A model breaks a rule of its schema."
    case .missingModelContext: "The model has no context."
    case .backwardMigration: "The store is newer than the program's models."
    case .unknownSchema: "The models are not those of the store or of the container."
    case .unknownDataStoreSchema: "The store's version is none that the program knows."
    case .historyTokenExpired: "The history that the token points into is deleted."
    case .invalidTransactionFetchRequest: "The history cannot be fetched as it was asked."
    case .storeCannotBeOpened: "The store's file could not be used."
    case .storeIsNotADatabase: "The file is not a database."
    case .storeIsCorrupt: "The database is damaged."
    case .storeIsNewer: "A newer version of the library wrote the store."
    case .storeIsLocked: "Another program uses the store."
    case .storeIsFull: "There is no room left for the store."
    case .storeHasMoved: "The store's file was deleted, renamed or replaced while it was open."
    case .storeIsReadOnly: "The store may only be read."
    case .storeSchemaMismatch: "The tables of the store are not those of the models."
    case .valueCannotBeStored: "A value cannot be stored."
    case .valueCannotBeRead: "A stored value cannot be read."
    case .unsupportedModel: "A model is made in a way that cannot be stored."
    case .enumerationLeftChanges: "An enumeration left unsaved changes behind."
    case .resultOutOfRange: "A result is too large for its type."
    case .migrationStageIsOver: "The migration that the context belongs to is over."
    }
  }

  /// Advice for errors of this kind; nil if it depends on the case.
  var advice: String? {
    switch self {
    case .includePendingChangesWithBatchSize: "Save first, or leave pending changes out."
    case .sortingPendingChangesWithIdentifiers: "Save first, or sort by an attribute."
    case .storeIsCorrupt: "Restore the store from a backup."
    case .storeIsNewer, .backwardMigration: "Use the newer version of the program."
    case .storeIsLocked: "Try again when the other program is done."
    case .storeIsFull: "Make room, and try again."
    case .storeHasMoved: "Put the file back, or make a new container."
    case .historyTokenExpired: "Read the models anew."
    case .missingModelContext: "Insert the model into a context."
    default: nil
    }
  }
}
