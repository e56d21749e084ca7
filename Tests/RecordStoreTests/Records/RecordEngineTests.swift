import DataSchema
import Foundation
import RecordStore
import SQLCore
import SQLiteDriver
import SwiftDataErrors
import Testing

@Suite("Rows by names")
struct RecordEngineTests {
  private let folder: TemporaryFolder
  private let engine: RecordEngine

  init() throws {
    folder = try TemporaryFolder()
    engine = try RecordModels.open(folder)
  }

  private func key(_ outcome: RecordOutcome, _ temporary: Int64) throws -> Int64 {
    try #require(outcome.keys[temporary])
  }

  @Test func rowsKeepEveryKindOfValue() throws {
    var changes = RecordChanges()
    let values: [String: RecordValue] = [
      "title": .text("Möwe \u{0}e\u{301}"), "pages": .integer(-32768),
      "price": .decimal(Decimal(string: "12345678901234567890.123456789")!), "isRead": .bool(true),
      "number": .uuid(UUID()), "site": .url(try #require(URL(string: "https://a.b/c?d#e"))),
      "cover": .data(Data(repeating: 7, count: 300_000)),
    ]
    let book = changes.insert("Book", values)
    let author = changes.insert(
      "Author",
      [
        "name": .text("A"), "born": .date(Date(timeIntervalSinceReferenceDate: -1.5)),
        "place": .composite(["city": .text("X"), "latitude": .real(.infinity)]),
      ])
    let outcome = try engine.save(changes)
    let other = try RecordModels.open(folder)
    let stored = try #require(try other.row(key(outcome, book), of: "Book"))
    for (name, value) in values { #expect(stored[name] == value, "\(name)") }
    #expect(stored["author"] == .null)
    let person = try #require(try other.row(key(outcome, author), of: "Author"))
    #expect(person["born"] == .date(Date(timeIntervalSinceReferenceDate: -1.5)))
    #expect(person["place"] == .composite(["city": .text("X"), "latitude": .real(.infinity)]))
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.url.path)
    #expect(files.count { UUID(uuidString: ($0 as NSString).lastPathComponent) != nil } == 1)
    var query = RecordQuery("Book")
    query.readsFiles = false
    #expect(try other.rows(query)[0]["cover"] == .null)
    try engine.delete([key(outcome, book)], of: "Book")
    let left = try FileManager.default.subpathsOfDirectory(atPath: folder.url.path)
    #expect(!left.contains { UUID(uuidString: ($0 as NSString).lastPathComponent) != nil })
  }

  @Test func rowsAreRelatedAtBothEnds() throws {
    var changes = RecordChanges()
    let author = changes.insert("Author", ["name": .text("A")])
    let books = (0..<3).map { changes.insert("Book", ["title": .text("\($0)")]) }
    let tags = (0..<2).map { changes.insert("Tag", ["label": .text("\($0)")]) }
    changes.relate(author, of: "Author", "books", to: [books[2], books[0], books[1]])
    changes.relate(books[0], of: "Book", "tags", to: tags)
    let outcome = try engine.save(changes)
    let (owner, kept) = (try key(outcome, author), try books.map { try key(outcome, $0) })
    let labels = try tags.map { try key(outcome, $0) }
    #expect(try engine.members(of: owner, "Author", "books") == [kept[2], kept[0], kept[1]])
    #expect(try engine.row(kept[1], of: "Book")?["author"] == .row(owner))
    #expect(try engine.members(of: labels[1], "Tag", "books") == [kept[0]])
    // Members that are missing from the new list are unlinked at both ends.
    var less = RecordChanges()
    less.relate(owner, of: "Author", "books", to: [kept[1]])
    less.relate(labels[0], of: "Tag", "books", to: [kept[1]])
    try engine.save(less)
    #expect(try engine.members(of: owner, "Author", "books") == [kept[1]])
    #expect(try engine.row(kept[2], of: "Book")?["author"] == .null)
    #expect(try engine.members(of: kept[0], "Book", "tags") == [labels[1]])
    #expect(try engine.members(of: kept[1], "Book", "tags") == [labels[0]])
  }

  /// As in every observed transaction of Apple's frameworks.
  @Test func transactionsNameABundleAndAProcess() throws {
    var changes = RecordChanges()
    changes.insert("Tag", ["label": .text("A")])
    try engine.save(changes)
    let path = folder.url.appendingPathComponent("library.store").path
    let named = try SQLiteConnection(path: path, mode: .readOnly).rows(
      """
      SELECT COUNT(*) FROM ATRANSACTION JOIN ATRANSACTIONSTRING B ON B.Z_PK = ZBUNDLEIDTS \
      JOIN ATRANSACTIONSTRING P ON P.Z_PK = ZPROCESSIDTS
      """)
    #expect(named == [[.integer(1)]])
  }

  /// A row can be addressed by each entity that it inherits from.
  @Test func rowsAreChangedThroughParentEntities() throws {
    func text(_ name: String) -> PropertyDescription {
      .attribute(AttributeDescription(name: name, type: .string, isOptional: true))
    }
    let model = ModelDescription(entities: [
      EntityDescription(name: "Animal", properties: [text("name")]),
      EntityDescription(name: "Bird", parentName: "Animal", properties: [text("song")]),
      EntityDescription(name: "Fish", parentName: "Animal", properties: [text("water")]),
    ])
    let path = folder.url.appendingPathComponent("animals.store").path
    let engine = try RecordEngine(StoreOptions(name: "animals", path: path), model: model)
    var insertion = RecordChanges()
    insertion.insert("Bird", [:])
    try engine.save(insertion)
    for entities in [["Animal", "Bird"], ["Bird", "Animal"]] {
      var changes = RecordChanges()
      for entity in entities {
        changes.change(
          1, of: entity, [entity == "Bird" ? "song" : "name": .text("\(entities)")])
      }
      try engine.save(changes)
      let row = try #require(try engine.row(1, of: "Bird"))
      #expect(row["name"] == .text("\(entities)"))
      #expect(row["song"] == .text("\(entities)"))
    }
    var changes = RecordChanges()
    changes.change(1, of: "Bird", ["song": .text("x")])
    changes.change(1, of: "Fish", ["water": .text("x")])
    #expect(throws: SwiftDataError.modelValidationFailure) { try engine.save(changes) }
  }

  /// A row changes through the parent entity that declares a relationship, and loses a member
  /// through its own entity.
  @Test func historyListsEachChangedRowOnce() throws {
    let model = ModelDescription(entities: [
      EntityDescription(
        name: "Item",
        properties: [
          .relationship(
            RelationshipDescription(name: "owner", destination: "Account", inverseName: "items"))
        ]),
      EntityDescription(
        name: "Account", parentName: "Item",
        properties: [
          .relationship(
            RelationshipDescription(
              name: "items", destination: "Item", inverseName: "owner", isToMany: true))
        ]),
    ])
    let path = folder.url.appendingPathComponent("accounts.store").path
    let engine = try RecordEngine(StoreOptions(name: "accounts", path: path), model: model)
    var insertion = RecordChanges()
    let accounts = (0..<2).map { _ in insertion.insert("Account", [:]) }
    let outcome = try engine.save(insertion)
    let keys = try accounts.map { try key(outcome, $0) }
    for owner in [keys[0], keys[1]] {
      var changes = RecordChanges()
      changes.change(keys[0], of: "Account", ["owner": .row(owner)])
      try engine.save(changes)
    }
    let told = try SQLiteConnection(path: path, mode: .readOnly).rows(
      """
      SELECT ZENTITYPK, ZCHANGETYPE, ZCOLUMNS FROM ACHANGE \
      WHERE ZTRANSACTIONID = (SELECT MAX(Z_PK) FROM ATRANSACTION) ORDER BY ZENTITYPK
      """)
    // Bits of the owner's changed columns, and of the items'.
    #expect(told.first == [.integer(keys[0]), .integer(1), .blob(Data([0b1100_0000]))])
    #expect(Set(told.map { $0[0] }).count == told.count)
  }

  /// A row that loses several related rows in one save is changed once.
  @Test func versionsAreRaisedOncePerSave() throws {
    var changes = RecordChanges()
    let people = ["A", "B"].map { changes.insert("Author", ["name": .text($0)]) }
    changes.change(people[0], of: "Author", ["partner": .row(people[1])])
    let outcome = try engine.save(changes)
    let keys = try people.map { try key(outcome, $0) }
    let version = try engine.row(keys[0], of: "Author")?.version ?? 0
    var more = RecordChanges()
    more.change(keys[0], of: "Author", ["name": .text("C")])
    more.delete([keys[1]], of: "Author")
    try engine.save(more)
    let row = try #require(try engine.row(keys[0], of: "Author"))
    #expect(row["partner"] == .null)
    #expect(row.version == version + 1)
  }

  @Test func pairsAreOneToOne() throws {
    var changes = RecordChanges()
    let people = ["A", "B", "C"].map { changes.insert("Author", ["name": .text($0)]) }
    changes.change(people[0], of: "Author", ["partner": .row(people[1])])
    let outcome = try engine.save(changes)
    let keys = try people.map { try key(outcome, $0) }
    #expect(try engine.row(keys[1], of: "Author")?["partner"] == .row(keys[0]))
    var others = RecordChanges()
    others.change(keys[2], of: "Author", ["partner": .row(keys[1])])
    try engine.save(others)
    #expect(try engine.row(keys[0], of: "Author")?["partner"] == .null)
    #expect(try engine.row(keys[1], of: "Author")?["partner"] == .row(keys[2]))
    #expect(try engine.row(keys[2], of: "Author")?["partner"] == .row(keys[1]))
  }

  @Test func deleteRulesAreApplied() throws {
    var changes = RecordChanges()
    let author = changes.insert("Author", ["name": .text("A")])
    let book = changes.insert("Book", ["title": .text("1"), "author": .row(author)])
    let tag = changes.insert("Tag", ["label": .text("x")])
    changes.relate(tag, of: "Tag", "books", to: [book])
    let outcome = try engine.save(changes)
    let gone = try engine.delete([key(outcome, author)], of: "Author", author: "me")
    #expect(Set(gone.deleted.map(\.entity)) == ["Author", "Book"])
    #expect(try engine.count("Book") == 0)
    #expect(try engine.members(of: key(outcome, tag), "Tag", "books") == [])
    let last = try #require(try engine.history().last)
    #expect(last.author == "me")
    let deletion = try #require(last.changes.first { $0.entity == "Book" })
    #expect(deletion.kind == .deletion)
    #expect(deletion.tombstone == ["title": .text("1")])
  }

  @Test func equalUniqueValuesAreUpserted() throws {
    var changes = RecordChanges()
    let first = changes.insert("Author", ["name": .text("A")])
    let key = try key(engine.save(changes), first)
    var again = RecordChanges()
    let second = again.insert(
      "Author", ["name": .text("A"), "born": .date(Date(timeIntervalSinceReferenceDate: 1))])
    let book = again.insert("Book", ["title": .text("1"), "author": .row(second)])
    let outcome = try engine.save(again)
    #expect(outcome.keys[second] == key)
    #expect(outcome.upserted == [second])
    #expect(try engine.count("Author") == 1)
    #expect(try engine.row(#require(outcome.keys[book]), of: "Book")?["author"] == .row(key))
    // A row whose new unique value belongs to another row replaces that row.
    var third = RecordChanges()
    let other = third.insert("Author", ["name": .text("B")])
    let otherKey = try self.key(engine.save(third), other)
    var taking = RecordChanges()
    taking.change(otherKey, of: "Author", ["name": .text("A")])
    let taken = try engine.save(taking)
    // Including the rows that its delete rules cascade to.
    let books = try #require(outcome.keys[book])
    #expect(
      taken.deleted == [.init(entity: "Author", keys: [key]), .init(entity: "Book", keys: [books])])
    #expect(try engine.rows(RecordQuery("Author")).map(\.key) == [otherKey])
  }

