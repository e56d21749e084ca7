import Foundation

/// An error of SwiftData: what went wrong, and where.
///
/// Errors are compared by their kind, so that a `catch` can name one of the constants: `catch
/// SwiftDataError.storeIsLocked`. The `description` contains the details of the case.
public struct SwiftDataError: Error, Hashable {
  /// The kinds of error.
  package enum Code: String, CaseIterable {
    case includePendingChangesWithBatchSize, unsupportedPredicate, unsupportedKeyPath
    case sortingPendingChangesWithIdentifiers, unsupportedSortDescriptor
    case duplicateConfiguration, configurationFileNameTooLong
    case configurationFileNameContainsInvalidCharacters
    case configurationSchemaNotFoundInContainerSchema
    case loadIssueModelContainer, modelValidationFailure, missingModelContext
    case backwardMigration, unknownSchema, unknownDataStoreSchema
    case historyTokenExpired, invalidTransactionFetchRequest
    case storeCannotBeOpened, storeIsNotADatabase, storeIsCorrupt, storeIsNewer, storeIsLocked
    case storeIsFull, storeIsReadOnly, storeSchemaMismatch, valueCannotBeStored
    case valueCannotBeRead, unsupportedModel, enumerationLeftChanges, resultOutOfRange
    case migrationStageIsOver, storeHasMoved, contextHasChanges, unsupportedTransaction
    case staleModel, uniqueValueIsTaken, unsupportedQuery, queryFailed
  }

  package let code: Code
  private(set) var context: ErrorContext?
  /// Whether the error prevented a container from being created.
  private var keptContainerFromLoading = false

  package init(_ code: Code) {
    self.code = code
  }

  /// Whether two errors are of the same kind.
  public static func == (lhs: SwiftDataError, rhs: SwiftDataError) -> Bool {
    lhs.code == rhs.code
  }

  /// Hashes the kind of the error.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
  }

  /// Whether an error is of the given kind, for patterns in `catch` and `switch`.
  ///
  /// The pattern `SwiftDataError.loadIssueModelContainer` also matches more specific errors, such
  /// as `storeIsCorrupt`, if creating a container failed because of its store. It matches neither
  /// `storeIsLocked` nor `storeIsFull`, which can be solved without a new store. `==` compares the
  /// kinds themselves.
  public static func ~= (lhs: SwiftDataError, rhs: any Error) -> Bool {
    guard let error = rhs as? SwiftDataError else { return false }
    return lhs ~= error
  }

  /// Whether an error is of the given kind, like the operator for errors of any type.
  public static func ~= (lhs: SwiftDataError, rhs: SwiftDataError) -> Bool {
    if lhs == rhs { return true }
    return lhs.code == .loadIssueModelContainer && rhs.keptContainerFromLoading
      && rhs.code.concernsWholeStore
  }

  /// The error, marked as having prevented a container from being created.
  package var whileLoading: SwiftDataError {
    var error = self
    error.keptContainerFromLoading = true
    return error
  }

  /// The error of a lower layer that caused this one.
  public var underlyingError: (any Error)? { context?.underlying }

  /// A value that describes the case to programs; nil for none.
  package var details: (any Sendable)? { context?.details }

  /// The entity of the error, if it is known.
  package var entity: String? { context?.entity }
}

extension SwiftDataError {
  /// A fetch in batches cannot include pending changes.
  public static let includePendingChangesWithBatchSize =
    Self(.includePendingChangesWithBatchSize)
  /// The store cannot evaluate the predicate.
  public static let unsupportedPredicate = Self(.unsupportedPredicate)
  /// A key path leads to something that is not stored.
  public static let unsupportedKeyPath = Self(.unsupportedKeyPath)
  /// Identifiers cannot be sorted while changes are pending.
  public static let sortingPendingChangesWithIdentifiers =
    Self(.sortingPendingChangesWithIdentifiers)
  /// The store cannot sort as requested.
  public static let unsupportedSortDescriptor = Self(.unsupportedSortDescriptor)

