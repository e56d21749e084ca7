import Foundation
import SwiftData

@Model
final class WorldEntity {
  var id: UUID?
  var createdAt: Date?
  var name: String = ""
  var seed: String?
  @Relationship(deleteRule: .cascade, inverse: \ItemEntity.world) var items: [ItemEntity]? = []

  init(id: UUID? = nil, createdAt: Date? = nil, name: String = "", seed: String? = nil) {
    self.id = id
    self.createdAt = createdAt
    self.name = name
    self.seed = seed
  }
}
