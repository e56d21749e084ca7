import Foundation
import SwiftData

@Model
final class ItemEntity {
  #Index<ItemEntity>([\.createdAt])

  var id: UUID?
  var comment: String?
  var coordinatesX: String?
  var coordinatesY: String?
  var coordinatesZ: String?
  var createdAt: Date?
  var name: String?
  var rating: Int16 = 0
  @Attribute(.externalStorage) var spotImage: Data?
  var updatedAt: Date?
  var world: WorldEntity?

  init(
    id: UUID? = nil, comment: String? = nil, coordinatesX: String? = nil,
    coordinatesY: String? = nil, coordinatesZ: String? = nil, createdAt: Date? = nil,
    name: String? = nil, rating: Int16 = 0, spotImage: Data? = nil, updatedAt: Date? = nil,
    world: WorldEntity? = nil
  ) {
    self.id = id
    self.comment = comment
    self.coordinatesX = coordinatesX
    self.coordinatesY = coordinatesY
    self.coordinatesZ = coordinatesZ
    self.createdAt = createdAt
    self.name = name
    self.rating = rating
    self.spotImage = spotImage
    self.updatedAt = updatedAt
    self.world = world
  }
}
