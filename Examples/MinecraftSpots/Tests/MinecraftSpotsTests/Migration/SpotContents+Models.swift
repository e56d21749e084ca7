import Foundation

@testable import MinecraftSpotsCore

extension SpotContents.Item {
  init(_ model: ItemEntity) {
    self.init(
      id: model.id?.uuidString, coordinatesX: model.coordinatesX, coordinatesY: model.coordinatesY,
      coordinatesZ: model.coordinatesZ, world: model.world?.uuidString,
      imageName: model.spotImageName, createdAt: model.createdAt, updatedAt: model.updatedAt)
  }

  init(_ model: ItemModel) {
    self.init(
      id: model.id, coordinatesX: model.coordinatesX, coordinatesY: model.coordinatesY,
      coordinatesZ: model.coordinatesZ, world: model.worldID, name: model.name,
      comment: model.comment, image: model.spotImageData, createdAt: model.createdAt,
      updatedAt: model.updatedAt)
  }
}

extension SpotContents.World {
  init(_ model: WorldEntity) {
    self.init(
      id: model.id?.uuidString, name: model.name, seed: model.seed, createdAt: model.createdAt,
      updatedAt: model.updatedAt)
  }

  init(_ model: WorldModel) {
    self.init(
      id: model.id, name: model.name, seed: model.seed, comment: model.comment,
      createdAt: model.createdAt, updatedAt: model.updatedAt)
  }
}

extension ItemEntity {
  convenience init(_ row: SpotContents.Item) {
    self.init()
    id = row.id.flatMap(UUID.init)
    (coordinatesX, coordinatesY, coordinatesZ) = (
      row.coordinatesX, row.coordinatesY, row.coordinatesZ
    )
    world = row.world.flatMap(UUID.init)
    spotImageName = row.imageName
    (createdAt, updatedAt) = (row.createdAt, row.updatedAt)
  }
}

extension WorldEntity {
  convenience init(_ row: SpotContents.World) {
    self.init()
    id = row.id.flatMap(UUID.init)
    (name, seed) = (row.name, row.seed)
    (createdAt, updatedAt) = (row.createdAt, row.updatedAt)
  }
}

extension ItemModel {
  convenience init(_ row: SpotContents.Item) {
    self.init(
      id: row.id ?? "", coordinatesX: row.coordinatesX, coordinatesY: row.coordinatesY,
      coordinatesZ: row.coordinatesZ, worldID: row.world, name: row.name, comment: row.comment,
      spotImageData: row.image, createdAt: row.createdAt ?? .distantPast,
      updatedAt: row.updatedAt ?? .distantPast)
  }
}

extension WorldModel {
  convenience init(_ row: SpotContents.World) {
    self.init(
      id: row.id ?? "", name: row.name, seed: row.seed, comment: row.comment,
      createdAt: row.createdAt ?? .distantPast, updatedAt: row.updatedAt ?? .distantPast)
  }
}