  @Test func missingRowsAreReported() throws {
    var changes = RecordChanges()
    changes.change(77, of: "Book", ["title": .text("x")])
    #expect(try engine.save(changes).missing == [.init(entity: "Book", keys: [77])])
  }

  @Test func invalidChangesAreReported() throws {
    func failure(_ body: (inout RecordChanges) -> Void) -> SwiftDataError? {
      var changes = RecordChanges()
      body(&changes)
      do {
        try engine.save(changes)
        return nil
      } catch { return error as? SwiftDataError }
    }
    func text(_ error: SwiftDataError?) -> String { error.map { "\($0)" } ?? "" }
    let unknown = failure { $0.insert("Nobody", [:]) }
    #expect(unknown == .unknownSchema)
    #expect(text(unknown).contains("Author, Book, Copy, Tag"))
    let property = failure { $0.insert("Tag", ["lable": .text("x")]) }
    #expect(property == .unsupportedKeyPath)
    #expect(text(property).contains("books, label"))
    let type = failure { $0.insert("Tag", ["label": .integer(1)]) }
    #expect(type == .valueCannotBeStored)
    #expect(text(type).contains("an integer, because it contains a text"))
    let range = failure {
      $0.insert("Book", ["title": .text("x"), "pages": .integer(40_000)])
    }
    #expect(range == .valueCannotBeStored)
    let missing = failure { $0.insert("Tag", [:]) }
    #expect(missing == .modelValidationFailure)
    #expect(text(missing).contains("Tag.label"))
    let many = failure { $0.insert("Tag", ["label": .text("x"), "books": .row(1)]) }
    #expect(many == .unsupportedKeyPath)
    #expect(try engine.count("Tag") == 0)
    #expect(try engine.history().isEmpty)
  }

