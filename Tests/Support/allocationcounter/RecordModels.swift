import Foundation
import OpenSwiftData

// Their texts are short: Swift stores up to 15 bytes within the value, without an allocation.

@Model
final class Album {
  var number: Int
  var title: String
  var releasedAt: Date
  @Relationship(deleteRule: .cascade, inverse: \Track.album) var tracks: [Track] = []

  init(number: Int) {
    self.number = number
    title = "Album \(number)"
    releasedAt = Date(timeIntervalSinceReferenceDate: Double(number))
  }
}

@Model
final class Track {
  var number: Int
  var title: String
  var length: Double
  var token: UUID
  var isFavorite = false
  var album: Album?

  init(number: Int) {
    self.number = number
    title = "Track \(number)"
    length = Double(number) / 8
    token = UUID()
  }
}

/// A model without relationships.
@Model
final class Listener {
  #Index<Listener>([\.number])

  var number: Int
  var name: String
  var age: Int?
  var joinedAt: Date

  init(number: Int) {
    self.number = number
    name = "Listener \(number)"
    joinedAt = Date(timeIntervalSinceReferenceDate: Double(number))
  }
}

/// Large rows, not all of which a program would keep in memory.
@Model
final class Letter {
  var number: Int
  var text: String

  init(number: Int, text: String) {
    self.number = number
    self.text = text
  }
}
