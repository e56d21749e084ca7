import Foundation
import SwiftData

let all: Set<SwiftDataError> = [
  .includePendingChangesWithBatchSize, .unsupportedPredicate, .unsupportedKeyPath,
  .sortingPendingChangesWithIdentifiers, .unsupportedSortDescriptor, .duplicateConfiguration,
  .configurationFileNameTooLong, .configurationFileNameContainsInvalidCharacters,
  .configurationSchemaNotFoundInContainerSchema, .loadIssueModelContainer,
  .modelValidationFailure, .missingModelContext, .backwardMigration, .unknownSchema,
  .historyTokenExpired, .invalidTransactionFetchRequest, .unknownDataStoreSchema,
]

func name(of error: any Error) -> String {
  switch error {
  case SwiftDataError.unknownSchema: return "schema"
  case DataStoreError.preferInMemorySort: return "sort"
  case let known as SwiftDataError where all.contains(known): return known.localizedDescription
  default: return SwiftDataError.backwardMigration ~= error ? "backward" : "other"
  }
}

func attempt(_ action: () throws -> Void) -> Bool {
  do {
    try action()
  } catch SwiftDataError.modelValidationFailure {
    return false
  } catch DataStoreError.unsupportedFeature, DataStoreError.invalidPredicate {
    return false
  } catch {
    return error as? DataStoreError == .preferInMemoryFilter
  }
  return true
}
