import Foundation
import SwiftData

/// The store of Core Data's, as the app opens it.
enum SpotStore {
  /// Opens the file with the generated models: nothing in it is changed by that.
  static func open(_ url: URL) throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: SpotsSchema.self),
        configurations: [ModelConfiguration(url: url)]))
  }

  /// Opens the file with the models that the app goes on with; the first time, it is migrated to them.
  static func openMigrated(_ url: URL) throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: SpotsSchemaV2.self), migrationPlan: SpotsMigrationPlan.self,
        configurations: [ModelConfiguration(url: url)]))
  }

  /// Whether the file is still of the models that were generated.
  static func isOfCoreData(_ url: URL) throws -> Bool {
    try Schema.stored(in: url).entities.contains { $0.name == "ItemEntity" }
  }
}

/// Queries and edits of what Core Data saved.
enum SpotEditing {
  /// The spots with a picture, the latest first.
  static func withPictures(_ context: ModelContext) throws -> [ItemEntity] {
    try context.fetch(
      FetchDescriptor(
        predicate: #Predicate<ItemEntity> { $0.spotImage != nil },
        sortBy: [SortDescriptor(\.createdAt, order: .reverse)]))
  }

  /// The spots of a world, by their names.
  static func spots(of world: String, _ context: ModelContext) throws -> [ItemEntity] {
    try context.fetch(
      FetchDescriptor(
        predicate: #Predicate<ItemEntity> { $0.world?.name == world },
        sortBy: [SortDescriptor(\.name)]))
  }

  /// Rates the spots of a world, and notes when.
  static func rate(_ world: String, _ rating: Int16, at date: Date, _ context: ModelContext) throws
  {
    for spot in try spots(of: world, context) {
      spot.rating = rating
      spot.updatedAt = date
    }
    try context.save()
  }

  /// Notes a new spot in a world.
  static func add(_ name: String, to world: String, at date: Date, _ context: ModelContext) throws {
    let worlds = try context.fetch(
      FetchDescriptor(predicate: #Predicate<WorldEntity> { $0.name == world }))
    context.insert(
      ItemEntity(id: UUID(), createdAt: date, name: name, updatedAt: date, world: worlds.first))
    try context.save()
  }
}
