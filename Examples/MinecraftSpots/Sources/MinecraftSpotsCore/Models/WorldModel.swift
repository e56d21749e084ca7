import Foundation
import SwiftData

@Model
package final class WorldModel {
  @Attribute(.unique) package var id: String
  package var name: String?
  package var seed: String?  // Seed.rawValueを文字列保存
  package var comment: String?
  package var createdAt: Date
  package var updatedAt: Date

  package init(
    id: String,
    name: String? = nil,
    seed: String? = nil,
    comment: String? = nil,
    createdAt: Date = Date(),
    updatedAt: Date = Date()
  ) {
    self.id = id
    self.name = name
    self.seed = seed
    self.comment = comment
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
