import Foundation
import Locks
import OpenSwiftData

/// A third-party store: snapshots in memory, with text as primary keys.
final class ShelfStore: DataStore {
  typealias Configuration = ShelfConfiguration
  typealias Snapshot = DefaultSnapshot

  let configuration: ShelfConfiguration
  let schema: Schema
  var identifier: String { configuration.shelf.identifier }

  init(
    _ configuration: ShelfConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?
  ) throws {
    guard let schema = configuration.schema else { throw ShelfError.hasNoSchema }
    self.configuration = configuration
    self.schema = schema
  }

  func fetch<T>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> DataStoreFetchResult<T, DefaultSnapshot> where T: PersistentModel {
    let descriptor = request.descriptor
    configuration.shelf.log.withLock { $0.append(descriptor.predicate == nil ? "all" : "some") }
    if descriptor.predicate != nil { throw DataStoreError.preferInMemoryFilter }
    if !descriptor.sortBy.isEmpty { throw DataStoreError.preferInMemorySort }
    var found = configuration.shelf.snapshots.withLock { snapshots in
      snapshots.values.filter {
        $0.persistentIdentifier.entityName == Schema.entityName(for: T.self)
      }
    }
    found.sort { $0.persistentIdentifier < $1.persistentIdentifier }
    found = Array(found.dropFirst(descriptor.fetchOffset ?? 0))
    if let limit = descriptor.fetchLimit { found = Array(found.prefix(limit)) }
    var related: [PersistentIdentifier: DefaultSnapshot] = [:]
    if configuration.shelf.givesRelated.withLock({ $0 }) {
      related = configuration.shelf.snapshots.withLock { $0 }
    }
    return DataStoreFetchResult(
      descriptor: descriptor, fetchedSnapshots: found, relatedSnapshots: related)
  }

  func save(
    _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
  ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
    let shelf = configuration.shelf
    if shelf.refusesToSave.withLock({ $0 }) { throw ShelfError.isFull }
    var permanent: [PersistentIdentifier: PersistentIdentifier] = [:]
    for snapshot in request.inserted {
      let number = shelf.lastNumber.withLock { number in
        number += 1
        return number
      }
      let identifier = snapshot.persistentIdentifier
      permanent[identifier] = try .identifier(
        for: self.identifier, entityName: identifier.entityName, primaryKey: "key \(number)")
    }
    shelf.snapshots.withLock { snapshots in
      for snapshot in request.inserted + request.updated {
        let identifier = snapshot.persistentIdentifier
        let new = permanent[identifier] ?? identifier
        snapshots[new] = snapshot.copy(persistentIdentifier: new, remappedIdentifiers: permanent)
      }
      for snapshot in request.deleted { snapshots[snapshot.persistentIdentifier] = nil }
    }
    shelf.log.withLock {
      $0.append("save \(request.inserted.count) \(request.updated.count) \(request.deleted.count)")
    }
    let rewritten = shelf.rewritten.withLock { $0 }.map {
      $0.copy(
        persistentIdentifier: permanent[$0.persistentIdentifier] ?? $0.persistentIdentifier,
        remappedIdentifiers: permanent)
    }
    shelf.snapshots.withLock { snapshots in
      for snapshot in rewritten { snapshots[snapshot.persistentIdentifier] = snapshot }
    }
    return DataStoreSaveChangesResult(
      for: identifier,
      remappedIdentifiers: shelf.forgetsToRemap.withLock { $0 } ? [:] : permanent,
      snapshotsToReregister: Dictionary(
        uniqueKeysWithValues: rewritten.map { ($0.persistentIdentifier, $0) }))
  }

  func erase() throws { configuration.shelf.snapshots.withLock { $0 = [:] } }

  func initializeState(for editingState: EditingState) {
    _ = configuration.shelf.states.withLock { $0.insert(editingState.id) }
  }

  func invalidateState(for editingState: EditingState) {
    _ = configuration.shelf.states.withLock { $0.remove(editingState.id) }
  }
}

enum ShelfError: Error { case hasNoSchema, isFull }

struct ShelfConfiguration: DataStoreConfiguration {
  typealias Store = ShelfStore

  var name = "shelf"
  var schema: Schema?
  let shelf: Shelf

  init(_ shelf: Shelf, _ schema: Schema? = nil) { (self.shelf, self.schema) = (shelf, schema) }

  static func == (left: Self, right: Self) -> Bool { left.shelf === right.shelf }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(shelf)) }
}

/// The contents of a `ShelfStore`, its settings, and a log of its requests.
final class Shelf: Sendable {
  let identifier = "shelf-\(UUID())"
  let snapshots = Mutex<[PersistentIdentifier: DefaultSnapshot]>([:])
  let lastNumber = Mutex(0)
  let refusesToSave = Mutex(false)
  let givesRelated = Mutex(false)
  let forgetsToRemap = Mutex(false)
  /// Snapshots that the store keeps instead of those passed to the next saves.
  let rewritten = Mutex<[DefaultSnapshot]>([])
  let log = Mutex<[String]>([])
  let states = Mutex<Set<UUID>>([])

  /// Requests since the previous call.
  func takeLog() -> [String] {
    log.withLock { log in
      defer { log = [] }
      return log
    }
  }
}
