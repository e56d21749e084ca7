import SyncPort

/// How an engine syncs.
public struct SyncOptions: Sendable {
  /// What to do with a record that was deleted on one side and changed on the other.
  public enum DeletionPolicy: Sendable {
    /// The record stays, with what was changed; the default.
    case keepsChanges
    /// The record goes.
    case deletes
  }

  /// What to do when another account is signed in than the one that the store was synced with.
  public enum AccountPolicy: Sendable {
    /// Nothing is synced before the program decides: `syncNow()` throws `SyncError` of the kind
    /// `accountChanged`; the default.
    case asks
    /// What the former account has goes from the store, with the changes of it that were never sent; what the account
    /// never had stays, with the rows that this cannot be without.
    ///
    /// Ask first, as ``asks`` does: the error says how many records have changes that were never sent.
    case keepsApart
    /// All that the store has goes to the new account too.
    case merges
  }

  /// What to do when the server lost changes that it had acknowledged: it was put back to a backup, emptied or replaced.
  ///
  /// Either way nothing is deleted here.
  public enum ServerResetPolicy: Sendable {
    /// All that the store has is compared with the server, and what the server lacks is sent again; the default.
    ///
    /// What was deleted since the backup was made comes back with it, and what others deleted at a server that does not
    /// know any more may come back from here.
    case sendsAgain
    /// Nothing is synced before the program decides: `syncNow()` throws `SyncError` of the kind `serverReset`.
    case asks
  }

  /// When large values come, those of more than 16 KiB.
  public enum LargeValuePolicy: Sendable {
    /// With the sync that brings their records; the default.
    case fetched
    /// When the program asks for them; see ``SyncEngine/absentLargeValues(of:)``.
    ///
    /// Until then a property has what it had, and in a new model nil, or empty data where it cannot be nil. That is
    /// not sent to anybody; what is set by the program is.
    case onDemand
  }

  /// The name of the configuration whose store is synced; nil for the container's only one.
  public var configuration: String?
  /// How values are brought together that were set on both sides; see ``SyncResolver``.
  public var resolvers: [SyncResolver] = []
  /// What to do with a record that was deleted on one side and changed on the other.
  public var deletions = DeletionPolicy.keepsChanges
  /// What to do when another account is signed in.
  public var account = AccountPolicy.asks
  /// What to do when the server lost changes that it had acknowledged.
  public var serverReset = ServerResetPolicy.sendsAgain
  /// When large values come.
  public var largeValues = LargeValuePolicy.fetched
  /// How many seconds a started engine waits from one sync to the next, if nothing is saved meanwhile.
  public var interval: Double = 60
  /// How many seconds a sync waits for another process that syncs the same store.
  public var patience: Double = 30

  /// Whether models may break the rules that the server has for them; false unless it is set.
  ///
  /// CloudKit's are Core Data's: no unique constraints, values that are optional or have defaults, relationships
  /// with inverses. A store that is synced by this library alone may break them; one that shares a container
  /// with an app on Apple's systems may not, since that app could not open it.
  public var ignoresModelRules = false

  /// Makes options with their defaults.
  public init() {}
}
