import Foundation
import SwiftData

/// Reads spots without their pictures.
struct ItemReader {
  private let context: ModelContext

  /// All properties except the picture.
  private static var listed: [PartialKeyPath<ItemModel>] {
    [
      \.id, \.coordinatesX, \.coordinatesY, \.coordinatesZ, \.worldID, \.name, \.comment,
      \.createdAt, \.updatedAt,
    ]
  }

  init(_ context: ModelContext) {
    self.context = context
  }

  /// The spots that match a query, newest first.
  ///
  /// Executes at most three statements, however many spots there are.
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

  /// The spot with an identifier, as a model and as a domain value.
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

  /// The spots with a picture; nil if all spots of the query have one, or none does.
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

  /// The world of a spot; one that is not in the store, or not yet, is known only by its
  /// identifier.
  private func world(of model: ItemModel, in worlds: [String: World]) -> World? {
    guard let id = model.worldID else { return nil }
    return worlds[id]
      ?? World(
        id: id, name: nil, seed: nil, createdAt: model.createdAt, updatedAt: model.updatedAt)
  }
}
