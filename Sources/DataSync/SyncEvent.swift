import Foundation
import SyncPort
import SyncReplication

/// Something that happened in a sync.
public enum SyncEvent: Sendable {
  /// A sync began.
  case began
  /// Records are being sent, of so many in all as are known so far.
  case sending(SyncProgress)
  /// Records are being fetched.
  case fetching(SyncProgress)
  /// Something was set on both sides, and this is how it was settled.
  case conflict(SyncConflictReport)
  /// Another account is signed in; the store is synced with that from now on.
  case accountChanged(from: String?, to: String?)
  /// The server lost changes that it had acknowledged, or another device found out that it did. So many records that
  /// the server had are compared with it now, and those that it lacks are sent again; see
  /// ``SyncOptions/serverReset``.
  case serverReset(records: Int)
  /// A record of the server cannot be read here, such as one of a later version of the program or a damaged one.
  ///
  /// It is set aside, and the others are synced. It is taken in when it can be read: after it was changed, or with
  /// another version of the program; until then nothing is written over it. See ``SyncEngine/recordsSetAside()``.
  case setAside(SyncUnreadable)
  /// The server refused a record, which is not sent again before it is changed.
  case refused(SyncError)
  /// A sync ended well.
  case ended(SyncReport)
  /// A sync ended with an error, and when it is tried again.
  ///
  /// Nil for an error that mostly stays until somebody does something: a started engine then tries again at its
  /// next regular sync alone.
  case failed(SyncError, nextTry: Date?)
}

/// How far a sync is.
public struct SyncProgress: Hashable, Sendable {
  /// How many records are done.
  public var records = 0
  /// How many there are, as far as that is known.
  public var total: Int?
  /// How many bytes their values have, as the engine writes them; servers' own formats are larger.
  public var bytes = 0

  /// Makes the progress of a sync that has not done anything yet.
  public init() {}
}

/// What a sync did.
public struct SyncReport: Hashable, Sendable {
  /// How many records the server took.
  public var sent = 0
  /// How many records the server told.
  public var fetched = 0
  /// How many rows have changed because of that.
  public var changed = 0
  /// How many conflicts were settled.
  public var conflicts = 0
  /// How many records the server refused.
  public var refused = 0
  /// How many records of the server cannot be read here, in this sync or before.
  public var setAside = 0

  /// Makes the report of a sync that had nothing to do.
  public init() {}
}

/// A conflict and how it was settled.
public struct SyncConflictReport: Hashable, Sendable {
  /// What kind of conflict it was.
  public enum Kind: Hashable, Sendable {
    /// Both sides had set a property; `result` counts.
    case property
    /// One side had deleted what the other had changed; it stays.
    case keptChanges
    /// One side had deleted what the other had changed; it goes.
    case deletedChanges
    /// What was deleted stays, since something else that stays cannot be without it.
    case keptNeeded
    /// Two records had the same unique values; they are one now.
    case double
  }

  /// What kind of conflict it was.
  public var kind: Kind
  /// The name of the entity.
  public var entity: String
  /// The name of the record at the server.
  public var record: String
  /// The name of the property; nil where it is not about one.
  public var property: String?
  /// What was set here.
  public var mine: SyncValue?
  /// What was set elsewhere.
  public var theirs: SyncValue?
  /// What counts.
  public var result: SyncValue?
}

extension SyncConflictReport {
  init(_ conflict: SyncConflict) {
    let kind: Kind =
      switch conflict.kind {
      case .field: .property
      case .keptDeleted: .keptChanges
      case .deletedChanged: .deletedChanges
      case .keptNeeded: .keptNeeded
      case .double: .double
      }
    self.init(
      kind: kind, entity: conflict.entity, record: conflict.record, property: conflict.field,
      mine: conflict.mine, theirs: conflict.theirs, result: conflict.result)
  }
}

/// What an engine is doing.
public struct SyncStatus: Hashable, Sendable {
  /// Whether a sync is under way.
  public var isSyncing = false
  /// Whether the engine syncs by itself.
  public var isStarted = false
  /// How far the sync under way is with sending; nil where it is not sending.
  public var sending: SyncProgress?
  /// How far the sync under way is with fetching; nil where it is not fetching.
  public var fetching: SyncProgress?
  /// When a sync ended well last.
  public var lastSync: Date?
  /// Why the last sync failed; nil where it did not.
  public var lastError: SyncError?
  /// When it is tried again.
  public var nextTry: Date?
}
