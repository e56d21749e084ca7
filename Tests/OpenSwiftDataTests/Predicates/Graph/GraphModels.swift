import Foundation
import OpenSwiftData

/// The one side of one-to-many relationships, one of which is optional.
@Model
final class Trip {
  #Index<Trip>([\.name])

  var number: Int
  var rank: Int?
  var name: String
  var motto: String?
  var isOpen: Bool
  var owner: Person?
  @Relationship(inverse: \Item.trip) var items: [Item] = []
  @Relationship(inverse: \Item.spareOf) var spares: [Item]? = []
  @Relationship(inverse: \Pass.trip) var pass: Pass?

  init(_ random: inout RandomValues) {
    number = random.below(5)
    rank = random.optional { $0.below(4) }
    name = random.word()
    motto = random.optional { $0.word() }
    isOpen = random.bool()
  }
}

/// The many side of a one-to-many relationship, and one side of a many-to-many relationship.
@Model
final class Item {
  var number: Int
  var rank: Int?
  var name: String
  var motto: String?
  var isOpen: Bool
  var trip: Trip?
  var spareOf: Trip?
  @Relationship(inverse: \Tag.items) var tags: [Tag] = []
  @Relationship(deleteRule: .cascade, inverse: \Note.item) var notes: [Note] = []

  init(_ random: inout RandomValues) {
    number = random.below(5)
    rank = random.optional { $0.below(4) }
    name = random.word()
    motto = random.optional { $0.word() }
    isOpen = random.bool()
  }
}

@Model
final class Tag {
  var number: Int
  var name: String
  var items: [Item] = []

  init(_ random: inout RandomValues) {
    number = random.below(5)
    name = random.word()
  }
}

/// Has a required to-one relationship.
@Model
final class Note {
  var number: Int
  var name: String
  var item: Item
  /// A relationship without an inverse.
  var writer: Person?

  init(_ random: inout RandomValues, on item: Item) {
    number = random.below(5)
    name = random.word()
    self.item = item
  }
}

/// A tree, with friendships across it.
@Model
final class Person {
  var number: Int
  var rank: Int?
  var name: String
  var boss: Person?
  @Relationship(inverse: \Person.boss) var staff: [Person] = []
  @Relationship(inverse: \Trip.owner) var trips: [Trip] = []

  init(_ random: inout RandomValues) {
    number = random.below(5)
    rank = random.optional { $0.below(4) }
    name = random.word()
  }
}

/// One side of a one-to-one relationship.
@Model
final class Pass {
  var number: Int
  var name: String
  var trip: Trip?

  init(_ random: inout RandomValues) {
    number = random.below(5)
    name = random.word()
  }
}

extension RandomValues {
  /// One of a few strings, so that equal strings are likely; two are canonically equivalent.
  mutating func word() -> String {
    one(of: ["", "a", "b", "ab", "K", "é", "e\u{301}", "\u{212A}"])
  }
}
