import Foundation

/// A description of where and how a container stores a schema's models.
public struct ModelConfiguration: Identifiable, Hashable, Sendable {
  /// The file of the store; `/dev/null` for a store in memory.
  public let url: URL
  /// The name; `default` if none was given.
  public let name: String
  /// The app group whose folder contains the store, if any.
  public let groupAppContainerIdentifier: String?
  /// The CloudKit container to sync with, if one was named.
  public let cloudKitContainerIdentifier: String?
  /// How the folder of the store is chosen.
  public let groupContainer: GroupContainer
  /// How the CloudKit database is chosen.
  public let cloudKitDatabase: CloudKitDatabase
  /// The models of the store; nil for all of the container's.
  public var schema: Schema?
  /// Whether the store may be written to.
  public let allowsSave: Bool
  /// Whether the store is kept in memory and ends with its container.
  public let isStoredInMemoryOnly: Bool
  /// Whether each save records in the store which rows it inserted, updated and deleted; true by
  /// default.
  ///
  /// Without a history, saves write less: one row and one index entry, about 40 bytes, less for
  /// each changed row. But then no other program, and no other part of this one, can find out what
  /// changed since it last looked: `fetchHistory` does not return such saves, and a sync that is
  /// based on the history misses them.
  ///
  /// > Note: SwiftData has no such property; it always tracks history.
  public var tracksHistory = true
  /// How much of the history is kept; all of it by default.
  ///
  /// > Note: SwiftData has no such property; there an app calls `deleteHistory`.
  public var historyRetention = HistoryRetention.all
  /// Whether only the owner of the store's files, the user that the program runs as, may read and
  /// write them; false by default.
  ///
  /// If true, the store file, the files that SQLite keeps beside it (`-wal`, `-shm`, `-journal`),
  /// large values in files, and copies made by migrations have the mode 0600, and folders created
  /// for them 0700. Existing files lose the permissions of other users when the store is opened for
  /// writing. If false, the process's umask decides, as for every file.
  ///
  /// > Note: SwiftData has no such property; Apple's systems protect files by `FileProtectionType`,
  /// > which other systems lack.
  public var restrictsFileAccess = false
  /// The full-text indexes of the store, one for each searchable model; nil, the default, leaves
  /// the store's indexes unchanged.
  ///
  /// The store is updated when its container opens. An index that is new, has changed its kind, or
  /// was damaged by another program's migration is built, which reads the texts of all rows of the
  /// model once (about 4 s for a million rows of ten words). An index that is not in the list is
  /// dropped, so an empty list drops all of them. If nothing has to be done, this costs one
  /// statement; with nil it costs none. See <doc:TextSearch>.
  ///
  /// > Note: SwiftData has no such property.
  public var textIndexes: [TextIndex]?
  /// Whether a store that Apple's frameworks mirror to CloudKit may be written to; false by
  /// default.
  ///
  /// A program on Apple's systems that mirrors a store, as SwiftData does with `cloudKitDatabase`,
  /// keeps tables about the server's contents in the store file, which this library leaves alone.
  /// If false, such a store is only read: writing to it throws `SwiftDataError.storeIsReadOnly`,
  /// and opening it with models that require a migration throws `storeSchemaMismatch`. The file and
  /// its log are left unchanged.
  ///
  /// If true, saves write rows and history as Apple's frameworks do. These find out from the
  /// history what to upload when they next open the store; if ``tracksHistory`` is false, they
  /// never upload it. This was not tested with Apple's servers. A migration that changes the number
  /// of an entity throws `storeSchemaMismatch`, since the mirror refers to entities by number.
  /// Numbers change if the new models have an entity whose name sorts before others. Detecting a
  /// mirrored store adds no cost when it is opened.
  ///
  /// > Note: SwiftData has no such property.
  public var allowsSavingMirroredStore = false
  /// Whether the models may describe only a part of the store, which is then read-only; false by
  /// default.
  ///
  /// A program that only reads may declare just what it reads: some of the entities, with some of
  /// their properties. Fetches, predicates, sort orders, relationships among the declared models
  /// and the history work as usual. The file is left unchanged: writing throws
  /// `SwiftDataError.storeIsReadOnly`, regardless of ``allowsSave``. A migration plan does not
  /// apply to such a store.
  ///
  /// The declarations must match the store: the same names, types and destinations of
  /// relationships. A property that is optional in the store must be declared optional; a required
  /// one may be declared optional. An entity may be declared without its superentities, with their
  /// properties as its own, and without its subentities, whose rows are read as instances of the
  /// nearest declared class. Unique constraints, delete rules, bounds, orders of members and
  /// missing inverses are ignored. If anything else differs, opening throws `storeSchemaMismatch`,
  /// which describes the differences by entity. Opening also throws this error for a store that
  /// does not describe its contents: one of another program without an archived model.
  ///
  /// Opening reads the store's description of all its entities: some milliseconds for a hundred.
  ///
  /// > Note: SwiftData has no such property; it migrates a store that differs, which loses what the
  /// > models leave out.
  public var readsPartOfStore = false
  /// The file that a new store is copied from; nil, the default, creates a store without rows.
  ///
  /// If there is no file at ``url``, it is first created as a copy of this file and then opened
  /// like an existing store, which migrates it if the models differ. The copy has everything that
  /// the file has: the tables and numbers of entities, metadata, the archived model, any rows, and
  /// large values. It gets its own identifier, since persistent identifiers and history tokens name
  /// their store by it, and two stores must not share one. So a store that was made by Apple's
  /// frameworks and has no rows yet can be the start of every new store; see <doc:FromCoreData>.
  ///
  /// The file is only read. A file that Apple's frameworks mirror to CloudKit, or that this library
  /// synced, refers from its rows to records on a server, so that opening with it throws
  /// `SwiftDataError.storeCannotBeOpened`. Stores in memory and configurations that may not save
  /// ignore it.
  ///
  /// > Note: SwiftData has no such property.
  public var storeTemplate: URL?
  /// Whether the location follows the platform's conventions.
  let isAtDefaultLocation: Bool

