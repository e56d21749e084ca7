import Foundation
import PredicateSQL
import SQLCore
import SQLiteDriver

// Plain values in tables whose layout differs from that of the library's stores.

struct Author { var name: String }

struct Subject { var word: String }

struct Book {
  var number: Int
  var title: String
  var year: Int
  var price: Decimal
  var isLent: Bool
  var author: Author?
  var subjects: [Subject]
  /// A computed property without a column.
  var slogan: String { title.uppercased() }
}

struct Shelf {
  var number: Int
  var books: [Book]
}

class Loan {
  let number: Int
  init(_ number: Int) { self.number = number }
}

final class LongLoan: Loan {}

/// The tables and their columns for the key paths of each type.
struct LibraryTable: ColumnResolving {
  var tableName: String
  var treeNumber: Int
  var places: [AnyKeyPath: PropertyPlace]
  var destinations: [AnyKeyPath: LibraryTable] = [:]
  var marks: [ObjectIdentifier: InstanceMark] = [:]
  var features = SQLFeatures.sqlite

  var primaryKeyColumn: String { "no" }

  func place(of keyPath: AnyKeyPath) -> PropertyPlace? { places[keyPath] }

  func destination(of keyPath: AnyKeyPath) -> (any ColumnResolving)? { destinations[keyPath] }

  func instanceMark(of type: Any.Type) -> InstanceMark? { marks[ObjectIdentifier(type)] }

  func title(of keyPath: AnyKeyPath) -> String { keyPath == \Book.slogan ? "slogan" : "another" }

  func route(of keyPath: AnyKeyPath, ending: AnyKeyPath?) -> [AnyKeyPath]? {
    keyPath == \Book.author?.name ? [\Book.author, \Author.name] : nil
  }

  static var authors: LibraryTable {
    LibraryTable(
      tableName: "author", treeNumber: 1,
      places: [\Author.name: .column(ResolvedColumn(name: "full name", isOptional: false))])
  }

  static var subjects: LibraryTable {
    LibraryTable(
      tableName: "subject", treeNumber: 2,
      places: [\Subject.word: .column(ResolvedColumn(name: "word", isOptional: false))])
  }

  static var books: LibraryTable {
    func column(_ name: String) -> PropertyPlace {
      .column(ResolvedColumn(name: name, isOptional: false))
    }
    return LibraryTable(
      tableName: "book", treeNumber: 3,
      places: [
        \Book.number: column("no"), \Book.title: column("title"), \Book.year: column("year"),
        \Book.price: column("price"), \Book.isLent: column("lent"),
        \Book.author: .toOne(foreignKey: "writer"),
        \Book.subjects: .toMany(
          .join(ResolvedJoin(table: "about", ownerColumn: "book", memberColumn: "subject"))),
      ],
      destinations: [\Book.author: authors, \Book.subjects: subjects])
  }

  static var shelves: LibraryTable {
    LibraryTable(
      tableName: "shelf", treeNumber: 4,
      places: [
        \Shelf.number: .column(ResolvedColumn(name: "no", isOptional: false)),
        \Shelf.books: .toMany(.members(foreignKey: "shelf")),
      ],
      destinations: [\Shelf.books: books])
  }

  static var loans: LibraryTable {
    LibraryTable(
      tableName: "loan", treeNumber: 5,
      places: [\Loan.number: .column(ResolvedColumn(name: "no", isOptional: false))],
      marks: [ObjectIdentifier(LongLoan.self): InstanceMark(column: "kind", numbers: [2, 3])])
  }
}

/// The same rows as Swift values and in a database.
struct Library {
  let connection: SQLiteConnection
  let shelves: [Shelf]
  var books: [Book] { shelves.flatMap(\.books) }

