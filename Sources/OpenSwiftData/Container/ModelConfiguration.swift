import Foundation

/// Where a container keeps a schema's models, and how.
public struct ModelConfiguration: Identifiable, Hashable, Sendable {
  /// The file of the store; `/dev/null` for a store in memory.
  public let url: URL
  /// The name; `default` where none was given.
  public let name: String
  /// The app group in whose folder the store is, if it is in one.
  public let groupAppContainerIdentifier: String?
  /// The CloudKit container to sync with, if one was named.
  public let cloudKitContainerIdentifier: String?
  /// How the folder of the store is chosen.
  public let groupContainer: GroupContainer
  /// How the CloudKit database is chosen.
  public let cloudKitDatabase: CloudKitDatabase
  /// The models of the store; nil for all of the container's.
  public var schema: Schema?
  /// Whether the store may be written.
  public let allowsSave: Bool
  /// Whether the store ends with its container.
  public let isStoredInMemoryOnly: Bool
  /// Whether every save writes down in the store which rows it inserted, updated and deleted; true
  /// unless it is set to false.
  ///
  /// Without a history saves write less: one row and one index entry, about 40 bytes, for each row
  /// that they change. But no other program, and no other part of this one, can find out then what was
  /// changed since it last looked: `fetchHistory` knows nothing of such saves, and neither does a
  /// sync that goes by the history.
  ///
  /// > Note: SwiftData has no such property; it always tracks history.
  public var tracksHistory = true
  /// How much of the history is kept; all of it unless this is set.
  ///
  /// > Note: SwiftData has no such property; there an app calls `deleteHistory`.
  public var historyRetention = HistoryRetention.all
  /// Whether only the owner of the store's files, the user that the program runs as, may read and
  /// write them; false unless it is set.
  ///
  /// The file of the store, what SQLite keeps beside it (`-wal`, `-shm`, `-journal`), large values in
  /// files and the copies that migrations make have the mode 0600 then, and folders that are made for
  /// them 0700. Files that are there already lose the rights of others when the store is opened for
  /// writing. Otherwise the process's mask decides, as it does for every file.
  ///
  /// > Note: SwiftData has no such property; Apple's systems protect files by
  /// > `FileProtectionType`, which other systems lack.
  public var restrictsFileAccess = false
  /// The full-text indexes of the store, one for each model that is searched; nil, which is the default,
  /// to leave alone what the store has.
  ///
  /// The store is brought in line when its container opens: an index that is new, of another kind than
  /// it was or damaged by another program's migration is made, which reads the texts of all rows of the
  /// model once (about 4 s for a million rows of ten words), and one that is not in the list is taken
  /// away; so an empty list takes away all. Where nothing has to be done, that costs one statement, and
  /// with nil none. See <doc:TextSearch>.
  ///
  /// > Note: SwiftData has no such property.
  public var textIndexes: [TextIndex]?
  /// Whether a store may be written to that Apple's frameworks mirror to CloudKit; false unless it is set.
  ///
  /// A program on Apple's systems that mirrors a store, as SwiftData does with `cloudKitDatabase`, keeps
  /// tables in its file of what is on the server, which this library leaves alone. Such a store is only
  /// read: whatever would write to it throws `SwiftDataError.storeIsReadOnly`, and opening it with models
  /// that it would have to be migrated to throws `storeSchemaMismatch`. The file and its log are left as
  /// they are.
  ///
  /// Set to true, saves write rows and history as Apple's frameworks do, and it is from the history that
  /// they find out what to upload when they open the store next; with ``tracksHistory`` set to false they
  /// never would. It was not tried with Apple's servers. A migration goes through as long as no entity gets
  /// another number, as it does where the new models have an entity whose name sorts before others, since
  /// the mirror names entities by these numbers; else `storeSchemaMismatch` is thrown. To know whether a
  /// store is mirrored costs nothing when it is opened.
  ///
  /// > Note: SwiftData has no such property.
  public var allowsSavingMirroredStore = false
  /// Whether the models may be a part of what the store holds, which is only read then; false unless it is
  /// set.
  ///
  /// A program that only reads declares what it reads: some of the entities, with some of their properties.
  /// Fetches, predicates, orders, relationships among the declared models and the history work as ever, and
  /// the file is left as it is: whatever would write throws `SwiftDataError.storeIsReadOnly`, whatever
  /// ``allowsSave`` says. A migration plan does not concern such a store.
  ///
  /// What is declared has to be as the store has it: the same names, types and destinations of relationships.
  /// A property that the store has as optional has to be optional, while one that is optional may stand for
  /// one that is not. An entity may be declared without those that it inherits from, with their properties
  /// for its own, and without those that inherit from it, whose rows are read as instances of the nearest
  /// class that is declared. Unique values, delete rules, bounds and orders of members count for nothing, and
  /// neither do inverses that are left out. Where something else differs, opening throws
  /// `storeSchemaMismatch`, which tells it entity by entity; it also does for a store that does not say what
  /// it holds: one of another program without an archived model.
  ///
  /// Opening reads what the store says of all of its entities: some milliseconds for a hundred of them.
  ///
  /// > Note: SwiftData has no such property; there a store that differs is migrated, which loses what the
  /// > models leave out.
  public var readsPartOfStore = false
  /// The file that a new store begins as; nil, which is the default, for a store without rows made by this
  /// library.
  ///
  /// Where there is no file at ``url``, it is made as a copy of this one before anything else is done with it,
  /// and then opened as a store that was there: migrated where the models are others. It has all that the
  /// file has, the tables and numbers of entities, metadata, the archived model, rows if there are any, and
  /// large values. It gets an identifier of its own, by which persistent identifiers and history tokens name
  /// their store, since two stores must not have the same one. So a store that was made by Apple's frameworks
  /// and has no rows yet can be the start of every new store; see <doc:FromCoreData>.
  ///
  /// The file is only read. One that Apple's frameworks mirror to CloudKit, or that was synced by this
  /// library, says of its rows which records on a server they are, so that opening with it throws
  /// `SwiftDataError.storeCannotBeOpened`. Stores in memory take no notice of it, nor does a configuration
  /// that may not save.
  ///
  /// > Note: SwiftData has no such property.
  public var storeTemplate: URL?
  /// Whether the place follows from the platform's conventions.
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

