import ExampleTestSupport
import Foundation
import SwiftData

@testable import MinecraftSpotsCore

/// The contents of a store of spots, as plain values sorted by identifier.
///
/// Identifiers are text, as in version 1.
struct SpotContents: Equatable, Sendable {
  struct Item: Equatable {
    var id: String?
    var coordinatesX: String?
    var coordinatesY: String?
    var coordinatesZ: String?
    var world: String?
    /// The file of the picture, in versions that keep it next to the store.
    var imageName: String?
    /// Since version 1.
    var name: String?
    /// Since version 1.
    var comment: String?
    /// Since version 1.
    var image: Data?
    var createdAt: Date?
    var updatedAt: Date?
  }

  struct World: Equatable {
    var id: String?
    var name: String?
    var seed: String?
    /// Since version 1.
    var comment: String?
    var createdAt: Date?
    var updatedAt: Date?
  }

  var items: [Item]
  var worlds: [World]

  init(items: [Item], worlds: [World]) {
    self.items = items.sorted { ($0.id ?? "") < ($1.id ?? "") }
    self.worlds = worlds.sorted { ($0.id ?? "") < ($1.id ?? "") }
  }
}

extension SpotContents {
  /// The versions, oldest first: Core Data's and the first of SwiftData.
  static let versions = [
    StoreVersion(
      CoreDataSchema.self, plan: PlanToCoreData.self,
      insert: { (contents: SpotContents, context) in
        for item in contents.items { context.insert(ItemEntity(item)) }
        for world in contents.worlds { context.insert(WorldEntity(world)) }
      },
      read: { context in
        SpotContents(
          items: try context.fetch(FetchDescriptor<ItemEntity>()).map(Item.init),
          worlds: try context.fetch(FetchDescriptor<WorldEntity>()).map(World.init))
      }),
    StoreVersion(
      SwiftDataSchemaV1.self, plan: SwiftDataMigrationPlan.self,
      insert: { contents, context in
        for item in contents.items { context.insert(ItemModel(item)) }
        for world in contents.worlds { context.insert(WorldModel(world)) }
      },
      read: { context in
        SpotContents(
          items: try context.fetch(FetchDescriptor<ItemModel>()).map(Item.init),
          worlds: try context.fetch(FetchDescriptor<WorldModel>()).map(World.init))
      }),
  ]

  private enum PlanToCoreData: SchemaMigrationPlan {
    static let schemas: [any VersionedSchema.Type] = [CoreDataSchema.self]
    static let stages: [MigrationStage] = []
  }
}
