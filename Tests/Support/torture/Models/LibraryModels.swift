import Foundation
import OpenSwiftData

// A graph with relationships of every kind. Each model has a number that never changes and is
// unique within a program.

@Model final class Shelf: GraphModel {
  var number: Int
  var text: String = ""
  @Relationship(deleteRule: .cascade, inverse: \Book.shelf) var books: [Book] = []
  /// Slips have no inverse relationship.
  var slips: [Slip]?
  var keeper: Person?
  init(number: Int) { self.number = number }
}

@Model final class Book: GraphModel {
  var number: Int
  var text: String = ""
  @Attribute(.externalStorage) var image: Data?
  var shelf: Shelf?
  @Relationship(inverse: \Subject.books) var subjects: [Subject] = []
  @Relationship(deleteRule: .cascade, inverse: \Cover.book) var cover: Cover?
  /// People have no inverse relationship.
  var keeper: Person?
  init(number: Int) { self.number = number }
}

@Model final class Cover: GraphModel {
  var number: Int
  var text: String = ""
  var book: Book?
  init(number: Int) { self.number = number }
}

@Model final class Subject: GraphModel {
  var number: Int
  var text: String = ""
  @Attribute(.unique) var code: Int = 0
  var books: [Book] = []
  init(number: Int) { self.number = number }
}

@Model final class Slip: GraphModel {
  var number: Int
  var text: String = ""
  init(number: Int) { self.number = number }
}

@Model final class Person: GraphModel {
  var number: Int
  var text: String = ""
  @Relationship(inverse: \Person.followers) var following: [Person] = []
  var followers: [Person] = []
  init(number: Int) { self.number = number }
}

@Model final class Folder: GraphModel {
  var number: Int
  var text: String = ""
  var parent: Folder?
  @Relationship(deleteRule: .cascade, inverse: \Folder.parent) var children: [Folder] = []
  init(number: Int) { self.number = number }
}

@Model final class Team: GraphModel {
  var number: Int
  var text: String = ""
  @Relationship(deleteRule: .deny, inverse: \Player.team) var players: [Player] = []
  init(number: Int) { self.number = number }
}

@Model final class Player: GraphModel {
  var number: Int
  var text: String = ""
  var team: Team?
  init(number: Int) { self.number = number }
}
