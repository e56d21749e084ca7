import Foundation
import SwiftData

/// The migration from the generated Core Data models to the models that the app uses from now on.
enum SpotsMigrationPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] {
    [SpotsSchema.self, SpotsSchemaV2.self]
  }

  static var stages: [MigrationStage] { [toSwiftData] }

  /// Entities have new names, and identifiers a new type, so the migration cannot be inferred.
  static let toSwiftData = MigrationStage.custom(
    fromVersion: SpotsSchema.self, toVersion: SpotsSchemaV2.self,
    migrate: { migration in
      var worlds: [PersistentIdentifier: String] = [:]
      for world in try migration.old.fetch(FetchDescriptor<WorldEntity>()) {
        let model = WorldModel(world)
        worlds[world.persistentModelID] = model.id
        migration.new.insert(model)
      }
      for item in try migration.old.fetch(FetchDescriptor<ItemEntity>()) {
        migration.new.insert(
          ItemModel(item, worldID: item.world.flatMap { worlds[$0.persistentModelID] }))
      }
    })
}

extension WorldModel {
  /// Converts a world of Core Data; one without an identifier gets a new one.
  convenience init(_ world: WorldEntity) {
    self.init(
      id: world.id?.uuidString ?? UUID().uuidString, name: world.name,
      createdAt: world.createdAt ?? .distantPast)
    seed = world.seed
  }
}

extension ItemModel {
  /// Converts a spot of Core Data.
  convenience init(_ item: ItemEntity, worldID: String?) {
    self.init(
      id: item.id?.uuidString ?? UUID().uuidString, name: item.name,
      createdAt: item.createdAt ?? .distantPast)
    (coordinatesX, coordinatesY, coordinatesZ) = (
      item.coordinatesX, item.coordinatesY, item.coordinatesZ
    )
    self.worldID = worldID
    comment = item.comment
    rating = Int(item.rating)
    spotImageData = item.spotImage
    updatedAt = item.updatedAt ?? createdAt
  }
}
