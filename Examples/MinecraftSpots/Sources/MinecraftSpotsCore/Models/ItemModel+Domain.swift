import Foundation

extension ItemModel {
  package func toDomain(world: World?) -> Item {
    toDomain(world: world, hasImage: spotImageData != nil)
  }

  /// Creates the domain value without reading the picture, which may be a file of megabytes.
  package func toDomain(world: World?, hasImage: Bool) -> Item {
    let coordinates: Coordinates?
    if let x = coordinatesX.flatMap(Int.init),
      let y = coordinatesY.flatMap(Int.init),
      let z = coordinatesZ.flatMap(Int.init)
    {
      coordinates = Coordinates(x: x, y: y, z: z)
    } else {
      coordinates = nil
    }

    return Item(
      id: id,
      coordinates: coordinates,
      world: world,
      spotImageName: hasImage ? id : nil,  // 画像存在フラグ
      createdAt: createdAt,
      updatedAt: updatedAt,
      name: name,
      comment: comment
    )
  }

  /// Applies only the differences between two states of the spot.
  ///
  /// Values that the domain cannot represent, such as a coordinate that is not a whole number, are
  /// equal in both states and so are kept in the store.
  func apply(_ item: Item, over former: Item) {
    if item.coordinates != former.coordinates {
      coordinatesX = item.coordinates?.x.description
      coordinatesY = item.coordinates?.y.description
      coordinatesZ = item.coordinates?.z.description
    }
    if item.world?.id != former.world?.id { worldID = item.world?.id }
    if item.name != former.name { name = item.name }
    if item.comment != former.comment { comment = item.comment }
    if item.createdAt != former.createdAt { createdAt = item.createdAt }
    if item.updatedAt != former.updatedAt { updatedAt = item.updatedAt }
  }
}

extension Item {
  package func toModel(imageData: Data?) -> ItemModel {
    ItemModel(
      id: id,
      coordinatesX: coordinates?.x.description,
      coordinatesY: coordinates?.y.description,
      coordinatesZ: coordinates?.z.description,
      worldID: world?.id,
      name: name,
      comment: comment,
      spotImageData: imageData,
      createdAt: createdAt,
      updatedAt: updatedAt
    )
  }
}
