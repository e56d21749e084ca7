import Foundation
import SwiftData

// ✅ GOOD: @MainActorでUI更新を保証
@MainActor
package final class ItemsSwiftDataSourceImpl: ItemsSwiftDataSource {
  private let openContainer: @MainActor () throws -> ModelContainer

  package nonisolated init(container: ModelContainer) {
    openContainer = { container }
  }

  /// Uses the container of the app.
  package nonisolated init() {
    openContainer = { try SwiftDataManager.shared.container }
  }

  package func fetchAll() async throws -> [Item] {
    try await fetch(ItemQuery())
  }

  package func fetchWithoutNoPhoto() async throws -> [Item] {
    try await fetch(ItemQuery(photo: .present))
  }

  package func fetch(_ query: ItemQuery) async throws -> [Item] {
    try ItemReader(ModelContext(openContainer())).items(query)
  }

  package func fetch(id: String) async throws -> Item? {
    try ItemReader(ModelContext(openContainer())).item(id: id)?.item
  }

  package func fetchImageData(id: String) async throws -> Data? {
    let context = ModelContext(try openContainer())
    let model = try model(id: id, in: context)
    // The context reads the picture on demand, and must live until then.
    return withExtendedLifetime(context) { model.spotImageData }
  }

  package func insert(_ item: Item, imageData: Data?) async throws {
    let context = ModelContext(try openContainer())
    try context.transaction(.serializable) {
      try requireWorld(of: item, in: context)
      context.insert(item.toModel(imageData: imageData))
    }
  }

  package func update(
    id: String, image: ImageChange, _ change: @Sendable (inout Item) throws -> Void
  ) async throws -> Item {
    let context = ModelContext(try openContainer())
    return try context.transaction(.serializable) {
      guard let (model, former) = try ItemReader(context).item(id: id) else {
        throw SpotError.itemNotFound(id: id)
      }
      var item = former
      try change(&item)
      if item.world?.id != former.world?.id { try requireWorld(of: item, in: context) }
      model.apply(item, over: former)
      switch image {
      case .keep: break
      case .replace(let data): model.spotImageData = data
      case .remove: model.spotImageData = nil
      }
      return item
    }
  }

  package func delete(id: String) async throws {
    let context = ModelContext(try openContainer())
    try context.transaction(.serializable) { context.delete(try model(id: id, in: context)) }
  }

  /// Another program may have deleted the world since the player chose it.
  private func requireWorld(of item: Item, in context: ModelContext) throws {
    guard let id = item.world?.id else { return }
    let count = try context.fetchCount(
      FetchDescriptor<WorldModel>(predicate: #Predicate { $0.id == id }))
    guard count > 0 else { throw SpotError.worldNotFound(id: id) }
  }

  private func model(id: String, in context: ModelContext) throws -> ItemModel {
    guard let model = try ItemReader(context).model(id: id) else {
      throw SpotError.itemNotFound(id: id)
    }
    return model
  }
}
