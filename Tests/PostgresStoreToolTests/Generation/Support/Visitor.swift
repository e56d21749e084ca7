import Foundation
import SwiftData

/// A row of the table `visitors`.
@Model
final class Visitor {
  var name: String
  @Relationship(inverse: \Volume.visitors) var volumes: [Volume] = []

  init(name: String) {
    self.name = name
  }
}
