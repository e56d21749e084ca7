/// The options of a sync engine.
public struct SyncOptions: Sendable {
  /// How to resolve a deletion on one side and a change of the same record on the other.
  public enum DeletionPolicy: Sendable {
    /// The record is kept, with its changes; the default.
    case keepsChanges
    /// The record is deleted.
    case deletes
  }

  /// What to do if another account is signed in than the one that the store was synced with.
  public enum AccountPolicy: Sendable {
    /// Stops syncing until the program decides: `syncNow()` throws `SyncError` of the kind
    /// `accountChanged`; the default.
    case asks
    /// Removes the previous account's rows, including changes that were never sent; keeps rows that
    /// only exist locally and the rows they require.
    ///
    /// Let the user decide first, as with ``asks``: its error reports how many records have changes
    /// that were never sent.
    case keepsApart
    /// Sends all data of the store to the new account as well.
    case merges
  }

  /// What to do if the server lost changes that it had acknowledged: it was restored from a backup,
  /// emptied or replaced.
  ///
  /// No local data is deleted in either case.
  public enum ServerResetPolicy: Sendable {
    /// Compares the whole store with the server and sends again what the server lacks; the default.
    ///
    /// Records that were deleted since the backup was made come back with the backup. Records that
    /// other devices deleted may come back from this device, if the server lost the deletions.
    case sendsAgain
    /// Stops syncing until the program decides: `syncNow()` throws `SyncError` of the kind
    /// `serverReset`.
    case asks
  }

  /// When to fetch large values, which are those of more than 16 KiB.
  public enum LargeValuePolicy: Sendable {
    /// In the sync that fetches their records; the default.
    case fetched
    /// When the program asks for them; see ``SyncEngine/absentLargeValues(of:)``.
    ///
    /// Until then, a property keeps its previous value; in a new model it is nil, or empty data if
    /// it is not optional. This placeholder is never sent; values that the program sets are.
    case onDemand
  }

  /// The configuration to sync; nil if the container has exactly one.
  public var configuration: String?
  /// The resolvers for values that were set on both sides; see ``SyncResolver``.
  public var resolvers: [SyncResolver] = []
  /// How to resolve a deletion on one side and a change of the same record on the other.
  public var deletions = DeletionPolicy.keepsChanges
  /// What to do if another account is signed in.
  public var account = AccountPolicy.asks
  /// What to do if the server lost changes that it had acknowledged.
  public var serverReset = ServerResetPolicy.sendsAgain
  /// When to fetch large values.
  public var largeValues = LargeValuePolicy.fetched
  /// The seconds that a started engine waits between syncs if nothing is saved.
  public var interval: Double = 60
  /// The seconds that a sync waits for another process that syncs the same store.
  public var patience: Double = 30

  /// Whether models may break the rules that the server has for them; false by default.
  ///
  /// CloudKit's rules are those of Core Data: no unique constraints, only values that are optional
  /// or have defaults, only relationships with inverses. A store that only this library syncs may
  /// break them. A store that shares a container with an app on Apple's systems may not, because
  /// that app could not open it.
  public var ignoresModelRules = false

  /// Creates options with default values.
  public init() {}
}
