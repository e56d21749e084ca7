import Foundation
import SwiftData

/// A row of the table `galaxies`.
@Model
final class Galaxy {
  @Attribute(.unique) var id: UUID = UUID()
  var name: String
  var createdAt: Date?
  var deletedAt: Date?
  @Relationship(deleteRule: .cascade, inverse: \Planet.galaxy) var planets: [Planet] = []

  init(id: UUID = UUID(), name: String, createdAt: Date? = nil, deletedAt: Date? = nil) {
    self.id = id
    self.name = name
    self.createdAt = createdAt
    self.deletedAt = deletedAt
  }
}
