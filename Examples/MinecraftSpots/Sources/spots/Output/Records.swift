import Foundation
import MinecraftSpotsCore

/// A spot as JSON shows it.
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
  /// In blocks, where the spot was looked for from a place.
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

/// A world as JSON shows it.
struct WorldRecord: Codable, Equatable {
  var id: String
  var name: String?
  /// As text, because a seed is longer than the numbers that all readers of JSON keep.
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
