import Foundation

extension ItemModel {
  /// Converts a Core Data spot to this version.
  ///
  /// - Parameters:
  ///   - coreDataItem: The spot.
  ///   - id: Its identifier; nil to create a new one.
  ///   - imageData: Its picture.
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
  /// Converts a Core Data world to this version.
  ///
  /// - Parameters:
  ///   - world: The world.
  ///   - id: Its identifier; nil to create a new one.
  convenience init(_ world: WorldEntity, id: UUID?) {
    self.init(
      id: (id ?? UUID()).uuidString, name: world.name, seed: world.seed,
      createdAt: world.createdAt ?? Date(), updatedAt: world.updatedAt ?? Date())
  }
}
