import DataSchema
import Foundation
import RecordStore
import SQLCore
import SQLiteDriver
import SwiftDataErrors
import Testing

/// Values that expressions in a file compute are limited in proportion to the file.
@Suite("Expressions of files")
struct FileExpressionTests {
  private let folder: TemporaryFolder
  private var path: String { folder.url.appendingPathComponent("library.store").path }

  init() throws { folder = try TemporaryFolder() }

  private static let large = "zeroblob(900000000)"
  private static let trigger =
    "CREATE TRIGGER T AFTER INSERT ON ZBOOK BEGIN UPDATE ZBOOK SET ZPAGES = 7 "
    + "WHERE Z_PK = NEW.Z_PK; END"

  /// The name of an object, and the statements that add it.
  private static let programs: [(name: String, statements: [String])] = [
    ("table “ZBOOK”", rewriting("ZPAGES INTEGER CHECK (length(\(large)) > 0)")),
    ("table “ZBOOK”", rewriting("ZPAGES INTEGER/**/check/**/(length(\(large)) > 0)")),
    ("table “ZBOOK”", rewriting("ZPAGES INTEGER, ZX TEXT DEFAULT (\(large))")),
    (
      "table “ZBOOK”",
      ["ALTER TABLE ZBOOK ADD COLUMN ZX TEXT AS (\(large))", "CREATE INDEX IX ON ZBOOK (ZX)"]
    ),
    ("index “IX”", ["CREATE INDEX IX ON ZBOOK (ZPAGES) WHERE length(\(large)) > 0"]),
    ("index “IX”", ["CREATE INDEX IX ON ZBOOK (length(zeroblob(900000000 + ZPAGES)))"]),
    (
      "trigger “T”",
      ["CREATE TRIGGER T AFTER INSERT ON ZBOOK BEGIN SELECT length(\(large)); END"]
    ),
  ]

  /// Statements that declare a column of the book table differently.
  private static func rewriting(_ column: String) -> [String] {
    [
      "PRAGMA writable_schema = ON",
      "UPDATE sqlite_master SET sql = replace(sql, 'ZPAGES INTEGER', "
        + "'\(column.replacingOccurrences(of: "'", with: "''"))') WHERE name = 'ZBOOK'",
    ]
  }

  private func add(_ statements: [String]) throws {
    _ = try RecordModels.open(folder)
    let connection = try SQLiteConnection(path: path, mode: .readWrite)
    for statement in statements { try connection.run(statement) }
  }

  private func book(_ title: String) -> RecordChanges {
    var changes = RecordChanges()
    changes.insert("Book", ["title": .text(title), "pages": .integer(1)])
    return changes
  }

  @Test(arguments: programs.indices)
  func computedValuesAreLimitedByTheSizeOfTheFile(_ number: Int) throws {
    let (name, statements) = Self.programs[number]
    try add(statements)
    let engine = try RecordModels.open(folder)
    let error = #expect(throws: SwiftDataError.storeIsReadOnly) { try engine.save(book("A")) }
    let text = error.map { "\($0)" } ?? ""
    #expect(text.contains(name), "\(text)")
    #expect(text.contains("too large for the size of the file"), "\(text)")
    // Other rows can be read and changed.
    #expect(try engine.rows(RecordQuery("Book")).isEmpty)
    var others = RecordChanges()
    others.insert("Tag", ["label": .text("A")])
    try engine.save(others)
    #expect(try engine.rows(RecordQuery("Tag")).count == 1)
  }

  @Test func computedValuesOfViewsAreLimited() throws {
    try add(["CREATE VIEW V AS SELECT length(\(Self.large)) AS A"])
    let location = StoreLocation(StoreOptions(name: "library", path: path))
    for isWritable in [false, true] {
      let connection = try location.connect(writable: isWritable)
      let error = #expect(throws: SQLError.self) { try connection.rows("SELECT A FROM V") }
      #expect(error?.kind == .programValueIsTooLarge)
      #expect(error?.message.contains("view “V”") == true)
    }
  }

  /// `printf` returns NULL instead of an error.
  @Test func printedTextsAreLimited() throws {
    let text = "printf('%.*c', 900000000, 'x')"
    try add(["CREATE INDEX IX ON ZBOOK (Z_PK) WHERE length(\(text)) > 0"])
    let connection = try StoreLocation(StoreOptions(name: "library", path: path))
      .connect(writable: true)
    #expect(try connection.rows("SELECT \(text)") == [[.null]])
    let engine = try RecordModels.open(folder)
    try engine.save(book("A"))
    #expect(try engine.rows(RecordQuery("Book")).count == 1)
  }

  /// SQLite checks that an object's type matches its statement.
  @Test func triggersThatPretendToBeTablesAreRefused() throws {
    try add([
      Self.trigger, "PRAGMA writable_schema = ON",
      "UPDATE sqlite_master SET type = 'table' WHERE name = 'T'",
    ])
    #expect(throws: SwiftDataError.storeIsCorrupt) { try RecordModels.open(folder) }
  }

  @Test func largeValuesAreSavedToAFileWithTriggers() throws {
    try add([Self.trigger])
    let engine = try RecordModels.open(folder)
    for length in [100_000, 3_000_000, 20_000_000] {
      let title = String(repeating: "x", count: length)
      try engine.save(book(title))
      let rows = try engine.rows(RecordQuery("Book"))
      #expect(rows.contains { $0["title"] == .text(title) && $0["pages"] == .integer(7) })
    }
  }

  /// Rows of an unfinished transaction are not in the file.
  @Test func unsavedRowsAreReadInTheirTransaction() throws {
    try add([Self.trigger])
    let connection = try StoreLocation(StoreOptions(name: "library", path: path))
      .connect(writable: true)
    try connection.execute("BEGIN IMMEDIATE")
    for key in 1...20 {
      let title = String(repeating: "x", count: 100_000)
      try connection.run(
        "INSERT INTO ZBOOK (Z_PK, Z_ENT, Z_OPT, ZTITLE) VALUES (?, 2, 1, ?)",
        [.integer(Int64(key)), .text(title)])
    }
    try connection.run("UPDATE ZBOOK SET ZTITLE = ZTITLE || ZTITLE")
    #expect(
      try connection.rows("SELECT MIN(length(ZTITLE)) FROM ZBOOK") == [[.integer(200_000)]])
    try connection.execute("COMMIT")
  }

  @Test func largeValuesOfOtherProgramsAreRead() throws {
    try add([Self.trigger])
    let engine = try RecordModels.open(folder)
    #expect(try engine.rows(RecordQuery("Book")).isEmpty)
    try SQLiteConnection(path: path, mode: .readWrite).run(
      "INSERT INTO ZBOOK (Z_PK, Z_ENT, Z_OPT, ZTITLE) "
        + "VALUES (1, 2, 1, printf('%.*c', 20000000, 'x'))")
    guard case .text(let title) = try engine.rows(RecordQuery("Book")).first?["title"] else {
      Issue.record("The book was not read.")
      return
    }
    #expect(title.utf8.count == 20_000_000)
  }

  @Test func tablesOfTheLibraryHaveNoExpressions() throws {
    _ = try RecordModels.open(folder)
    let connection = try StoreLocation(StoreOptions(name: "library", path: path))
      .connect(writable: true)
    let programs = try SchemaPrograms(in: connection)
    #expect(programs.expressions == [])
    #expect(programs.foreign == [])
  }
}
