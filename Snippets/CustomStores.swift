import Foundation
import Synchronization
import SwiftData

@Model final class Recipe {
  var title = ""
  @Relationship(deleteRule: .cascade, inverse: \Step.recipe) var steps: [Step] = []

  init(title: String) { self.title = title }
}

@Model final class Step {
  var text = ""
  var recipe: Recipe?

  init(text: String) { self.text = text }
}

/// The configuration from which a container creates the store.
struct ShelfConfiguration: DataStoreConfiguration {
  typealias Store = ShelfStore

  let name: String
  var schema: Schema?
}

/// Stores the values of models in memory.
final class ShelfStore: DataStore {
  typealias Configuration = ShelfConfiguration
  typealias Snapshot = DefaultSnapshot

  let configuration: ShelfConfiguration
  let schema: Schema
  var identifier: String { configuration.name }
  private let snapshots = Mutex<[PersistentIdentifier: DefaultSnapshot]>([:])

  init(
    _ configuration: ShelfConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?
  ) throws {
    self.configuration = configuration
    schema = configuration.schema ?? Schema()
  }

  func fetch<T>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> DataStoreFetchResult<T, DefaultSnapshot> where T: PersistentModel {
    let descriptor = request.descriptor
    guard descriptor.predicate == nil else { throw DataStoreError.preferInMemoryFilter }
    guard descriptor.sortBy.isEmpty else { throw DataStoreError.preferInMemorySort }
    let entity = Schema.entityName(for: T.self)
    let found = snapshots.withLock {
      $0.values.filter { $0.persistentIdentifier.entityName == entity }
    }
    .dropFirst(descriptor.fetchOffset ?? 0).prefix(descriptor.fetchLimit ?? .max)
    return DataStoreFetchResult(descriptor: descriptor, fetchedSnapshots: Array(found))
  }

  func save(
    _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
  ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
    var permanent: [PersistentIdentifier: PersistentIdentifier] = [:]
    for snapshot in request.inserted {
      permanent[snapshot.persistentIdentifier] = try .identifier(
        for: identifier, entityName: snapshot.persistentIdentifier.entityName,
        primaryKey: UUID().uuidString)
    }
    snapshots.withLock { snapshots in
      for snapshot in request.inserted + request.updated {
        let own = permanent[snapshot.persistentIdentifier] ?? snapshot.persistentIdentifier
        snapshots[own] = snapshot.copy(persistentIdentifier: own, remappedIdentifiers: permanent)
      }
      for snapshot in request.deleted { snapshots[snapshot.persistentIdentifier] = nil }
    }
    return DataStoreSaveChangesResult(for: identifier, remappedIdentifiers: permanent)
  }
}

let container = try ModelContainer(
  for: Recipe.self, Step.self, configurations: ShelfConfiguration(name: "recipes"))
let context = ModelContext(container)
let recipe = Recipe(title: "Bread")
recipe.steps = [Step(text: "Knead."), Step(text: "Wait."), Step(text: "Bake.")]
context.insert(recipe)
try context.save()

let found = try context.fetch(
  FetchDescriptor<Recipe>(predicate: #Predicate { $0.title.hasPrefix("B") }))
print(found.map(\.title))
context.delete(recipe)
try context.save()
print(try context.fetchCount(FetchDescriptor<Step>()))
