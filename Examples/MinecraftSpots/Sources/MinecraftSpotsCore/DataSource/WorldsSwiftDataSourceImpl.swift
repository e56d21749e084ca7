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
    try context.transaction(.serializable) {
      try requireFreeName(of: world, in: context)
      context.insert(world.toModel())
    }
  }

  package func update(
    id: String, _ change: @Sendable (inout World) throws -> Void
  ) async throws -> World {
    let context = ModelContext(try openContainer())
    return try context.transaction(.serializable) {
      let model = try model(id: id, in: context)
      let former = model.toDomain()
      var world = former
      try change(&world)
      if world.name != former.name { try requireFreeName(of: world, in: context) }
      model.apply(world, over: former)
      return world
    }
  }

  package func delete(id: String, withItems: Bool) async throws {
    let context = ModelContext(try openContainer())
    try context.transaction(.serializable) {
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
    }
  }

  /// Checks that no other world has the name, ignoring case.
  private func requireFreeName(of world: World, in context: ModelContext) throws {
    guard let name = world.name else { return }
    let other = try context.fetch(FetchDescriptor<WorldModel>()).first {
      $0.id != world.id && $0.name?.caseInsensitiveCompare(name) == .orderedSame
    }
    if let other { throw SpotError.worldNameTaken(other.name ?? name, byID: other.id) }
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
