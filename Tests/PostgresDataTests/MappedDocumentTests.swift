import Foundation
import OpenSwiftData
import PostgresData
import PostgresDriver
import PostgresTesting
import SQLCore
import Testing

@Suite("Documents and arrays of other programs", .enabled(if: PostgresServer.isInstalled))
struct MappedDocumentTests {
  struct Details: Codable, Hashable {
    var pages: Int
    var languages: [String]?
  }

  @Model final class Book {
    var title: String
    var tags: [String]
    var moods: Set<String>
    var counts: [Int]?
    var weights: [Double]
    var marks: [UUID]
    var read: [Date]
    var seen: [Date]
    @Attribute(.codable) var details: Details?
    @Attribute(.codable) var more: Details?
    var raw: Data?

    init(_ title: String) {
      self.title = title
      (tags, moods, weights, marks, read, seen) = ([], [], [], [], [], [])
    }
  }

  private let schema = "books_\(UUID().uuidString.prefix(8).lowercased())"
  private let connection: PostgresConnection
  private let address: String

  init() throws {
    address = try PostgresServer.shared.address()
    connection = try PostgresConnection(PostgresSettings(address))
    try connection.execute(
      """
      CREATE SCHEMA \(schema); SET search_path TO \(schema); SET TimeZone TO 'Asia/Tokyo';
      CREATE TYPE mood AS ENUM ('calm', 'wild');
      CREATE TABLE book (id bigserial PRIMARY KEY, title text NOT NULL, tags text[] NOT NULL,
        moods mood[] NOT NULL DEFAULT '{}', counts smallint[], weights float8[] NOT NULL DEFAULT '{}',
        marks uuid[] NOT NULL DEFAULT '{}', read timestamptz[] NOT NULL DEFAULT '{}',
        seen timestamp[] NOT NULL DEFAULT '{}', details jsonb, more json, raw jsonb, intern text);
      INSERT INTO book (title, tags, moods, counts, weights, marks, read, seen, details, more, raw, intern)
        VALUES ('one', '{a,"b, c",é}', '{wild,calm}', '{1,-2}', '{1.5,NaN,Infinity,-Infinity}',
          '{00010203-0405-0607-0809-0a0b0c0d0e0f}', '{2001-01-01 00:00:00.25+00}',
          '{2001-01-01 00:00:00.5}', '{"pages": 5, "languages": ["en"]}', '{"pages": 6}', '[1]', 'theirs'),
          ('two', '{}', '{}', NULL, '{}', '{}', '{}', '{}', NULL, NULL, NULL, NULL);
      """)
  }

  private func container(
    allowsSave: Bool = true, _ columns: [String: String] = [:]
  ) throws -> ModelContainer {
    var configuration = PostgresConfiguration(address, allowsSave: allowsSave)
    var mapping = PostgresMapping(schema: schema)
    mapping[Book.self] = .table("book", columns: columns)
    configuration.mapping = mapping
    return try ModelContainer(for: Book.self, configurations: configuration)
  }

  private static let order = FetchDescriptor(sortBy: [SortDescriptor(\Book.title)])

  @Test func documentsAndArraysAreRead() throws {
    let books = try ModelContext(container(allowsSave: false)).fetch(Self.order)
    #expect(books.map(\.title) == ["one", "two"])
    #expect(books[0].tags == ["a", "b, c", "é"])
    #expect(books[0].moods == ["calm", "wild"])
    #expect(books[0].counts == [1, -2])
    #expect(books[1].counts == nil)
    try #require(books[0].weights.count == 4)
    #expect(books[0].weights[1].isNaN)
    #expect(books[0].weights[0] == 1.5)
    #expect(books[0].weights[2...] == [.infinity, -.infinity])
    #expect(books[0].marks.map(\.uuidString) == ["00010203-0405-0607-0809-0A0B0C0D0E0F"])
    #expect(books[0].read == [Date(timeIntervalSinceReferenceDate: 0.25)])
    #expect(books[0].seen == [Date(timeIntervalSinceReferenceDate: 0.5)])
    #expect(books[0].details == Details(pages: 5, languages: ["en"]))
    #expect(books[0].more == Details(pages: 6))
    #expect(books[1].more == nil)
    #expect(books[0].raw == Data("[1]".utf8))
    #expect(books[1].raw == nil)
    #expect(books[1].tags.isEmpty)
    #expect(books[1].weights.isEmpty)
    #expect(books[1].read.isEmpty)
  }

