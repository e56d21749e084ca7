import Foundation
import OpenSwiftData
import PostgresData
import PostgresDriver
import PostgresTesting
import SQLCore
import Testing

/// Columns of other programs' tables have narrower ranges than the models' properties, and tables
/// have triggers.
@Suite("Limits of other programs' tables", .enabled(if: PostgresServer.isInstalled))
struct MappedLimitTests {
  @Model final class Article {
    var code: String
    var short: String?
    var price: Decimal?
    var tags: [String]?
    var weight: Double?
    var count: Decimal?
    var number: Int?
    var prices: [Decimal]?
    init(code: String) { self.code = code }
  }

  @Model final class Post {
    @Attribute(.unique) var title: String
    var slug: String?
    init(title: String) { self.title = title }
  }

  private let database: AgencyDatabase

  init() throws {
    database = try AgencyDatabase()
    try database.connection.execute(
      """
      CREATE TABLE article (id serial PRIMARY KEY, code varchar(5) NOT NULL, short char(3), \
      price numeric(6,2), tags varchar(3)[], weight int, count smallint, number int, prices numeric(4,1)[]); \
      CREATE TABLE post (post_id serial, title text NOT NULL, slug text, \
      CONSTRAINT post_pkey PRIMARY KEY (post_id) INCLUDE (slug), \
      CONSTRAINT post_title_key UNIQUE (title))
      """)
  }

  private func articles() throws -> ModelContainer {
    var mapping = PostgresMapping(schema: database.schema)
    mapping[Article.self] = .table("article")
    return try database.container(allowsSave: true, mapping, [Article.self])
  }

  private func posts(
    allowsSave: Bool = true, _ table: PostgresMapping.Table = .table("post", key: "post_id")
  ) throws -> ModelContainer {
    var mapping = PostgresMapping(schema: database.schema)
    mapping[Post.self] = table
    return try database.container(allowsSave: allowsSave, mapping, [Post.self])
  }

  /// Swift values that do not fit into a column.
  private static let long: [(String, @Sendable (Article) -> Void)] = [
    ("count", { $0.count = 40_000 }), ("number", { $0.number = 1 << 31 }),
    ("number", { $0.number = -(1 << 31) - 1 }), ("short", { $0.short = "abcd " }),
    ("code", { $0.code = "123456" }), ("short", { $0.short = "abcd" }),
    ("price", { $0.price = Decimal(string: "1.239") }), ("price", { $0.price = 12_345 }),
    ("tags", { $0.tags = ["abc", "abcd"] }), ("code", { $0.code = "12345 " }),
    ("tags", { $0.tags = ["abc "] }), ("weight", { $0.weight = 1.5 }),
    ("weight", { $0.weight = 1e10 }),
    ("weight", { $0.weight = .nan }), ("count", { $0.count = Decimal(string: "0.1") }),
    ("prices", { $0.prices = [1, Decimal(1.25)] }), ("prices", { $0.prices = [1234] }),
  ]

