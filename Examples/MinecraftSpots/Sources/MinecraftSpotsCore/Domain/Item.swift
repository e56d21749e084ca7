import Foundation

package struct Item: Identifiable, Hashable, Sendable {
  package var id: String
  package var coordinates: Coordinates?
  package var world: World?
  package var spotImageName: String?  // 画像の有無を示すフラグ（SwiftDataではid使用）
  package var createdAt: Date
  package var updatedAt: Date
  /// The player's name for the spot.
  package var name: String?
  package var comment: String?

  package init(
    id: String,
    coordinates: Coordinates?,
    world: World?,
    spotImageName: String?,
    createdAt: Date,
    updatedAt: Date,
    name: String? = nil,
    comment: String? = nil
  ) {
    self.id = id
    self.coordinates = coordinates
    self.world = world
    self.spotImageName = spotImageName
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.name = name
    self.comment = comment
  }
}
