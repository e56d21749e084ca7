import Foundation
import MinecraftSpotsCore

/// A spot in JSON.
struct SpotRecord: Codable, Equatable {
  var id: String
  var name: String?
  var comment: String?
  var x: Int?
  var y: Int?
  var z: Int?
  var world: String?
  var worldName: String?
  var hasPhoto: Bool
  /// The distance in blocks, if the search had a starting position.
  var distance: Double?
  var createdAt: Date
  var updatedAt: Date

  init(_ item: Item, distance: Double? = nil) {
    id = item.id
    name = item.name
    comment = item.comment
    x = item.coordinates?.x
    y = item.coordinates?.y
    z = item.coordinates?.z
    world = item.world?.id
    worldName = item.world?.name
    hasPhoto = item.spotImageName != nil
    self.distance = distance
    createdAt = item.createdAt
    updatedAt = item.updatedAt
  }
}

/// A world in JSON.
struct WorldRecord: Codable, Equatable {
  var id: String
  var name: String?
  /// The seed as text, because many JSON readers cannot represent such large numbers.
  var seed: String?
  var comment: String?
  var spots: Int
  var createdAt: Date
  var updatedAt: Date

  init(_ entry: WorldsUseCase.Entry) {
    id = entry.world.id
    name = entry.world.name
    seed = entry.world.seed?.rawValue.description
    comment = entry.world.comment
    spots = entry.itemCount
    createdAt = entry.world.createdAt
    updatedAt = entry.world.updatedAt
  }
}