  /// Two configurations of a container use the same store.
  public static let duplicateConfiguration = Self(.duplicateConfiguration)
  /// The file name for the configuration's name is too long.
  public static let configurationFileNameTooLong = Self(.configurationFileNameTooLong)
  /// The configuration's name contains characters that are not allowed in file names.
  public static let configurationFileNameContainsInvalidCharacters =
    Self(.configurationFileNameContainsInvalidCharacters)
  /// The container's schema lacks an entity of a configuration's schema.
  public static let configurationSchemaNotFoundInContainerSchema =
    Self(.configurationSchemaNotFoundInContainerSchema)

  /// The container could not be loaded.
  public static let loadIssueModelContainer = Self(.loadIssueModelContainer)
  /// A model breaks a rule of its schema and cannot be saved.
  public static let modelValidationFailure = Self(.modelValidationFailure)
  /// The model has no context.
  public static let missingModelContext = Self(.missingModelContext)

  /// The store is newer than the program's models, or than the migration plan's last version.
  public static let backwardMigration = Self(.backwardMigration)
  /// The models are not those of the store or of the container.
  public static let unknownSchema = Self(.unknownSchema)
  /// The program does not know the store's version.
  public static let unknownDataStoreSchema = Self(.unknownDataStoreSchema)

  /// The history that the token refers to was deleted.
  public static let historyTokenExpired = Self(.historyTokenExpired)
  /// The history cannot be fetched as requested.
  public static let invalidTransactionFetchRequest = Self(.invalidTransactionFetchRequest)
}

extension SwiftDataError {
  /// The store's file could not be opened or created.
  public static let storeCannotBeOpened = Self(.storeCannotBeOpened)
  /// The file is not a database.
  public static let storeIsNotADatabase = Self(.storeIsNotADatabase)
  /// The database is damaged.
  public static let storeIsCorrupt = Self(.storeIsCorrupt)
  /// A newer version of the library wrote the store.
  public static let storeIsNewer = Self(.storeIsNewer)
  /// Another process or connection locked the store for too long.
  public static let storeIsLocked = Self(.storeIsLocked)
  /// There is no space left for the store.
  public static let storeIsFull = Self(.storeIsFull)
  /// The store is read-only.
  public static let storeIsReadOnly = Self(.storeIsReadOnly)
  /// The store's file was deleted, renamed or replaced while it was open.
  public static let storeHasMoved = Self(.storeHasMoved)
  /// The store's tables do not match the schema.
  public static let storeSchemaMismatch = Self(.storeSchemaMismatch)
  /// A property's value has no stored form.
  public static let valueCannotBeStored = Self(.valueCannotBeStored)
  /// The stored value is not a value of the property's type.
  public static let valueCannotBeRead = Self(.valueCannotBeRead)
  /// A model class is declared in a way that cannot be stored.
  public static let unsupportedModel = Self(.unsupportedModel)
  /// The block of `enumerate` left changes unsaved.
  public static let enumerationLeftChanges = Self(.enumerationLeftChanges)
  /// An aggregate's result is too large for its type, or has too many digits.
  public static let resultOutOfRange = Self(.resultOutOfRange)
  /// The context belongs to a migration stage that is over, or to the thread that runs the
  /// migration.
  public static let migrationStageIsOver = Self(.migrationStageIsOver)
  /// The context has unsaved changes, which the call would lose.
  public static let contextHasChanges = Self(.contextHasChanges)
  /// A store cannot isolate the transaction as requested.
  public static let unsupportedTransaction = Self(.unsupportedTransaction)
  /// Another model has a unique value of an inserted one, which is not to replace it.
  public static let uniqueValueIsTaken = Self(.uniqueValueIsTaken)
  /// Others have changed or deleted a model since the context read it, which changes it, too.
  public static let staleModel = Self(.staleModel)
  /// A store cannot run a query, or the query would do more than read.
  public static let unsupportedQuery = Self(.unsupportedQuery)
  /// The database refused a query.
  public static let queryFailed = Self(.queryFailed)
}

