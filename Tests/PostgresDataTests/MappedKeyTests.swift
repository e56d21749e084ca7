import Foundation
import OpenSwiftData
import PostgresData
import PostgresDriver
import PostgresTesting
import SQLCore
import Testing

/// Tables whose keys are UUIDs or texts, as Fluent, Django and Rails can create them.
@Suite("Keys of other programs that are not integers", .enabled(if: PostgresServer.isInstalled))
struct MappedKeyTests {
  @Model final class Author {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Book.author) var books: [Book] = []
    init(name: String) { self.name = name }
  }

  @Model final class Book {
    @Attribute(.unique) var id: UUID
    var title: String
    var author: Author
    var series: Series?
    @Relationship(inverse: \Reader.books) var readers: [Reader] = []
    init(id: UUID = UUID(), title: String, author: Author) {
      (self.id, self.title, self.author) = (id, title, author)
    }
  }

  @Model final class Series {
    var code: String
    var name: String
    @Relationship(deleteRule: .nullify, inverse: \Book.series) var books: [Book] = []
    init(code: String, name: String) { (self.code, self.name) = (code, name) }
  }

  @Model final class Reader {
    var name: String
    var books: [Book] = []
    init(name: String) { self.name = name }
  }

  private static let models: [any PersistentModel.Type] = [
    Author.self, Book.self, Series.self, Reader.self,
  ]
  private static let first = "11111111-1111-1111-1111-111111111111"

  private let database: AgencyDatabase

  init() throws {
    database = try AgencyDatabase()
    try database.connection.execute(
      """
      CREATE TABLE author (id uuid PRIMARY KEY, name varchar(50) NOT NULL); \
      CREATE TABLE series (code varchar(10) PRIMARY KEY, name text NOT NULL); \
      CREATE TABLE reader (id bigserial PRIMARY KEY, name text NOT NULL); \
      CREATE TABLE book (id uuid PRIMARY KEY, title text NOT NULL, \
      author_id uuid NOT NULL REFERENCES author, series_id text REFERENCES series); \
      CREATE INDEX ON book (author_id); \
      CREATE TABLE readings (book_id uuid REFERENCES book, reader_id bigint REFERENCES reader, \
      PRIMARY KEY (book_id, reader_id)); \
      INSERT INTO author VALUES ('\(Self.first)', 'Ada'), (gen_random_uuid(), 'Ben'); \
      INSERT INTO series VALUES ('x', 'Ten'); INSERT INTO reader (name) VALUES ('Eve'); \
      INSERT INTO book SELECT md5(n::text)::uuid, 'b' || n, '\(Self.first)', CASE WHEN n > 2 THEN 'x' END \
      FROM generate_series(1, 3) AS n; \
      INSERT INTO readings SELECT id, 1 FROM book WHERE title <> 'b1'
      """)
  }

  private func container(
    allowsSave: Bool = true, _ change: (inout PostgresMapping) -> Void = { _ in }
  ) throws -> ModelContainer {
    try Self.container(database.schema, allowsSave: allowsSave, change)
  }

  private static func container(
    _ schema: String, allowsSave: Bool = true, _ change: (inout PostgresMapping) -> Void = { _ in }
  ) throws -> ModelContainer {
    var mapping = PostgresMapping(schema: schema)
    mapping[Series.self] = .table("series", key: "code")
    mapping[Book.self] = .table(
      joins: ["readers": PostgresMapping.Join("readings", owner: "book_id", member: "reader_id")])
    change(&mapping)
    var configuration = PostgresConfiguration(
      try PostgresServer.shared.address(), allowsSave: allowsSave)
    configuration.mapping = mapping
    return try ModelContainer(
      for: Schema(models), migrationPlan: nil, configurations: [configuration])
  }

  private static let order = [SortDescriptor(\Book.title)]

  @Test func rowsAndRelationshipsAreRead() throws {
    let context = ModelContext(try container(allowsSave: false))
    let books = try context.fetch(FetchDescriptor<Book>(sortBy: Self.order))
    #expect(books.map(\.title) == ["b1", "b2", "b3"])
    #expect(books.allSatisfy { $0.author.name == "Ada" })
    #expect(books.map { $0.series?.name } == [nil, nil, "Ten"])
    #expect(books.map { $0.readers.map(\.name) } == [[], ["Eve"], ["Eve"]])
    let ada = books[0].author
    #expect(Set(ada.books.map(\.title)) == ["b1", "b2", "b3"])
    let eve = try #require(try context.fetch(FetchDescriptor<Reader>()).first)
    #expect(Set(eve.books.map(\.title)) == ["b2", "b3"])
  }

  @Test func predicatesCompareIdentifiersAndKeys() throws {
    let context = ModelContext(try container())
    let ada = try #require(
      try context.fetch(FetchDescriptor<Author>(predicate: #Predicate { $0.name == "Ada" })).first)
    let (owner, book) = (
      ada.persistentModelID, UUID(uuidString: "c4ca4238-a0b9-2382-0dcc-509a6f75849b")
    )
    func count(_ predicate: Predicate<Book>) throws -> Int {
      try context.fetchCount(FetchDescriptor(predicate: predicate))
    }
    #expect(try count(#Predicate { $0.author.persistentModelID == owner }) == 3)
    #expect(try count(#Predicate { $0.readers.contains { $0.name == "Eve" } }) == 2)
    #expect(try count(#Predicate { $0.series?.code == "x" }) == 1)
    let id = try #require(book)
    #expect(try count(#Predicate { $0.id == id }) == 1)
  }

  @Test func rowsAreWritten() throws {
    let context = ModelContext(try container())
    let author = Author(name: "new")
    let book = Book(title: "c1", author: author)
    let series = Series(code: "y", name: "Eleven")
    let reader = Reader(name: "Fay")
    context.insert(author)
    context.insert(book)
    for model in [series, reader] as [any PersistentModel] { context.insert(model) }
    book.series = series
    book.readers = [reader]
    let old = try context.fetch(FetchDescriptor<Book>(sortBy: Self.order))
    (old[0].title, old[0].author) = ("b1!", author)
    old[1].readers = []
    context.delete(old[2])
    try context.save()
    let rows = try database.connection.rows(
      """
      SELECT b.title, a.name::text, b.series_id, (SELECT string_agg(r.name, ' ') FROM readings g \
      JOIN reader r ON r.id = g.reader_id WHERE g.book_id = b.id) FROM book b \
      JOIN author a ON a.id = b.author_id ORDER BY 1
      """)
    #expect(
      rows == [
        [.text("b1!"), .text("new"), .null, .null], [.text("b2"), .text("Ada"), .null, .null],
        [.text("c1"), .text("new"), .text("y"), .text("Fay")],
      ])
    #expect(
      try database.connection.rows("SELECT id FROM book WHERE title = 'c1'") == [[.uuid(book.id)]])
    // The cascade deletes all books of an author.
    let other = ModelContext(context.container)
    for author in try other.fetch(FetchDescriptor<Author>()) { other.delete(author) }
    try other.save()
    #expect(try database.connection.rows("SELECT 1 FROM book").isEmpty)
    #expect(try other.fetch(FetchDescriptor<Series>()).allSatisfy(\.books.isEmpty))
  }

  /// A row can be locked whether it refers to another one or not.
  @Test func rowsAreLocked() throws {
    let context = ModelContext(try container())
    try context.transaction(.serializable) {
      let books = try context.fetch(FetchDescriptor<Book>(sortBy: Self.order), lockingFor: .update)
      #expect(books.count == 3)
      let other = ModelContext(context.container)
      try other.transaction(.repeatableRead) {
        let free = try other.fetch(FetchDescriptor<Book>(), lockingFor: .updateSkippingLocked)
        #expect(free.isEmpty)
      }
      books[0].series = nil
    }
  }

  /// Rows of other programs appear, and an identifier means the same row in every process.
  @Test func identifiersAreTheSameForAllContainers() throws {
    let context = ModelContext(try container())
    #expect(try context.fetchCount(FetchDescriptor<Author>()) == 2)
    try database.connection.execute("INSERT INTO author VALUES (gen_random_uuid(), 'theirs')")
    let theirs = try #require(
      try context.fetch(FetchDescriptor<Author>(predicate: #Predicate { $0.name == "theirs" }))
        .first)
    let data = try JSONEncoder().encode(theirs.persistentModelID)
    let other = ModelContext(try container(allowsSave: false))
    let id = try JSONDecoder().decode(PersistentIdentifier.self, from: data)
    #expect((other.model(for: id) as? Author)?.name == "theirs")
    // A key that is used again is another row.
    try database.connection.execute("INSERT INTO series VALUES ('z', 'one')")
    let former = try #require(
      try context.fetch(FetchDescriptor<Series>(predicate: #Predicate { $0.code == "z" })).first)
    context.delete(former)
    try context.save()
    let next = Series(code: "z", name: "two")
    context.insert(next)
    try context.save()
    #expect(next.persistentModelID != former.persistentModelID)
    #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Series>()) == 2)
  }

  @Test func uniqueKeysReplaceRows() throws {
    let context = ModelContext(try container())
    let old = try context.fetch(FetchDescriptor<Book>(sortBy: Self.order))[0]
    context.insert(Book(id: old.id, title: "instead", author: old.author))
    try context.save()
    let titles = try ModelContext(context.container).fetch(
      FetchDescriptor<Book>(sortBy: Self.order)
    )
    .map(\.title)
    #expect(titles == ["b2", "b3", "instead"])
    // Several models of one save that replace stored rows, and each other.
    let other = ModelContext(context.container)
    let author = try #require(try other.fetch(FetchDescriptor<Author>()).first)
    let id = UUID()
    for title in ["x", "y"] { other.insert(Book(id: id, title: title, author: author)) }
    other.insert(Book(id: old.id, title: "again", author: author))
    try other.save()
    let last = try ModelContext(context.container).fetch(FetchDescriptor<Book>(sortBy: Self.order))
    #expect(last.map(\.title) == ["again", "b2", "b3", "y"])
    old.id = UUID()
    let error = try #require(throws: SwiftDataError.self) { try context.save() }
    #expect(error == .modelValidationFailure, "\(error)")
    #expect("\(error)".contains("Book.id is the key of \(database.schema).book"), "\(error)")
  }

  /// Several programs open the store for the first time, and insert rows, at once.
  @Test func severalProgramsAssignKeysAtOnce() async throws {
    let (schema, address) = (database.schema, database.address)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<4 {
        group.addTask {
          let context = ModelContext(try Self.container(schema))
          let connection = try PostgresConnection(PostgresSettings(address))
          for step in 0..<10 {
            context.insert(Author(name: "\(number) \(step)"))
            try context.save()
            try connection.run(
              "INSERT INTO \(schema).author VALUES (gen_random_uuid(), 'sql')")
          }
        }
      }
      try await group.waitForAll()
    }
    let context = ModelContext(try container())
    let authors = try context.fetch(FetchDescriptor<Author>())
    #expect(authors.count == 82)
    #expect(Set(authors.map(\.persistentModelID)).count == 82)
  }

  @Test func errorsNameKeysThatCannotBeUsed() throws {
    try database.connection.execute(
      """
      CREATE TABLE parts (id uuid, number int, name text, PRIMARY KEY (id, number)); \
      CREATE TABLE days (id date PRIMARY KEY, name text NOT NULL); \
      CREATE TABLE codes (code text PRIMARY KEY, name text NOT NULL)
      """)
    func complaint(_ table: PostgresMapping.Table) throws -> String {
      "\(try #require(throws: SwiftDataError.self) { try container { $0[Reader.self] = table } })"
    }
    let name = "Reader has the key column \(database.schema)"
    let composite = try complaint(.table("parts"))
    #expect(composite.contains("\(name).parts.id, which has no unique index"), "\(composite)")
    #expect(composite.contains("the key is composed of id, number"), "\(composite)")
    let day = try complaint(.table("days"))
    #expect(
      day.contains("\(name).days.id, whose type date is not an integer, uuid or text"), "\(day)")
    let text = try complaint(.table("codes", key: "code"))
    #expect(
      text.contains("Reader has no property for its key \(database.schema).codes.code"), "\(text)")
    #expect(text.contains("readings.reader_id has the type bigint"), "\(text)")
  }

  /// A user without the right to create the integers gets an error that says what to do.
  @Test func errorsNameMissingRights() throws {
    let role = "role_\(database.schema)"
    try database.connection.execute(
      """
      CREATE ROLE \(role) LOGIN; GRANT USAGE ON SCHEMA \(database.schema) TO \(role); \
      GRANT SELECT ON ALL TABLES IN SCHEMA \(database.schema) TO \(role)
      """)
    let address = try PostgresServer.shared.address().replacing("tester@", with: "\(role)@")
    var configuration = PostgresConfiguration(address, allowsSave: false)
    configuration.mapping = PostgresMapping(
      schema: database.schema,
      tables: [
        "Book": .table(
          joins: [
            "readers": PostgresMapping.Join("readings", owner: "book_id", member: "reader_id")
          ]),
        "Series": .table("series", key: "code"),
      ])
    let error = try #require(throws: SwiftDataError.self) {
      try ModelContainer(for: Schema(Self.models), configurations: [configuration])
    }
    #expect(error == .storeCannotBeOpened, "\(error)")
    #expect("\(error)".contains("Author has keys of the type uuid"), "\(error)")
    #expect("\(error)".contains("Open the store once as a user who owns"), "\(error)")
  }
}