  init() throws {
    let (woolf, zeh) = (Author(name: "Woolf"), Author(name: "Zeh"))
    let (sea, law) = (Subject(word: "sea"), Subject(word: "law"))
    func book(
      _ number: Int, _ title: String, _ year: Int, _ price: Decimal, _ author: Author?,
      _ subjects: [Subject]
    ) -> Book {
      Book(
        number: number, title: title, year: year, price: price, isLent: number.isMultiple(of: 2),
        author: author, subjects: subjects)
    }
    let large = Decimal(string: "90071992547409930.25") ?? 0
    shelves = [
      Shelf(
        number: 1,
        books: [
          book(1, "The Waves", 1931, 12.5, woolf, [sea]),
          book(2, "Orlando", 1928, large, woolf, []),
        ]),
      Shelf(
        number: 2,
        books: [
          book(3, "Corpus Delicti", 2009, 9, zeh, [law, sea]),
          book(4, "Beowulf", 1000, 7.25, nil, [sea]),
        ]),
      Shelf(number: 3, books: []),
    ]
    connection = try SQLiteConnection(path: "", mode: .inMemory)
    for function in SQLFunction.all {
      try connection.register(
        function: function.name, argumentCount: function.argumentCount, function.body)
    }
    for collation in SQLCollation.all {
      try connection.register(collation: collation.name, collation.compare)
    }
    try fill(["Woolf", "Zeh"], ["sea", "law"])
  }

  private func fill(_ authors: [String], _ subjects: [String]) throws {
    for table in [
      "author (no INTEGER PRIMARY KEY, \"full name\" TEXT)",
      "subject (no INTEGER PRIMARY KEY, word TEXT)", "shelf (no INTEGER PRIMARY KEY)",
      "book (no INTEGER PRIMARY KEY, title, year, price NUMERIC, lent, writer, shelf)",
      "about (book INTEGER, subject INTEGER)", "loan (no INTEGER PRIMARY KEY, kind INTEGER)",
    ] { try connection.run("CREATE TABLE \(table)") }
    for (index, name) in authors.enumerated() {
      try connection.run("INSERT INTO author VALUES (?, ?)", [key(index), .text(name)])
    }
    for (index, word) in subjects.enumerated() {
      try connection.run("INSERT INTO subject VALUES (?, ?)", [key(index), .text(word)])
    }
    for shelf in shelves {
      try connection.run("INSERT INTO shelf VALUES (?)", [.integer(Int64(shelf.number))])
      for book in shelf.books {
        let writer = book.author.flatMap { authors.firstIndex(of: $0.name) }.map(key) ?? .null
        try connection.run(
          "INSERT INTO book VALUES (?, ?, ?, ?, ?, ?, ?)",
          [
            .integer(Int64(book.number)), .text(book.title), .integer(Int64(book.year)),
            .decimal(book.price), .bool(book.isLent), writer, .integer(Int64(shelf.number)),
          ])
        for subject in book.subjects.compactMap({ subjects.firstIndex(of: $0.word) }) {
          try connection.run(
            "INSERT INTO about VALUES (?, ?)", [.integer(Int64(book.number)), key(subject)])
        }
      }
    }
  }

  private func key(_ index: Int) -> SQLValue { .integer(Int64(index + 1)) }

  /// The primary keys of the rows that match a predicate, in order.
  func keys<Value>(
    in table: LibraryTable, where predicate: Predicate<Value>?,
    sortedBy descriptors: [SortDescriptor<Value>] = []
  ) throws -> [SQLValue] {
    let (condition, order) = PredicateTranslator(columns: table)
      .translate(predicate, sortedBy: descriptors)
    let joins = order.related.joins
    func placed(_ part: SQLFragment) -> SQLFragment {
      joins.isEmpty ? part : part.qualified(by: table.tableName)
    }
    let statement = connection.dialect.render(
      """
      SELECT \(.column(table.primaryKeyColumn, of: table.tableName)) \
      FROM \(.table(table.tableName))\(joins) \
      WHERE \(placed(condition?.condition ?? "1")) ORDER BY \(placed(order.terms))
      """)
    return try connection.rows(statement.text, statement.values).map { $0[0] }
  }
}
