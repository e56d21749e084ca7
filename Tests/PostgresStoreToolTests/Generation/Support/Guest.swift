import Foundation
import SwiftData

/// A row of the table `Guest`.
@Model
final class Guest {
  @Attribute(.unique) var id: UUID = UUID()
  var fullName: String
  @Relationship(inverse: \Stay.guests) var stays: [Stay] = []

  init(id: UUID = UUID(), fullName: String) {
    self.id = id
    self.fullName = fullName
  }
}
