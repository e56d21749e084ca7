import Foundation
import SwiftData

/// A row of the table `Hotel`.
@Model
final class Hotel {
  @Attribute(.unique) var id: UUID = UUID()
  var name: String
  var amenities: [Amenity]? = []
  var stars: Int = 3
  @Relationship(deleteRule: .cascade, inverse: \Stay.hotel) var stays: [Stay] = []

  init(id: UUID = UUID(), name: String, amenities: [Amenity]? = [], stars: Int = 3) {
    self.id = id
    self.name = name
    self.amenities = amenities
    self.stars = stars
  }
}

enum Amenity: String, Codable, CaseIterable {
  case wifi = "WIFI"
  case pool = "POOL"
  case seaView = "SEA_VIEW"
}