  @Test(arguments: long.indices) func valuesBeyondAColumnAreRefused(_ number: Int) throws {
    let context = ModelContext(try articles())
    let kept = Article(code: "12345")
    (kept.short, kept.price, kept.tags) = ("abc", Decimal(string: "1234.5"), ["abc", ""])
    (kept.weight, kept.count, kept.prices) = (-3, 7, [1.5, 2])
    kept.number = Int(Int32.min)
    context.insert(kept)
    try context.save()
    // Both for inserting a row and for changing one.
    for isNew in [true, false] {
      let other = ModelContext(context.container)
      let article = isNew ? Article(code: "1") : try other.fetch(FetchDescriptor<Article>())[0]
      if isNew { other.insert(article) }
      Self.long[number].1(article)
      let error = #expect(throws: SwiftDataError.self) { try other.save() }
      // The server converts the elements of an array.
      let isArray = ["tags", "prices"].contains(Self.long[number].0)
      let isNamed = "\(error, default: "")".contains("Article.\(Self.long[number].0)")
      #expect(error == .valueCannotBeStored)
      #expect(isNamed || isArray)
    }
    let (long, nan) = ("too long", Decimal.nan)
    #expect(throws: SwiftDataError.valueCannotBeStored) {
      try context.update(Article.self, .set(\.code, to: long))
    }
    let rows = try database.connection.rows(
      "SELECT code::text, short::text, price::text, tags::text FROM article")
    #expect(rows == [[.text("12345"), .text("abc"), .text("1234.50"), .text("{abc,\"\"}")]])
    let other = Article(code: "NaN")
    other.price = .nan
    context.insert(other)
    try context.save()
    #expect(
      try ModelContext(context.container).fetchCount(
        FetchDescriptor<Article>(predicate: #Predicate { $0.code == "NaN" && $0.price == nan }))
        == 1)
    context.delete(other)
    try context.save()
    // Changing other properties of a row keeps its values.
    kept.code = "54321"
    try context.save()
    #expect(
      try ModelContext(context.container).fetch(FetchDescriptor<Article>())[0].price == kept.price)
  }

  /// Trigger functions of other programs find their tables by unqualified names.
  @Test func triggersFindTheirTables() throws {
    try database.connection.execute(
      """
      CREATE FUNCTION note_slug() RETURNS trigger LANGUAGE plpgsql AS \
      $$ BEGIN UPDATE post SET slug = lower(title) WHERE post_id = NEW.post_id; RETURN NULL; END $$; \
      CREATE TRIGGER note AFTER INSERT ON post FOR EACH ROW EXECUTE FUNCTION note_slug()
      """)
    let context = ModelContext(try posts())
    context.insert(Post(title: "About US"))
    try context.save()
    #expect(
      try ModelContext(context.container).fetch(FetchDescriptor<Post>()).map(\.slug) == ["about us"]
    )
  }

  /// Triggers may move rows to other tables, but a discarded row is reported.
  @Test(arguments: [true, false]) func rowsThatTriggersDiscardAreReported(_ isUnique: Bool) throws {
    let (table, key) = isUnique ? ("post", "post_id") : ("article", "id")
    try database.connection.execute(
      """
      CREATE TABLE part () INHERITS (\(table)); ALTER TABLE part ADD PRIMARY KEY (\(key)); \
      CREATE FUNCTION sift() RETURNS trigger LANGUAGE plpgsql AS \
      $$ BEGIN IF to_jsonb(NEW)::text LIKE '%part%' THEN INSERT INTO part SELECT NEW.*; END IF; RETURN NULL; END $$; \
      CREATE TRIGGER sift BEFORE INSERT OR UPDATE ON \(table) FOR EACH ROW EXECUTE FUNCTION sift()
      """)
    let context = ModelContext(try isUnique ? posts() : articles())
    func add(_ text: String) throws {
      if isUnique { context.insert(Post(title: text)) } else { context.insert(Article(code: text)) }
      try context.save()
    }
    try add("part1")
    let error = try #require(throws: SwiftDataError.self) { try add("other") }
    #expect(error == .modelValidationFailure, "\(error)")
    if !isUnique {
      #expect("\(error)".contains("article rejected a new row of Article"), "\(error)")
    }
    context.rollback()
    // The trigger also accepts changes of rows outside the partition.
    try database.connection.execute(
      """
      ALTER TABLE \(table) DISABLE TRIGGER sift; \
      INSERT INTO \(table) (\(isUnique ? "title" : "code")) VALUES ('plain'); \
      ALTER TABLE \(table) ENABLE TRIGGER sift
      """)
    let other = ModelContext(context.container)
    if isUnique {
      let posts = try other.fetch(FetchDescriptor<Post>(sortBy: [SortDescriptor(\.title)]))
      #expect(posts.map(\.title) == ["part1", "plain"])
      posts[1].slug = "changed"
    } else {
      let articles = try other.fetch(FetchDescriptor<Article>(sortBy: [SortDescriptor(\.code)]))
      #expect(articles.map(\.code) == ["part1", "plain"])
      articles[1].short = "c"
    }
    let kept = try #require(throws: SwiftDataError.self) { try other.save() }
    #expect(kept == .modelValidationFailure, "\(kept)")
    #expect("\(kept)".contains("rejected the changed row of"), "\(kept)")
  }

  private func complaint(_ statements: String, _ table: PostgresMapping.Table) throws -> String {
    try database.connection.execute(statements)
    return "\(try #require(throws: SwiftDataError.self) { try posts(table) })"
  }

  @Test func errorsNameTablesThatCannotBeWritten() throws {
    let name = "\(database.schema).post"
    let twice = try complaint(
      "SELECT 1", .table("post", key: "post_id", columns: ["slug": "title"]))
    #expect(twice.contains("Post.title and slug are both mapped to \(name).title."), "\(twice)")
    let late = try complaint(
      """
      ALTER TABLE post DROP CONSTRAINT post_title_key; \
      ALTER TABLE post ADD UNIQUE (title) DEFERRABLE
      """, .table("post", key: "post_id"))
    #expect(
      late.contains(
        "Post is mapped to \(name), whose unique constraint on title must not be DEFERRABLE."),
      "\(late)")
  }

  /// No upsert uses the primary key, so it may be deferrable.
  @Test func deferrableKeysAreAllowed() throws {
    try database.connection.execute(
      "ALTER TABLE article DROP CONSTRAINT article_pkey; ALTER TABLE article ADD PRIMARY KEY (id) DEFERRABLE"
    )
    let context = ModelContext(try articles())
    context.insert(Article(code: "1"))
    try context.save()
    #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Article>()) == 1)
  }

  @Test(arguments: ["1, 1, 2", "1, NULL, 2"]) func viewsWithoutKeysAreRefused(_ keys: String)
    throws
  {
    try database.connection.execute(
      "CREATE VIEW listed AS SELECT unnest(ARRAY[\(keys)]) AS id, 'a'::text AS title, NULL::text AS slug"
    )
    let error = try #require(throws: SwiftDataError.self) {
      try posts(allowsSave: false, .table("listed"))
    }
    #expect(error == .storeSchemaMismatch, "\(error)")
    #expect("\(error)".contains("Post has"), "\(error)")
  }

  @Model final class Shelf {
    @Relationship(deleteRule: .nullify, inverse: \Volume.shelf) var volumes: [Volume] = []
    init() {}
  }

  @Model final class Volume {
    var shelf: Shelf?
    init() {}
  }

  /// A foreign key must not delete rows that the models keep.
  @Test(
    arguments: [("CASCADE", "deletes rows"), ("SET NULL", nil), ("NO ACTION", nil)]
      as [(String, String?)])
  func conflictingDeleteRulesAreRefused(_ action: String, _ problem: String?) throws {
    try database.connection.execute(
      """
      CREATE TABLE shelf (id serial PRIMARY KEY); CREATE TABLE volume (id serial PRIMARY KEY, \
      shelf_id int REFERENCES shelf ON DELETE \(action) DEFERRABLE)
      """)
    let mapping = PostgresMapping(schema: database.schema)
    func container(allowsSave: Bool) throws -> ModelContainer {
      try database.container(allowsSave: allowsSave, mapping, [Shelf.self, Volume.self])
    }
    _ = try container(allowsSave: false)
    guard let problem else {
      _ = try container(allowsSave: true)
      return
    }
    let error = try #require(throws: SwiftDataError.self) { try container(allowsSave: true) }
    let text =
      "volume_shelf_id_fkey \(problem) when the row that they refer to is deleted, "
      + "but the models' delete rule is nullify"
    #expect(error == .storeSchemaMismatch, "\(error)")
    #expect("\(error)".contains(text), "\(error)")
  }

  @Model final class Box {
    var xmin: Double
    var xmax: Double
    var ctid: String?
    init(_ xmin: Double, _ xmax: Double) { (self.xmin, self.xmax) = (xmin, xmax) }
  }

  /// Columns with the names of system columns, in a schema where the role may create tables but no
  /// other schemas.
  @Test func systemColumnNamesWorkWithoutSchemaRights() throws {
    let role = "role_\(database.schema)"
    try database.connection.execute(
      "CREATE ROLE \(role) LOGIN; CREATE SCHEMA \(role) AUTHORIZATION \(role)")
    let address = try PostgresServer.shared.address().replacing("tester@", with: "\(role)@")
    let mayMakeSchemas = try PostgresConnection(PostgresSettings(address)).rows(
      "SELECT current_user::text, has_database_privilege(current_database(), 'CREATE')")
    try #require(mayMakeSchemas == [[.text(role), .bool(false)]])
    let container = try ModelContainer(
      for: Schema([Box.self]), migrationPlan: nil,
      configurations: [PostgresConfiguration(address, databaseSchema: role)])
    let context = ModelContext(container)
    context.insert(Box(1, 2))
    try context.save()
    let one = 1.0
    let found = try ModelContext(container).fetch(
      FetchDescriptor<Box>(predicate: #Predicate { $0.xmin == one && $0.ctid == nil }))
    #expect(found.map(\.xmax) == [2])
  }

  @Model final class Event {
    var name: String
    var day: Date?
    init(name: String) { self.name = name }
  }

  /// The error names a row with a day that no stored `Date` can represent.
  ///
  /// The rows can be read without the property.
  @Test func errorsNameDaysThatDatesCannotHold() throws {
    try database.connection.execute(
      """
      CREATE TABLE event (id serial PRIMARY KEY, name text NOT NULL, day date); \
      INSERT INTO event (name, day) VALUES ('now', '2026-01-01'), ('late', '5874897-12-31'), ('end', 'infinity')
      """)
    var mapping = PostgresMapping(schema: database.schema)
    mapping[Event.self] = .table("event")
    let context = ModelContext(try database.container(allowsSave: true, mapping, [Event.self]))
    let error = #expect(throws: SwiftDataError.self) { try context.fetch(FetchDescriptor<Event>()) }
    let text = "\(error, default: "")"
    #expect(error == .valueCannotBeRead, "\(text)")
    for part in ["Event", "day", "row 2", "5874897-12-31", "event.day"] {
      #expect(text.contains(part), "\(part) in \(text)")
    }
    var names = FetchDescriptor<Event>(sortBy: [SortDescriptor(\.name)])
    names.propertiesToFetch = [\.name]
    #expect(try context.fetch(names).map(\.name) == ["end", "late", "now"])
    try database.connection.execute("UPDATE event SET day = NULL WHERE name = 'late'")
    #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Event>()) == 3)
  }
}
