import Foundation
import PredicateSQL
import SQLCore
import Testing

/// Predicates and sort orders of plain values, in tables with a custom layout.
@Suite("Another layout of tables") struct OtherLayoutTests {
  private let library: Library

  init() throws { library = try Library() }

  private func expect(
    _ sql: String, _ predicate: Predicate<Book>, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let translation = PredicateTranslator(columns: LibraryTable.books).translate(predicate)
    let condition = try #require(translation.condition, sourceLocation: location)
    #expect(SQLDialect.sqlite.render(condition).text == sql, sourceLocation: location)
    #expect(translation.isExact, sourceLocation: location)
    let found = try library.keys(in: .books, where: predicate)
    let expected = try library.books.filter { try predicate.evaluate($0) }
    #expect(
      found == expected.map { .integer(Int64($0.number)) }, sourceLocation: location)
  }

  @Test func conditionsNameTheLayoutsColumns() throws {
    try expect(
      "(\"lent\" = 0 AND \"year\" > ?)", #Predicate<Book> { $0.isLent == false && $0.year > 1930 })
    try expect("\"title\" = ?", #Predicate<Book> { $0.title == "Orlando" })
    let price: Decimal = 9
    try expect(
      "OPENSWIFTDATA_DECIMAL_KEY(\"price\") > OPENSWIFTDATA_DECIMAL_KEY(?)",
      #Predicate<Book> { $0.price > price })
  }

  @Test func joinsUseTheLayoutsKeys() throws {
    let predicate = #Predicate<Book> { $0.author?.name == "Woolf" }
    let translation = PredicateTranslator(columns: LibraryTable.books).translate(predicate)
    #expect(
      SQLDialect.sqlite.render(translation.related.joins).text
        == " LEFT JOIN \"author\" AS \"t1\" ON \"t1\".\"no\" = \"book\".\"writer\"")
    #expect(translation.related.trees == [LibraryTable.authors.treeNumber])
    #expect(try library.keys(in: .books, where: predicate) == [.integer(1), .integer(2)])
  }

  @Test func membersAreFoundThroughTheLayoutsTables() throws {
    let aboutLaw = #Predicate<Book> { $0.subjects.contains { $0.word == "law" } }
    #expect(try library.keys(in: .books, where: aboutLaw) == [.integer(3)])
    let several = #Predicate<Book> { $0.subjects.count > 1 }
    #expect(try library.keys(in: .books, where: several) == [.integer(3)])
    let old = #Predicate<Shelf> { $0.books.contains { $0.year < 1900 } }
    #expect(try library.keys(in: .shelves, where: old) == [.integer(2)])
    let empty = #Predicate<Shelf> { $0.books.isEmpty }
    #expect(try library.keys(in: .shelves, where: empty) == [.integer(3)])
  }

  /// A database that cannot call client functions evaluates only the comparisons that it supports.
  @Test func unsupportedComparisonsAreNotTranslated() throws {
    var table = LibraryTable.books
    table.features = .postgres
    table.features.comparesNormalForms = false
    let translator = PredicateTranslator(columns: table)
    func text(_ predicate: Predicate<Book>) throws -> String? {
      let translation = translator.translate(predicate)
      #expect(translation.isExact == (translation.obstacle == nil))
      return translation.condition.map { SQLDialect.postgres.render($0).text }
    }
    #expect(try text(#Predicate { $0.year > 1930 }) == #""year" > $1"#)
    #expect(try text(#Predicate { $0.title == "Orlando" }) == #""title" = $1"#)
    #expect(try text(#Predicate { $0.title < "P" }) == nil)
    #expect(
      try text(#Predicate { $0.isLent && $0.title < "P" && $0.year > 1930 })
        == #"("lent" = TRUE AND "year" > $1)"#)
    #expect(translator.order(by: [SortDescriptor<Book>(\.year)]).isExact)
    #expect(!translator.order(by: [SortDescriptor<Book>(\.title)]).isExact)
  }

  /// A database with normal forms compares and sorts texts by them.
  @Test func textsAreComparedByNormalForm() throws {
    var table = LibraryTable.books
    table.features = .postgres
    let translator = PredicateTranslator(columns: table)
    let later = translator.translate(#Predicate<Book> { $0.title >= "P" })
    let order = translator.order(by: [SortDescriptor<Book>(\.title)])
    #expect(later.isExact)
    #expect(order.isExact)
    #expect(
      later.condition.map { SQLDialect.postgres.render($0).text }
        == #"normalize("title", NFC) COLLATE "C" >= normalize($1, NFC) COLLATE "C""#)
  }

  @Test func ordersUseTheLayoutsColumns() throws {
    func keys(_ order: SortDescriptor<Book>) throws -> [SQLValue] {
      try library.keys(in: .books, where: nil, sortedBy: [order])
    }
    #expect(try keys(SortDescriptor(\.year)) == [4, 2, 1, 3].map { .integer($0) })
    #expect(try keys(SortDescriptor(\.price)) == [4, 3, 1, 2].map { .integer($0) })
    let byAuthor = SortDescriptor(\Book.author?.name, order: .reverse)
    #expect(try keys(byAuthor) == [3, 1, 2, 4].map { .integer($0) })
  }

  @Test func classesAreDistinguishedByTheKindColumn() throws {
    try library.connection.run("INSERT INTO loan VALUES (1, 1), (2, 2), (3, 3), (4, 2)")
    let predicate = #Predicate<Loan> { $0 is LongLoan && $0.number != 4 }
    let translation = PredicateTranslator(columns: LibraryTable.loans).translate(predicate)
    let condition = try #require(translation.condition)
    #expect(
      SQLDialect.sqlite.render(condition).text == "(\"kind\" IN (2, 3) AND NOT (\"no\" = ?))")
    #expect(try library.keys(in: .loans, where: predicate) == [.integer(2), .integer(3)])
  }

  @Test func propertiesWithoutColumnAreReported() {
    let predicate = #Predicate<Book> { $0.slogan == "ORLANDO" }
    let translation = PredicateTranslator(columns: LibraryTable.books).translate(predicate)
    #expect(translation.condition == nil)
    #expect(translation.obstacle?.property == "slogan")
    #expect(translation.obstacle?.reason == .noColumn)
  }
}
