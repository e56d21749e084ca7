import Foundation

extension ItemModel {
  /// Makes of a spot in Core Data one of this version.
  /// - Parameters:
  ///   - coreDataItem: The spot.
  ///   - id: Its identifier; a new one where the spot has none.
  ///   - imageData: The picture that it names.
  convenience init(_ coreDataItem: ItemEntity, id: UUID?, imageData: Data?) {
    self.init(
      id: (id ?? UUID()).uuidString,
      coordinatesX: coreDataItem.coordinatesX,
      coordinatesY: coreDataItem.coordinatesY,
      coordinatesZ: coreDataItem.coordinatesZ,
      worldID: coreDataItem.world?.uuidString,
      spotImageData: imageData,
      createdAt: coreDataItem.createdAt ?? Date(),
      updatedAt: coreDataItem.updatedAt ?? Date()
    )
  }
}

extension WorldModel {
  /// Makes of a world in Core Data one of this version.
  /// - Parameters:
  ///   - world: The world.
  ///   - id: Its identifier; a new one where the world has none.
  convenience init(_ world: WorldEntity, id: UUID?) {
    self.init(
      id: (id ?? UUID()).uuidString, name: world.name, seed: world.seed,
      createdAt: world.createdAt ?? Date(), updatedAt: world.updatedAt ?? Date())
  }
}