  @Test func documentsAndArraysAreWritten() throws {
    let context = ModelContext(try container())
    let book = Book("three")
    book.tags = ["x", "{y}", "\"", "NULL", ""]
    book.moods = ["wild"]
    book.counts = [3, 4]
    book.weights = [.nan, -0.5, .infinity]
    book.marks = [UUID()]
    book.read = [Date(timeIntervalSinceReferenceDate: 700_000_000.123456)]
    book.seen = [Date(timeIntervalSinceReferenceDate: -1.5)]
    (book.details, book.more) = (Details(pages: 1), Details(pages: 2, languages: []))
    book.raw = Data(#"{"a": 1}"#.utf8)
    context.insert(book)
    let first = try #require(try context.fetch(Self.order).first)
    first.tags.append("new")
    first.details = nil
    try context.save()
    let rows = try connection.rows(
      """
      SELECT tags::text, moods::text, counts::text, weights::text, seen::text, details::text, \
      more::text, raw::text FROM book WHERE title = 'three'
      """)
    #expect(
      rows == [
        [
          .text(#"{x,"{y}","\"","NULL",""}"#), .text("{wild}"), .text("{3,4}"),
          .text("{NaN,-0.5,Infinity}"), .text(#"{"2000-12-31 23:59:58.5"}"#),
          .text(#"{"pages": 1}"#), try #require(rows.first?[6]), .text(#"{"a": 1}"#),
        ]
      ])
    let other = try connection.rows(
      "SELECT tags::text, details, intern, counts::text FROM book WHERE title = 'one'")
    #expect(
      other == [[.text("{a,\"b, c\",é,new}"), .null, .text("theirs"), .text("{1,-2}")]])
    let again = try #require(
      try ModelContext(container()).fetch(
        FetchDescriptor<Book>(predicate: #Predicate { $0.title == "three" })
      ).first)
    #expect(again.tags == book.tags)
    #expect(again.moods == book.moods)
    #expect(again.counts == book.counts)
    #expect(again.weights[0].isNaN)
    #expect(again.weights[1...] == [-0.5, .infinity])
    #expect(again.marks == book.marks)
    #expect(again.seen == book.seen)
    #expect(abs(again.read[0].timeIntervalSince(book.read[0])) < 0.000_001)
    #expect(again.details == book.details)
    #expect(again.more == book.more)
  }

  /// The server refuses values that the column cannot store, and nothing is saved.
  @Test func valuesThatDoNotFitAreRefused() throws {
    for edit in [
      { (book: Book) in book.counts = [100_000] }, { $0.moods = ["cross"] },
      { $0.raw = Data("no JSON".utf8) }, { $0.tags = ["a\0b"] },
    ] {
      let context = ModelContext(try container())
      let book = Book("bad")
      edit(book)
      context.insert(book)
      #expect(throws: SwiftDataError.self) { try context.save() }
      #expect(try ModelContext(container()).fetchCount(FetchDescriptor<Book>()) == 2)
    }
  }

  @Test func errorsNameColumnsOfWrongTypes() throws {
    try connection.execute("ALTER TABLE book ADD blobs bytea[], ADD spans tstzrange[]")
    let error = try #require(throws: SwiftDataError.self) {
      try container(allowsSave: false, ["tags": "spans", "counts": "blobs", "marks": "title"])
    }
    #expect(error == .storeSchemaMismatch)
    for text in [
      "Book.tags needs the type jsonb, but \(schema).book.spans has the type tstzrange[].",
      "Book.counts needs the type jsonb, but \(schema).book.blobs has the type bytea[].",
      "Book.marks needs the type jsonb, but \(schema).book.title has the type text.",
    ] { #expect("\(error)".contains(text), "\(error)") }
  }

  /// A multidimensional array is not read as a flat array of its elements.
  @Test func nestedArraysAreNotFlattened() throws {
    try connection.execute("UPDATE book SET weights = '{{1,2},{3,4}}' WHERE title = 'one'")
    #expect(throws: (any Error).self) {
      try ModelContext(container(allowsSave: false)).fetch(Self.order)
    }
  }
}
