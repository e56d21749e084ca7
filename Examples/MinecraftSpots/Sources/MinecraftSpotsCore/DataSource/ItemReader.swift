import Foundation
import SwiftData

/// Reads spots without their pictures.
struct ItemReader {
  private let context: ModelContext

  /// All but the picture.
  private static var listed: [PartialKeyPath<ItemModel>] {
    [
      \.id, \.coordinatesX, \.coordinatesY, \.coordinatesZ, \.worldID, \.name, \.comment,
      \.createdAt, \.updatedAt,
    ]
  }

  init(_ context: ModelContext) {
    self.context = context
  }

  /// The spots of a query, the newest first.
  ///
  /// Executes three statements at most, however many spots there are.
  func items(_ query: ItemQuery) throws -> [Item] {
    var descriptor = FetchDescriptor<ItemModel>(
      predicate: predicate(query),
      sortBy: [SortDescriptor(\.createdAt, order: .reverse), SortDescriptor(\.id)])
    descriptor.propertiesToFetch = Self.listed
    let models = try context.fetch(descriptor)
    let withImage = try identifiersWithImage(query)
    let worlds = try worlds()
    return models.map { model in
      model.toDomain(
        world: world(of: model, in: worlds),
        hasImage: withImage?.contains(model.persistentModelID) ?? (query.photo == .present))
    }
  }

  /// The spot of an identifier, as stored and as the domain sees it.
  func item(id: String) throws -> (model: ItemModel, item: Item)? {
    guard let model = try model(id: id) else { return nil }
    let count = try context.fetchCount(
      FetchDescriptor<ItemModel>(predicate: #Predicate { $0.id == id && $0.spotImageData != nil }))
    let worlds = try worlds()
    return (model, model.toDomain(world: world(of: model, in: worlds), hasImage: count > 0))
  }

  func model(id: String) throws -> ItemModel? {
    var descriptor = FetchDescriptor<ItemModel>(predicate: #Predicate { $0.id == id })
    descriptor.propertiesToFetch = Self.listed
    return try context.fetch(descriptor).first
  }

  /// Which of the spots have a picture; nil where the query says it of all.
  private func identifiersWithImage(_ query: ItemQuery) throws -> Set<PersistentIdentifier>? {
    guard query.photo == .any else { return nil }
    var withImage = query
    withImage.photo = .present
    return Set(
      try context.fetchIdentifiers(FetchDescriptor<ItemModel>(predicate: predicate(withImage))))
  }

  private func predicate(_ query: ItemQuery) -> Predicate<ItemModel> {
    let (worldID, photo) = (query.worldID, query.photo)
    return #Predicate { item in
      if let worldID, item.worldID != worldID { return false }
      switch photo {
      case .any: return true
      case .present: return item.spotImageData != nil
      case .missing: return item.spotImageData == nil
      }
    }
  }

  private func worlds() throws -> [String: World] {
    let models = try context.fetch(FetchDescriptor<WorldModel>())
    return Dictionary(
      models.map { ($0.id, $0.toDomain()) }, uniquingKeysWith: { first, _ in first })
  }

  /// The world of a spot; one that is not in the store, or not yet, is known by its identifier.
  private func world(of model: ItemModel, in worlds: [String: World]) -> World? {
    guard let id = model.worldID else { return nil }
    return worlds[id]
      ?? World(
        id: id, name: nil, seed: nil, createdAt: model.createdAt, updatedAt: model.updatedAt)
  }
}
