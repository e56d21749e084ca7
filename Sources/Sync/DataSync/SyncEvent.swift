import Foundation
import SyncPort
import SyncReplication

/// Something that happened in a sync.
public enum SyncEvent: Sendable {
  /// A sync began.
  case began
  /// Records are being sent; the total is what is known so far.
  case sending(SyncProgress)
  /// Records are being fetched.
  case fetching(SyncProgress)
  /// A conflict between two changes was resolved.
  case conflict(SyncConflictReport)
  /// Another account is signed in, and the store is synced with it from now on.
  case accountChanged(from: String?, to: String?)
  /// The server lost changes that it had acknowledged, as this or another device found out.
  ///
  /// The records that the server had, of which the event reports the number, are now compared with
  /// it, and those that it lacks are sent again; see ``SyncOptions/serverReset``.
  case serverReset(records: Int)
  /// A record of the server cannot be read, because it is damaged or comes from a later version of
  /// the program.
  ///
  /// The record is set aside, and the others are synced. It is applied once it can be read: after
  /// it was changed, or with another version of the program. Until then it is not overwritten. See
  /// ``SyncEngine/recordsSetAside()``.
  case setAside(SyncUnreadable)
  /// The server refused a record, which is sent again only after it was changed.
  case refused(SyncError)
  /// A sync succeeded.
  case ended(SyncReport)
  /// A sync failed, with the time of the next try.
  ///
  /// The time is nil for errors that usually persist until somebody fixes them; a started engine
  /// then tries again only at its next regular sync.
  case failed(SyncError, nextTry: Date?)
}

/// The progress of a sync.
public struct SyncProgress: Hashable, Sendable {
  /// The number of records processed.
  public var records = 0
  /// The total number of records, if known.
  public var total: Int?
  /// The size of the records in bytes, as the engine encodes them; formats of servers are larger.
  public var bytes = 0

  /// Creates the progress of a sync that has not done anything yet.
  public init() {}
}

/// The result of a sync.
public struct SyncReport: Hashable, Sendable {
  /// The number of records that the server accepted.
  public var sent = 0
  /// The number of records received from the server.
  public var fetched = 0
  /// The number of rows changed by received records.
  public var changed = 0
  /// The number of conflicts resolved.
  public var conflicts = 0
  /// The number of records that the server refused.
  public var refused = 0
  /// The number of records of the server that cannot be read, from this sync and earlier ones.
  public var setAside = 0

  /// Creates the report of a sync that had nothing to do.
  public init() {}
}

/// A conflict and its resolution.
public struct SyncConflictReport: Hashable, Sendable {
  /// The kinds of conflicts.
  public enum Kind: Hashable, Sendable {
    /// Both sides set a property; `result` is the value that was kept.
    case property
    /// One side deleted a record that the other side changed; the record is kept.
    case keptChanges
    /// One side deleted a record that the other side changed; the record is deleted.
    case deletedChanges
    /// A deleted record is kept, because another record requires it.
    case keptNeeded
    /// Two records had the same unique values and were merged into one.
    case double
  }

  /// The kind of the conflict.
  public var kind: Kind
  /// The name of the entity.
  public var entity: String
  /// The name of the record on the server.
  public var record: String
  /// The name of the property; nil if the conflict is not about a property.
  public var property: String?
  /// The local value.
  public var mine: SyncValue?
  /// The remote value.
  public var theirs: SyncValue?
  /// The value that was kept.
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

/// The state of an engine.
public struct SyncStatus: Hashable, Sendable {
  /// Whether a sync is running.
  public var isSyncing = false
  /// Whether the engine syncs automatically.
  public var isStarted = false
  /// The progress of sending in the running sync; nil if it is not sending.
  public var sending: SyncProgress?
  /// The progress of fetching in the running sync; nil if it is not fetching.
  public var fetching: SyncProgress?
  /// The time of the last successful sync.
  public var lastSync: Date?
  /// The error of the last sync; nil if it succeeded.
  public var lastError: SyncError?
  /// The time of the next try after a failed sync.
  public var nextTry: Date?
}
