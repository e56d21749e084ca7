import Foundation
import SwiftData

@MainActor
package final class WorldsSwiftDataSourceImpl: WorldsSwiftDataSource {
  private let openContainer: @MainActor () throws -> ModelContainer

  package nonisolated init(container: ModelContainer) {
    openContainer = { container }
  }

  /// Uses the container of the app.
  package nonisolated init() {
    openContainer = { try SwiftDataManager.shared.container }
  }

  package func fetchAll() async throws -> [World] {
    let descriptor = FetchDescriptor<WorldModel>(
      sortBy: [SortDescriptor(\.name, comparator: .localizedStandard), SortDescriptor(\.id)])
    return try ModelContext(openContainer()).fetch(descriptor).map { $0.toDomain() }
  }

  package func countItems() async throws -> [String: Int] {
    var descriptor = FetchDescriptor<ItemModel>(predicate: #Predicate { $0.worldID != nil })
    descriptor.propertiesToFetch = [\.worldID]
    return try ModelContext(openContainer()).fetch(descriptor).reduce(into: [:]) { counts, item in
      if let id = item.worldID { counts[id, default: 0] += 1 }
    }
  }

  package func insert(_ world: World) async throws {
    let context = ModelContext(try openContainer())
    context.insert(world.toModel())
    try context.save()
  }

  package func update(_ world: World) async throws {
    let context = ModelContext(try openContainer())
    let model = try model(id: world.id, in: context)
    model.apply(world, over: model.toDomain())
    try context.save()
  }

  package func delete(id: String, withItems: Bool) async throws {
    let context = ModelContext(try openContainer())
    let model = try model(id: id, in: context)
    var descriptor = Self.items(id)
    // Pictures need not be read for deletion.
    descriptor.propertiesToFetch = [\.id]
    let items = try context.fetch(descriptor)
    guard withItems || items.isEmpty else {
      throw SpotError.worldHasItems(id: id, count: items.count)
    }
    for item in items { context.delete(item) }
    context.delete(model)
    try context.save()
  }

  private static func items(_ worldID: String) -> FetchDescriptor<ItemModel> {
    FetchDescriptor(predicate: #Predicate { $0.worldID == worldID })
  }

  private func model(id: String, in context: ModelContext) throws -> WorldModel {
    let descriptor = FetchDescriptor<WorldModel>(predicate: #Predicate { $0.id == id })
    guard let model = try context.fetch(descriptor).first else {
      throw SpotError.worldNotFound(id: id)
    }
    return model
  }
}
