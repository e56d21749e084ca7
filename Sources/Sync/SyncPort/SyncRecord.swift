/// The data of one row on a server, with its values by name.
public struct SyncRecord: Hashable, Sendable {
  /// The unique name of the record.
  ///
  /// Names that an engine makes have 1 to 64 letters, digits, `-` and `_`. For records that other
  /// programs created, a provider may pass on longer names.
  public var name: String
  /// The name of the entity.
  public var kind: String
  /// The values by property name.
  public var fields: [String: SyncValue]
  /// The engine's metadata of the values: when and where each was set.
  ///
  /// Providers store the text unchanged.
  public var marks: String
  /// The server's tag of this version of the record; nil for a version that the server has not
  /// seen.
  public var tag: String?

  /// Creates a record.
  public init(
    name: String, kind: String, fields: [String: SyncValue] = [:], marks: String = "",
    tag: String? = nil
  ) {
    (self.name, self.kind, self.fields) = (name, kind, fields)
    (self.marks, self.tag) = (marks, tag)
  }
}

/// A change of a record on the server.
public enum SyncChange: Hashable, Sendable {
  /// The record was created or changed; this is its newest version.
  case saved(SyncRecord)
  /// The record was deleted.
  case deleted(name: String)
  /// The record was created or changed, but its newest version cannot be read.
  case unreadable(SyncUnreadable)

  /// The name of the record.
  public var name: String {
    switch self {
    case .saved(let record): record.name
    case .deleted(let name): name
    case .unreadable(let record): record.name
    }
  }
}

/// A record of a server that cannot be read, because it is damaged or comes from a later version of
/// the program.
///
/// It is set aside: the other records are synced, and it is not overwritten.
public struct SyncUnreadable: Hashable, Sendable {
  /// The name of the record.
  public var name: String
  /// The record name of its entity; nil if that cannot be read.
  public var kind: String?
  /// Why the record cannot be read, with the property that causes it, if any.
  public var reason: SyncError

  /// Creates a description of a record that cannot be read.
  public init(name: String, kind: String? = nil, reason: SyncError) {
    (self.name, self.kind, self.reason) = (name, kind, reason)
  }
}

extension SyncChange {
  /// Reads a change of a record; the result is `unreadable` if reading throws an error about the
  /// record itself.
  package init(_ name: String, kind: String? = nil, _ read: () throws -> SyncChange) throws {
    do {
      self = try read()
    } catch let error as SyncError where error.isAboutContent {
      self = .unreadable(SyncUnreadable(name: name, kind: kind, reason: error))
    }
  }
}

extension SyncError {
  /// Whether the error means that a record's content cannot be read, however often that is tried.
  package var isAboutContent: Bool {
    record != nil && [.badAnswer, .invalid, .answerTooLarge].contains(kind)
  }
}

/// Some changes, in the server's order.
public struct SyncPage: Hashable, Sendable {
  /// The newest version of each record that has changed since the cursor.
  public var changes: [SyncChange]
  /// The position from which to read on, in the provider's own format.
  ///
  /// If there is more to read now, the cursor must not have been used before in this sync: a sync
  /// whose cursors repeat ends with an error of the kind `badAnswer`.
  public var cursor: String
  /// Whether there is more to read now.
  public var hasMore: Bool

  /// Creates a page.
  public init(changes: [SyncChange], cursor: String, hasMore: Bool) {
    (self.changes, self.cursor, self.hasMore) = (changes, cursor, hasMore)
  }
}

/// A record to write to the server.
public enum SyncWrite: Hashable, Sendable {
  /// Writes a record if the server has the version with its tag; without a tag, if the server has
  /// no record of this name.
  case save(SyncRecord)
  /// Deletes a record if the server has the version with the tag.
  case delete(name: String, tag: String)

  /// The name of the record.
  public var name: String {
    switch self {
    case .save(let record): record.name
    case .delete(let name, _): name
    }
  }
}

/// The result of a write.
public enum SyncWriteResult: Hashable, Sendable {
  /// The record was written; the tag is that of the new version.
  case saved(tag: String)
  /// The record was deleted, or no longer existed.
  case deleted
  /// Nothing was written, because the server has another version (the given one) or no record.
  case conflict(SyncRecord?)
  /// Nothing was written, and the server may never accept it, for this reason.
  case refused(SyncError)
  /// Nothing was written; the engine tries again together with other records.
  case postponed
}