  /// Makes a configuration with the default name and place.
  public init(isStoredInMemoryOnly: Bool = false) {
    self.init(
      name: nil, schema: nil, url: nil, isStoredInMemoryOnly: isStoredInMemoryOnly,
      allowsSave: true, groupContainer: .automatic, cloudKitDatabase: .automatic)
  }

  /// Makes a configuration of the given models, with the default name and place.
  public init(for forTypes: any PersistentModel.Type..., isStoredInMemoryOnly: Bool = false) {
    self.init(
      name: nil, schema: forTypes.isEmpty ? nil : Schema(forTypes), url: nil,
      isStoredInMemoryOnly: isStoredInMemoryOnly, allowsSave: true, groupContainer: .automatic,
      cloudKitDatabase: .automatic)
  }

  /// Makes a configuration with the default place.
  ///
  /// - Parameters:
  ///   - name: The name, which also names the file: `NAME.store`. It may be a path: one that begins
  ///     with a slash is that of the file, others lead on from the default folder.
  ///   - schema: The models of the store; nil for all of the container's.
  ///   - isStoredInMemoryOnly: Whether the store ends with its container.
  ///   - allowsSave: Whether the store may be written.
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

  /// Makes a configuration with a file of its own.
  ///
  /// - Parameters:
  ///   - name: The name; without one, that of the file without its extension.
  ///   - schema: The models of the store; nil for all of the container's.
  ///   - url: The file of the store.
  ///   - allowsSave: Whether the store may be written.
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
  /// The name and place, for logs.
  public var debugDescription: String {
    let place = isStoredInMemoryOnly ? "in memory" : url.path
    return
      "ModelConfiguration \(name) (\(place)\(allowsSave && !readsPartOfStore ? "" : ", read only"))"
  }
}