extension SwiftDataError.Code {
  /// Whether the error means that a store cannot be used as it is, now or later.
  fileprivate var concernsWholeStore: Bool {
    switch self {
    case .storeCannotBeOpened, .storeIsNotADatabase, .storeIsCorrupt, .storeIsNewer,
      .storeIsReadOnly,
      .storeSchemaMismatch, .unknownDataStoreSchema:
      true
    default: false
    }
  }
}

/// The details of an error other than its kind.
final class ErrorContext: Sendable {
  let what: String
  let entity: String?
  let place: String?
  let advice: String?
  let underlying: (any Error)?
  let details: (any Sendable)?

  /// The end of the line before the list at the end of `what`; nil if it is not a list.
  var startOfList: String.Index? {
    guard let start = what.firstRange(of: ":\n- ")?.lowerBound,
      what.split(separator: "\n").last?.hasPrefix("- ") == true
    else { return nil }
    return what.index(after: start)
  }

  init(
    what: String, entity: String?, place: String?, advice: String?, underlying: (any Error)?,
    details: (any Sendable)?
  ) {
    self.what = what
    self.entity = entity
    self.place = place
    self.advice = advice
    self.underlying = underlying
    self.details = details
  }
}

extension SwiftDataError {
  /// The error with the details of this case.
  ///
  /// - Parameters:
  ///   - what: What happened, as a sentence; contains values of the user's data only if one cannot
  ///     be read, or conflicts with another.
  ///   - entity: The entity concerned.
  ///   - property: The property concerned.
  ///   - path: The file concerned.
  ///   - advice: What to do, as a sentence.
  ///   - underlying: The error of a lower layer.
  ///   - details: A value that describes the case to programs.
  /// - Returns: The error, equal to this one.
  package func explained(
    _ what: String, entity: String? = nil, property: String? = nil, path: String? = nil,
    advice: String? = nil, underlying: (any Error)? = nil, details: (any Sendable)? = nil
  ) -> SwiftDataError {
    let model = [entity, property].compactMap(\.self).joined(separator: ".")
    let places = [model, path ?? ""].filter { !$0.isEmpty }
    var error = self
    error.context = ErrorContext(
      what: what, entity: entity, place: places.isEmpty ? nil : places.joined(separator: ", "),
      advice: advice,
      underlying: underlying, details: details)
    return error
  }
}

extension SwiftDataError {
  /// The error with the row concerned.
  package func inRow(_ key: Int64) -> SwiftDataError {
    guard let context else { return self }
    let place = [context.place, "row \(key)"].compactMap(\.self).joined(separator: ", ")
    var error = self
    error.context = ErrorContext(
      what: context.what, entity: context.entity, place: place, advice: context.advice,
      underlying: context.underlying, details: context.details)
    return error
  }
}

extension SwiftDataError: CustomStringConvertible {
  /// The kind of the error, what happened, where, and what to do.
  ///
  /// After a text with a list, the advice begins a line of its own. Advice and reasons that would be
  /// repeated are omitted.
  public var description: String {
    guard let context else { return "SwiftDataError.\(code.rawValue)" }
    let place = context.place.map { " (\($0))" } ?? ""
    let reason = context.underlying.map { "\($0)" }.flatMap {
      context.what.contains($0) ? nil : "Reason: \($0)"
    }
    let cause = (context.underlying as? SwiftDataError)?.context
    let advice = cause?.advice == context.advice ? nil : context.advice
    let rest = [advice, reason].compactMap(\.self).joined(separator: " ")
    let separator = rest.isEmpty ? "" : context.startOfList != nil ? "\n" : " "
    return "SwiftDataError.\(code.rawValue)\(place): \(context.what)\(separator)\(rest)"
  }
}
