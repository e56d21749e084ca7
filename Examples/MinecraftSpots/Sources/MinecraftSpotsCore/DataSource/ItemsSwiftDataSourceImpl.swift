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
    context.insert(item.toModel(imageData: imageData))
    try context.save()
  }

  package func update(_ item: Item, image: ImageChange) async throws {
    let context = ModelContext(try openContainer())
    guard let (model, former) = try ItemReader(context).item(id: item.id) else {
      throw SpotError.itemNotFound(id: item.id)
    }
    model.apply(item, over: former)
    switch image {
    case .keep: break
    case .replace(let data): model.spotImageData = data
    case .remove: model.spotImageData = nil
    }
    try context.save()
  }

  package func delete(id: String) async throws {
    let context = ModelContext(try openContainer())
    context.delete(try model(id: id, in: context))
    try context.save()
  }

  private func model(id: String, in context: ModelContext) throws -> ItemModel {
    guard let model = try ItemReader(context).model(id: id) else {
      throw SpotError.itemNotFound(id: id)
    }
    return model
  }
}
