/// What is kept of one row at a server, by name.
public struct SyncRecord: Hashable, Sendable {
  /// What tells the record from all others of the place: letters, digits, `-` and `_`, 1 to 64 where an engine has
  /// made it; of records that other programs made, a provider may hand on longer names.
  public var name: String
  /// The name of the entity.
  public var kind: String
  /// The values by the names of properties.
  public var fields: [String: SyncValue]
  /// What the engine notes of the values: when and where each was set.
  ///
  /// Providers keep the text as it is.
  public var marks: String
  /// What the server calls this version of the record; nil for one that it has not seen.
  public var tag: String?

  /// Makes a record.
  public init(
    name: String, kind: String, fields: [String: SyncValue] = [:], marks: String = "",
    tag: String? = nil
  ) {
    (self.name, self.kind, self.fields) = (name, kind, fields)
    (self.marks, self.tag) = (marks, tag)
  }
}

/// What became of a record at the server.
public enum SyncChange: Hashable, Sendable {
  /// It was made or changed; this is its newest version.
  case saved(SyncRecord)
  /// It was deleted.
  case deleted(name: String)
  /// It was made or changed, and its newest version cannot be read here.
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

/// A record of a server that cannot be read here, such as one of a later version of the program or a damaged one.
///
/// It is set aside: the others are synced, and nothing is written over it.
public struct SyncUnreadable: Hashable, Sendable {
  /// The name of the record.
  public var name: String
  /// What records call its entity; nil where that cannot be read.
  public var kind: String?
  /// Why it cannot be read, with the property if it is about one.
  public var reason: SyncError

  /// Makes a description of a record that cannot be read.
  public init(name: String, kind: String? = nil, reason: SyncError) {
    (self.name, self.kind, self.reason) = (name, kind, reason)
  }
}

extension SyncChange {
  /// A change of a record; one that cannot be read where reading it throws an error about the record itself.
  package init(_ name: String, kind: String? = nil, _ read: () throws -> SyncChange) throws {
    do {
      self = try read()
    } catch let error as SyncError where error.isAboutContent {
      self = .unreadable(SyncUnreadable(name: name, kind: kind, reason: error))
    }
  }
}

extension SyncError {
  /// Whether it says that a record's content cannot be read, however often that is tried.
  package var isAboutContent: Bool {
    record != nil && [.badAnswer, .invalid, .answerTooLarge].contains(kind)
  }
}

/// Some changes, in the order in which the server tells them.
public struct SyncPage: Hashable, Sendable {
  /// The newest version of each record that has changed since the cursor.
  public var changes: [SyncChange]
  /// From where to read on; of the provider's making.
  ///
  /// Where there is more to read now, it is none from which was read before: a sync that is led in a circle ends with
  /// an error of the kind `badAnswer`.
  public var cursor: String
  /// Whether there is more to read now.
  public var hasMore: Bool

  /// Makes a page.
  public init(changes: [SyncChange], cursor: String, hasMore: Bool) {
    (self.changes, self.cursor, self.hasMore) = (changes, cursor, hasMore)
  }
}

/// Something to be written at the server.
public enum SyncWrite: Hashable, Sendable {
  /// Writes a record if the server has the version of its tag; without a tag, if it has none of the name.
  case save(SyncRecord)
  /// Deletes a record if the server has the version of the tag.
  case delete(name: String, tag: String)

  /// The name of the record.
  public var name: String {
    switch self {
    case .save(let record): record.name
    case .delete(let name, _): name
    }
  }
}

/// What came of something that was to be written.
public enum SyncWriteResult: Hashable, Sendable {
  /// It was written; the tag is that of the new version.
  case saved(tag: String)
  /// It was deleted, or was not there any more.
  case deleted
  /// Nothing was written, since the server has another version: this one, or none.
  case conflict(SyncRecord?)
  /// Nothing was written, and maybe never will be, for this reason.
  case refused(SyncError)
  /// Nothing was written; it is to be tried again, with others.
  case postponed
}
