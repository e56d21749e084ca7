import Foundation

extension SwiftDataError: LocalizedError {
  /// A sentence for people that says what happened and where.
  public var errorDescription: String? {
    guard let context else { return code.meaning }
    guard let place = context.place, !context.what.contains(place) else { return context.what }
    // The place does not belong to the last entry of a list.
    let end = context.startOfList ?? context.what.endIndex
    let (text, list) = (context.what[..<end], context.what[end...])
    guard let mark = text.last, ".:".contains(mark) else { return "\(text) (\(place))\(list)" }
    return "\(text.dropLast()) (\(place))\(mark)\(list)"
  }

  /// The meaning of the kind of error, and the underlying error if there is one.
  public var failureReason: String? {
    guard let underlying = context?.underlying else { return code.meaning }
    let text = (underlying as? any LocalizedError)?.errorDescription ?? "\(underlying)"
    let isList = (underlying as? SwiftDataError)?.context?.startOfList != nil
    return "\(code.meaning) The reason is: \(isList || text.hasSuffix(".") ? text : text + ".")"
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
    case .unsupportedSortDescriptor: "The store cannot sort as requested."
    case .duplicateConfiguration: "Two configurations of a container use the same store."
    case .configurationFileNameTooLong: "The file name for the configuration's name is too long."
    case .configurationFileNameContainsInvalidCharacters:
      "The configuration's name contains characters that are not allowed in file names."
    case .configurationSchemaNotFoundInContainerSchema:
      "The container's schema lacks an entity of a configuration's schema."
    case .loadIssueModelContainer: "The container could not be loaded."
    case .modelValidationFailure: "A model breaks a rule of its schema."
    case .missingModelContext: "The model has no context."
    case .backwardMigration: "The store is newer than the program's models."
    case .unknownSchema: "The models are not those of the store or of the container."
    case .unknownDataStoreSchema: "The program does not know the store's version."
    case .historyTokenExpired: "The history that the token refers to was deleted."
    case .invalidTransactionFetchRequest: "The history cannot be fetched as requested."
    case .storeCannotBeOpened: "The store's file could not be used."
    case .storeIsNotADatabase: "The file is not a database."
    case .storeIsCorrupt: "The database is damaged."
    case .storeIsNewer: "A newer version of the library wrote the store."
    case .storeIsLocked: "Another process or connection has locked the store."
    case .storeIsFull: "There is no space left for the store."
    case .storeHasMoved: "The store's file was deleted, renamed or replaced while it was open."
    case .storeIsReadOnly: "The store is read-only."
    case .storeSchemaMismatch: "The store's tables do not match the models."
    case .valueCannotBeStored: "A value cannot be stored."
    case .valueCannotBeRead: "A stored value cannot be read."
    case .unsupportedModel: "A model is declared in a way that cannot be stored."
    case .enumerationLeftChanges: "An enumeration left changes unsaved."
    case .resultOutOfRange: "A result is too large for its type."
    case .uniqueValueIsTaken: "Another model has a unique value of an inserted one."
    case .staleModel: "Others have changed or deleted a model since it was read."
    case .unsupportedQuery: "A store cannot run the query."
    case .queryFailed: "The database refused a query."
    case .migrationStageIsOver: "The migration that the context belongs to is over."
    case .contextHasChanges: "The context has unsaved changes."
    case .unsupportedTransaction: "A store cannot isolate the transaction."
    }
  }

  /// Advice for errors of this kind; nil if it depends on the case.
  var advice: String? {
    switch self {
    case .includePendingChangesWithBatchSize:
      "Save first, or exclude pending changes from the fetch."
    case .sortingPendingChangesWithIdentifiers: "Save first, or sort by an attribute."
    case .storeIsCorrupt: "Restore the store from a backup."
    case .storeIsNewer: "Update the library that the program is built with."
    case .backwardMigration: "Use a newer version of the program."
    case .storeIsLocked: "Try again when the store is no longer locked."
    case .storeIsFull: "Free some space, and try again."
    case .storeHasMoved: "Put the file back, or create a new container."
    case .historyTokenExpired: "Fetch the models again."
    case .staleModel: "Roll back, and change the models again."
    case .missingModelContext: "Insert the model into a context."
    default: nil
    }
  }
}
