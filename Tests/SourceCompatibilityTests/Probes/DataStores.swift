import Foundation
import SwiftData

struct ShelfConfiguration: DataStoreConfiguration {
  typealias Store = Shelf
  var name = "shelf"
  var schema: Schema?
}

final class Shelf: DataStore {
  typealias Configuration = ShelfConfiguration
  typealias Snapshot = DefaultSnapshot

  let configuration: ShelfConfiguration
  let schema: Schema
  let identifier = "shelf"
  private var kept: [PersistentIdentifier: DefaultSnapshot] = [:]

  init(_ configuration: ShelfConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
    try configuration.validate()
    self.configuration = configuration
    schema = configuration.schema ?? Schema()
  }

  func fetch<T>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> DataStoreFetchResult<T, DefaultSnapshot> where T: PersistentModel {
    guard request.descriptor.predicate == nil else { throw DataStoreError.preferInMemoryFilter }
    return DataStoreFetchResult(
      descriptor: request.descriptor, fetchedSnapshots: Array(kept.values))
  }

  func save(
    _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
  ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
    var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]
    for snapshot in request.inserted {
      let old = snapshot.persistentIdentifier
      remapped[old] = try .identifier(
        for: identifier, entityName: old.entityName, primaryKey: kept.count)
    }
    for snapshot in request.inserted + request.updated {
      let key = remapped[snapshot.persistentIdentifier] ?? snapshot.persistentIdentifier
      kept[key] = snapshot.copy(persistentIdentifier: key, remappedIdentifiers: remapped)
    }
    for snapshot in request.deleted { kept[snapshot.persistentIdentifier] = nil }
    return DataStoreSaveChangesResult(for: identifier, remappedIdentifiers: remapped)
  }
}

func key(_ text: String) -> String {
  switch DataStoreSnapshotCodingKey(stringValue: text) {
  case .persistentIdentifier: "id"
  case .modeledProperty(let name): name
  case nil: ""
  }
}

func values() -> [any DataStoreSnapshotValue] { [1, "a", Date()] }
