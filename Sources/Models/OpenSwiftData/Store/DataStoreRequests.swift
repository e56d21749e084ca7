import Foundation

/// A request to fetch models.
public struct DataStoreFetchRequest<T>: Sendable where T: PersistentModel {
  /// The context that makes the request.
  public let editingState: EditingState
  /// The models to fetch.
  public let descriptor: FetchDescriptor<T>

  package init(descriptor: FetchDescriptor<T>, editingState: EditingState) {
    self.descriptor = descriptor
    self.editingState = editingState
  }
}

/// The models that a store fetched.
public struct DataStoreFetchResult<ModelType, SnapshotType>: Sendable
where ModelType: PersistentModel, SnapshotType: DataStoreSnapshot {
  /// The descriptor of the request.
  public let descriptor: FetchDescriptor<ModelType>
  /// The fetched models, in order.
  public let fetchedSnapshots: [SnapshotType]
  /// Models that are related to the fetched ones.
  public let relatedSnapshots: [PersistentIdentifier: SnapshotType]

  /// Creates a result.
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
  /// The context that makes the request.
  public let editingState: EditingState
  /// The models to delete; nil for all.
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
  /// The new models; their identifiers are temporary.
  public let inserted: [SnapshotType]
  /// The changed models.
  public let updated: [SnapshotType]
  /// The models to delete.
  public let deleted: [SnapshotType]
  /// The context that makes the request.
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

/// The result of a request to write changes.
public final class DataStoreSaveChangesResult<T>: Sendable where T: DataStoreSnapshot {
  /// The permanent identifier for each temporary one.
  public let remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]
  /// The identifier of the store.
  public let storeIdentifier: String
  /// Models whose values the context should adopt.
  public let snapshotsToReregister: [PersistentIdentifier: T]
  /// The position in the store's history after the change, if the store keeps one.
  public let historyToken: (any HistoryToken)?

  /// Creates a result with a history token.
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

  /// Creates a result.
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
