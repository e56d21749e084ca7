import Foundation
import SwiftData

@Model
package final class ItemModel {
  @Attribute(.unique) package var id: String
  package var coordinatesX: String?
  package var coordinatesY: String?
  package var coordinatesZ: String?
  package var worldID: String?
  package var name: String?
  package var comment: String?

  // 画像をExternalStorageに保存
  @Attribute(.externalStorage) package var spotImageData: Data?

  package var createdAt: Date
  package var updatedAt: Date

  package init(
    id: String,
    coordinatesX: String? = nil,
    coordinatesY: String? = nil,
    coordinatesZ: String? = nil,
    worldID: String? = nil,
    name: String? = nil,
    comment: String? = nil,
    spotImageData: Data? = nil,
    createdAt: Date = Date(),
    updatedAt: Date = Date()
  ) {
    self.id = id
    self.coordinatesX = coordinatesX
    self.coordinatesY = coordinatesY
    self.coordinatesZ = coordinatesZ
    self.worldID = worldID
    self.name = name
    self.comment = comment
    self.spotImageData = spotImageData
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
