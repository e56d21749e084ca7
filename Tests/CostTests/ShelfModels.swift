import OpenSwiftData

@Model
final class Shelf {
  var number: Int
  @Relationship(deleteRule: .cascade, inverse: \Book.shelf) var books: [Book] = []

  init(number: Int) { self.number = number }
}

@Model
final class Book {
  #Index<Book>([\.number])

  var number: Int
  var title = "a book"
  var pages: Int?
  var shelf: Shelf?

  init(number: Int) { self.number = number }
}