  init(
    name: String?, schema: Schema?, url: URL?, isStoredInMemoryOnly: Bool, allowsSave: Bool,
    groupContainer: GroupContainer, cloudKitDatabase: CloudKitDatabase
  ) {
    self.name = name ?? "default"
    self.schema = schema
    self.isStoredInMemoryOnly = isStoredInMemoryOnly
    self.allowsSave = allowsSave
    self.groupContainer = groupContainer
    self.cloudKitDatabase = cloudKitDatabase
    groupAppContainerIdentifier = groupContainer.groupName
    cloudKitContainerIdentifier = cloudKitDatabase.privateDatabaseName
    isAtDefaultLocation = url == nil
    if isStoredInMemoryOnly {
      self.url = URL(fileURLWithPath: "/dev/null")
    } else {
      self.url =
        url ?? DefaultLocation.url(named: name ?? "default", group: groupContainer.groupName)
    }
  }

  /// Creates a configuration with the default name and location.
  public init(isStoredInMemoryOnly: Bool = false) {
    self.init(
      name: nil, schema: nil, url: nil, isStoredInMemoryOnly: isStoredInMemoryOnly,
      allowsSave: true, groupContainer: .automatic, cloudKitDatabase: .automatic)
  }

  /// Creates a configuration of the given models, with the default name and location.
  public init(for forTypes: any PersistentModel.Type..., isStoredInMemoryOnly: Bool = false) {
    self.init(
      name: nil, schema: forTypes.isEmpty ? nil : Schema(forTypes), url: nil,
      isStoredInMemoryOnly: isStoredInMemoryOnly, allowsSave: true, groupContainer: .automatic,
      cloudKitDatabase: .automatic)
  }

  /// Creates a configuration with the default location.
  ///
  /// - Parameters:
  ///   - name: The name, which also names the file: `NAME.store`. It may be a path: an absolute
  ///     path is that of the file, others are relative to the default folder.
  ///   - schema: The models of the store; nil for all of the container's.
  ///   - isStoredInMemoryOnly: Whether the store is kept in memory and ends with its container.
  ///   - allowsSave: Whether the store may be written to.
  ///   - groupContainer: How the folder is chosen.
  ///   - cloudKitDatabase: How the CloudKit database is chosen.
  public init(
    _ name: String? = nil, schema: Schema? = nil, isStoredInMemoryOnly: Bool = false,
    allowsSave: Bool = true, groupContainer: GroupContainer = .automatic,
    cloudKitDatabase: CloudKitDatabase = .automatic
  ) {
    self.init(
      name: name, schema: schema, url: nil, isStoredInMemoryOnly: isStoredInMemoryOnly,
      allowsSave: allowsSave, groupContainer: groupContainer, cloudKitDatabase: cloudKitDatabase)
  }

  /// Creates a configuration with a specific file.
  ///
  /// - Parameters:
  ///   - name: The name; if nil, that of the file without its extension.
  ///   - schema: The models of the store; nil for all of the container's.
  ///   - url: The file of the store.
  ///   - allowsSave: Whether the store may be written to.
  ///   - cloudKitDatabase: How the CloudKit database is chosen.
  public init(
    _ name: String? = nil, schema: Schema? = nil, url: URL, allowsSave: Bool = true,
    cloudKitDatabase: CloudKitDatabase = .automatic
  ) {
    self.init(
      name: name ?? url.deletingPathExtension().lastPathComponent, schema: schema, url: url,
      isStoredInMemoryOnly: url.isFileURL && url.path == "/dev/null", allowsSave: allowsSave,
      groupContainer: .none, cloudKitDatabase: cloudKitDatabase)
  }

  /// The file of the store.
  public var id: URL { url }

  /// Whether two configurations are the same in every respect.
  public static func == (lhs: ModelConfiguration, rhs: ModelConfiguration) -> Bool {
    lhs.url == rhs.url && lhs.name == rhs.name && lhs.schema == rhs.schema
      && lhs.allowsSave == rhs.allowsSave && lhs.tracksHistory == rhs.tracksHistory
      && lhs.historyRetention == rhs.historyRetention
      && lhs.restrictsFileAccess == rhs.restrictsFileAccess && lhs.textIndexes == rhs.textIndexes
      && lhs.allowsSavingMirroredStore == rhs.allowsSavingMirroredStore
      && lhs.readsPartOfStore == rhs.readsPartOfStore && lhs.storeTemplate == rhs.storeTemplate
      && lhs.isStoredInMemoryOnly == rhs.isStoredInMemoryOnly
      && lhs.groupContainer.choice == rhs.groupContainer.choice
      && lhs.cloudKitDatabase.choice == rhs.cloudKitDatabase.choice
  }

  /// Hashes the file and the name.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(url)
    hasher.combine(name)
  }
}

extension ModelConfiguration: CustomDebugStringConvertible {
  /// The name and location, for logs.
  public var debugDescription: String {
    let place = isStoredInMemoryOnly ? "in memory" : url.path
    return
      "ModelConfiguration \(name) (\(place)\(allowsSave && !readsPartOfStore ? "" : ", read only"))"
  }
}