  /// A save that is refused after writing leaves nothing behind, and can be corrected.
  @Test func failedSavesWriteNothing() throws {
    var changes = RecordChanges()
    let tag = changes.insert("Tag", ["label": .text("x")])
    let book = changes.insert(
      "Book", ["title": .text("1"), "cover": .data(Data(repeating: 1, count: 300_000))])
    changes.relate(tag, of: "Tag", "books", to: [book])
    let copy = changes.insert("Copy", ["place": .text("here")])
    #expect(throws: SwiftDataError.modelValidationFailure) { try engine.save(changes) }
    for entity in ["Tag", "Book", "Copy"] { #expect(try engine.count(entity) == 0) }
    #expect(try engine.history().isEmpty)
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.url.path)
    #expect(!files.contains { UUID(uuidString: ($0 as NSString).lastPathComponent) != nil })
    changes.change(copy, of: "Copy", ["book": .row(book)])
    let outcome = try engine.save(changes)
    #expect(
      try engine.row(key(outcome, copy), of: "Copy")?["book"] == .row(key(outcome, book)))
  }

  @Test func twoWritersTakeTurns() throws {
    let other = try RecordModels.open(folder)
    var keys: Set<Int64> = []
    for number in 0..<40 {
      let writer = number.isMultiple(of: 2) ? engine : other
      var changes = RecordChanges(author: number.isMultiple(of: 2) ? "even" : "odd")
      let tag = changes.insert("Tag", ["label": .text("\(number)")])
      for key in keys.prefix(2) { changes.change(key, of: "Tag", ["label": .text("\(number)")]) }
      keys.insert(try key(writer.save(changes), tag))
    }
    #expect(keys.count == 40)
    #expect(try engine.rows(RecordQuery("Tag")) == other.rows(RecordQuery("Tag")))
    #expect(try engine.history().map(\.author) == (0..<40).map { $0 % 2 == 0 ? "even" : "odd" })
    // One engine changes a row that the other deleted.
    let gone = try #require(keys.first)
    try engine.delete([gone], of: "Tag")
    var late = RecordChanges()
    late.change(gone, of: "Tag", ["label": .text("late")])
    #expect(try other.save(late).missing == [.init(entity: "Tag", keys: [gone])])
  }

  /// Rows of two entities alternate, and refer to each other.
  @Test func rowsMayComeInAnyOrder() throws {
    var changes = RecordChanges()
    var pairs: [(author: Int64, book: Int64)] = []
    for number in 0..<300 {
      let author = changes.insert("Author", ["name": .text("\(number)")])
      let book = changes.insert("Book", ["title": .text("\(number)"), "author": .row(author)])
      pairs.append((author, book))
    }
    let outcome = try engine.save(changes)
    for (number, pair) in pairs.enumerated() {
      let book = try #require(try engine.row(key(outcome, pair.book), of: "Book"))
      #expect(book["author"] == .row(try key(outcome, pair.author)))
      #expect(book["title"] == .text("\(number)"))
    }
  }

  @Test func largeNumbersOfRowsAreStreamed() throws {
    var changes = RecordChanges()
    for number in 0..<20_000 { changes.insert("Tag", ["label": .text("\(number)")]) }
    let outcome = try engine.save(changes)
    #expect(outcome.keys.count == 20_000)
    var seen = 0
    try engine.forEachRow(RecordQuery("Tag", after: 100, limit: 15_000)) { row in
      seen += 1
      #expect(row.key == Int64(100 + seen))
    }
    #expect(seen == 15_000)
  }

  /// A row is addressed by the entity that declares a relationship, which may be a parent entity.
  @Test func inheritedAndOwnRelationshipsChangeTogether() throws {
    func toMany(_ name: String, _ destination: String, _ inverse: String) -> PropertyDescription {
      .relationship(
        RelationshipDescription(
          name: name, destination: destination, inverseName: inverse, isToMany: true))
    }
    let model = ModelDescription(entities: [
      EntityDescription(name: "Person", properties: [toMany("friends", "Person", "friends")]),
      EntityDescription(
        name: "Author", parentName: "Person", properties: [toMany("works", "Work", "authors")]),
      EntityDescription(
        name: "Editor", parentName: "Person", properties: [toMany("works", "Work", "editors")]),
      EntityDescription(
        name: "Work",
        properties: [toMany("authors", "Author", "works"), toMany("editors", "Editor", "works")]),
    ])
    let path = folder.url.appendingPathComponent("people.store").path
    let engine = try RecordEngine(StoreOptions(name: "people", path: path), model: model)
    var rows = RecordChanges()
    let names = ["Person", "Author", "Editor", "Work"].map { rows.insert($0, [:]) }
    let outcome = try engine.save(rows)
    let keys = try names.map { try key(outcome, $0) }
    var changes = RecordChanges()
    changes.relate(keys[0], of: "Person", "friends", to: [keys[1], keys[2]])
    changes.relate(keys[1], of: "Author", "works", to: [keys[3]])
    changes.relate(keys[2], of: "Editor", "works", to: [keys[3]])
    try engine.save(changes)
    #expect(try engine.members(of: keys[1], "Author", "friends") == [keys[0]])
    #expect(try engine.members(of: keys[3], "Work", "authors") == [keys[1]])
    #expect(try engine.members(of: keys[3], "Work", "editors") == [keys[2]])
    // No row belongs to both entities, though changes may name both.
    var wrong = RecordChanges()
    wrong.change(keys[1], of: "Author", [:])
    wrong.relate(keys[1], of: "Editor", "works", to: [keys[3]])
    wrong.relate(keys[1], of: "Author", "works", to: [])
    #expect(throws: SwiftDataError.modelValidationFailure) { try engine.save(wrong) }
    #expect(try engine.members(of: keys[1], "Author", "works") == [keys[3]])
    #expect(try engine.members(of: keys[3], "Work", "editors") == [keys[2]])
  }
}
