import Foundation

/// The context on whose behalf a store works.
public struct EditingState: Identifiable, Sendable {
  /// The type of the identifier.
  public typealias ID = UUID

  /// What identifies the context.
  public let id: UUID
  /// Who makes the changes, for the history.
  public var author: String?

  package init(id: UUID = UUID(), author: String? = nil) {
    self.id = id
    self.author = author
  }
}

/// A request for models.
public struct DataStoreFetchRequest<T>: Sendable where T: PersistentModel {
  /// The context that asks.
  public let editingState: EditingState
  /// Which models it wants.
  public let descriptor: FetchDescriptor<T>

  package init(descriptor: FetchDescriptor<T>, editingState: EditingState) {
    self.descriptor = descriptor
    self.editingState = editingState
  }
}

/// The models that a store found.
public struct DataStoreFetchResult<ModelType, SnapshotType>: Sendable
where ModelType: PersistentModel, SnapshotType: DataStoreSnapshot {
  /// Which models were wanted.
  public let descriptor: FetchDescriptor<ModelType>
  /// The models found, in order.
  public let fetchedSnapshots: [SnapshotType]
  /// Models that those found lead to.
  public let relatedSnapshots: [PersistentIdentifier: SnapshotType]

  /// Makes a result.
  public init(
    descriptor: FetchDescriptor<ModelType>, fetchedSnapshots: [SnapshotType],
    relatedSnapshots: [PersistentIdentifier: SnapshotType] = [:]
  ) {
    self.descriptor = descriptor
    self.fetchedSnapshots = fetchedSnapshots
    self.relatedSnapshots = relatedSnapshots
  }
}

/// A request to delete models without reading them.
public struct DataStoreBatchDeleteRequest<T>: Sendable where T: PersistentModel {
  /// The context that asks.
  public let editingState: EditingState
  /// Which models to delete; nil for all.
  public let predicate: Predicate<T>?
  /// Whether instances of subclasses are deleted too.
  public let includeSubclasses: Bool

  package init(predicate: Predicate<T>?, includeSubclasses: Bool, editingState: EditingState) {
    self.predicate = predicate
    self.includeSubclasses = includeSubclasses
    self.editingState = editingState
  }
}

/// A request to write changes.
public struct DataStoreSaveChangesRequest<SnapshotType>: Sendable
where SnapshotType: DataStoreSnapshot {
  /// The models that are new; their identifiers are temporary.
  public let inserted: [SnapshotType]
  /// The models that changed.
  public let updated: [SnapshotType]
  /// The models to delete.
  public let deleted: [SnapshotType]
  /// The context that asks.
  public let editingState: EditingState

  package init(
    inserted: [SnapshotType], updated: [SnapshotType], deleted: [SnapshotType],
    editingState: EditingState
  ) {
    self.inserted = inserted
    self.updated = updated
    self.deleted = deleted
    self.editingState = editingState
  }
}

/// What a store did with a request to write changes.
public final class DataStoreSaveChangesResult<T>: Sendable where T: DataStoreSnapshot {
  /// The permanent identifier for each temporary one.
  public let remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]
  /// The store.
  public let storeIdentifier: String
  /// Models whose values the context is to take over.
  public let snapshotsToReregister: [PersistentIdentifier: T]
  /// Where the history of the store stands after the change, if it keeps one.
  public let historyToken: (any HistoryToken)?

  /// Makes a result with a history token.
  public init(
    for storeIdentifier: String,
    remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier] = [:],
    snapshotsToReregister: [PersistentIdentifier: T] = [:], historyToken: (any HistoryToken)?
  ) {
    self.storeIdentifier = storeIdentifier
    self.remappedIdentifiers = remappedIdentifiers
    self.snapshotsToReregister = snapshotsToReregister
    self.historyToken = historyToken
  }

  /// Makes a result.
  public convenience init(
    for storeIdentifier: String,
    remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier] = [:],
    snapshotsToReregister: [PersistentIdentifier: T] = [:]
  ) {
    self.init(
      for: storeIdentifier, remappedIdentifiers: remappedIdentifiers,
      snapshotsToReregister: snapshotsToReregister, historyToken: nil)
  }
}
