import Foundation
import SwiftData

/// Opens the Core Data store for the app.
enum SpotStore {
  /// Opens the file with the generated models, which does not change it.
  static func open(_ url: URL) throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: SpotsSchema.self),
        configurations: [ModelConfiguration(url: url)]))
  }

  /// Opens the file with the new models; the first time, it is migrated to them.
  static func openMigrated(_ url: URL) throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: SpotsSchemaV2.self), migrationPlan: SpotsMigrationPlan.self,
        configurations: [ModelConfiguration(url: url)]))
  }

  /// Whether the file still has the generated models.
  static func isOfCoreData(_ url: URL) throws -> Bool {
    try Schema.stored(in: url).entities.contains { $0.name == "ItemEntity" }
  }
}

/// Queries and edits of data that Core Data saved.
enum SpotEditing {
  /// The spots with a picture, newest first.
  static func withPictures(_ context: ModelContext) throws -> [ItemEntity] {
    try context.fetch(
      FetchDescriptor(
        predicate: #Predicate<ItemEntity> { $0.spotImage != nil },
        sortBy: [SortDescriptor(\.createdAt, order: .reverse)]))
  }

  /// The spots of a world, sorted by name.
  static func spots(of world: String, _ context: ModelContext) throws -> [ItemEntity] {
    try context.fetch(
      FetchDescriptor(
        predicate: #Predicate<ItemEntity> { $0.world?.name == world },
        sortBy: [SortDescriptor(\.name)]))
  }

  /// Rates the spots of a world, and sets their modification dates.
  static func rate(_ world: String, _ rating: Int16, at date: Date, _ context: ModelContext) throws
  {
    for spot in try spots(of: world, context) {
      spot.rating = rating
      spot.updatedAt = date
    }
    try context.save()
  }

  /// Adds a new spot to a world.
  static func add(_ name: String, to world: String, at date: Date, _ context: ModelContext) throws {
    let worlds = try context.fetch(
      FetchDescriptor(predicate: #Predicate<WorldEntity> { $0.name == world }))
    context.insert(
      ItemEntity(id: UUID(), createdAt: date, name: name, updatedAt: date, world: worlds.first))
    try context.save()
  }
}
