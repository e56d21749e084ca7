import Foundation
import OpenSwiftData

@Model
package final class Seat {
  #Unique<Seat>([\.row, \.number], [\.ticket])
  package var row: String
  package var number: Int
  package var ticket: UUID?
  package var guest: String

  package init(row: String, number: Int, guest: String, ticket: UUID? = nil) {
    self.row = row
    self.number = number
    self.guest = guest
    self.ticket = ticket
  }
}

@Model
package final class Tally {
  package var number: Int
  package init(number: Int) { self.number = number }
}

/// A value that sometimes cannot be encoded.
package struct Moody: Codable, Hashable {
  package var isWilling: Bool
  package struct Unwilling: Error {}

  package init(isWilling: Bool) { self.isWilling = isWilling }

  package init(from decoder: any Decoder) throws {
    isWilling = try decoder.singleValueContainer().decode(Bool.self)
  }

  package func encode(to encoder: any Encoder) throws {
    guard isWilling else { throw Unwilling() }
    var container = encoder.singleValueContainer()
    try container.encode(isWilling)
  }
}

@Model
package final class Patient {
  package var name: String
  package var mood: Moody

  package init(name: String, isWilling: Bool) {
    self.name = name
    mood = Moody(isWilling: isWilling)
  }
}
