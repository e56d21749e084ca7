import Foundation

/// Implements `DataStore` for a store of rows.
///
/// It reads and writes snapshots through a context for each editing state. So the rules, errors and
/// history are the same as for a save of a context.
package final class SnapshotService {
  private let core: ContainerCore
  private let contexts = EditingContexts()

  init(_ core: ContainerCore) { self.core = core }

  /// Opens a store and creates a service for it.
  ///
  /// - Throws: What opening the store throws.
  package convenience init(
    _ schema: Schema, _ plan: (any SchemaMigrationPlan.Type)?,
    _ configuration: any DataStoreConfiguration
  ) throws { self.init(try ContainerCore.loaded(schema, plan, [configuration])) }

  var store: any ModelStore { core.stores[0] }

  package var identifier: String { store.identifier }

  package func begin(_ editingState: EditingState) {
    _ = contexts.context(for: editingState, core)
  }

  package func end(_ editingState: EditingState) { contexts.end(editingState) }

  package func erase() throws { try store.erase() }

  package func fetch<T>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> DataStoreFetchResult<T, DefaultSnapshot> where T: PersistentModel {
    let found = try contexts.context(for: request.editingState, core).snapshots(request.descriptor)
    return DataStoreFetchResult(
      descriptor: request.descriptor, fetchedSnapshots: found.fetched,
      relatedSnapshots: found.related)
  }

  package func fetchCount<T>(_ request: DataStoreFetchRequest<T>) throws -> Int
  where T: PersistentModel {
    try contexts.context(for: request.editingState, core).fetchCount(request.descriptor)
  }

  package func fetchIdentifiers<T>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> [PersistentIdentifier] where T: PersistentModel {
    try contexts.context(for: request.editingState, core).fetchIdentifiers(request.descriptor)
  }

  package func save(
    _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
  ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
    try SnapshotSave.run(request, in: contexts.context(for: request.editingState, core))
  }

  package func delete<T>(_ request: DataStoreBatchDeleteRequest<T>) throws
  where T: PersistentModel {
    let context = contexts.context(for: request.editingState, core)
    do {
      try context.delete(
        model: T.self, where: request.predicate, includeSubclasses: request.includeSubclasses)
      try context.save()
    } catch {
      context.rollback()
      throw error
    }
  }

  package func snapshots(
    for persistentIdentifiers: [PersistentIdentifier], _ editingState: EditingState
  ) throws -> [PersistentIdentifier: DefaultSnapshot] {
    try contexts.context(for: editingState, core).snapshots(for: persistentIdentifiers)
  }

  package func fetchHistory(
    _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>
  ) throws -> [DefaultHistoryTransaction] {
    try ModelContext(core).fetchHistory(descriptor)
  }

  package func deleteHistory(
    _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>
  ) throws { try ModelContext(core).deleteHistory(descriptor) }
}
