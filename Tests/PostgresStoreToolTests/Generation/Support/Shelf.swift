import Foundation
import SwiftData

/// A row of the table `shelves`.
@Model
final class Shelf {
  var room: String
  var height: Double
  @Relationship(deleteRule: .cascade, inverse: \Volume.shelf) var volumes: [Volume] = []

  init(room: String, height: Double) {
    self.room = room
    self.height = height
  }
}
