import CoreDataFormat
import DataSchema
import SQLCore
import SQLiteDriver
import Testing

@Suite("Tables of text indexes")
struct TextIndexTableTests {
  private let index = TextIndexTable(
    EntityTable(
      entityName: "Spot", entityNumber: 3, rootEntityName: "Spot", rootNumber: 3,
      descendantNumbers: [3], table: "ZSPOT"),
    columns: ["ZTITLE", "ZNOTES"], tokenizer: "unicode61 remove_diacritics 2")

  @Test func indexConsistsOfATableAndThreeTriggers() {
    let addition =
      "INSERT INTO OPENSWIFTDATA_TEXT_3_ZSPOT (rowid, ZTITLE, ZNOTES) "
      + "VALUES (NEW.Z_PK, NEW.ZTITLE, NEW.ZNOTES); "
    let removal =
      "INSERT INTO OPENSWIFTDATA_TEXT_3_ZSPOT (OPENSWIFTDATA_TEXT_3_ZSPOT, rowid, ZTITLE, ZNOTES) "
      + "VALUES ('delete', OLD.Z_PK, OLD.ZTITLE, OLD.ZNOTES); "
    #expect(
      index.definitions.map(\.text) == [
        "CREATE VIRTUAL TABLE OPENSWIFTDATA_TEXT_3_ZSPOT USING fts5(ZTITLE, ZNOTES, "
          + "content='ZSPOT', content_rowid='Z_PK', tokenize='unicode61 remove_diacritics 2')",
        "CREATE TRIGGER OPENSWIFTDATA_TEXT_3_ZSPOT_INSERT AFTER INSERT ON ZSPOT "
          + "BEGIN \(addition)END",
        "CREATE TRIGGER OPENSWIFTDATA_TEXT_3_ZSPOT_DELETE AFTER DELETE ON ZSPOT "
          + "BEGIN \(removal)END",
        "CREATE TRIGGER OPENSWIFTDATA_TEXT_3_ZSPOT_UPDATE AFTER UPDATE OF ZTITLE, ZNOTES, Z_PK "
          + "ON ZSPOT BEGIN \(removal)\(addition)END",
      ])
  }

  /// SQLite doubles a quotation mark even before a combining accent; Swift sees both as another
  /// character.
  @Test func triggersAreRecognizedByTheirText() throws {
    let index = TextIndexTable(
      EntityTable(
        entityName: "Spot", entityNumber: 3, rootEntityName: "Spot", rootNumber: 3,
        descendantNumbers: [3], table: "ZSPOT"),
      columns: ["Z\"\u{301}A", "Z\"\"B"], tokenizer: "unicode61")
    let connection = try SQLiteConnection(path: "", mode: .inMemory)
    let columns = index.columns.map { SQLDialect.sqlite.quoted($0) }.joined(separator: ", ")
    try connection.execute("CREATE TABLE ZSPOT (Z_PK INTEGER PRIMARY KEY, \(columns))")
    for definition in index.definitions { try connection.execute(definition.text) }
    let objects = try connection.rows(IndexTriggers.list)
    let kinds = IndexTriggers(objects)
    for object in objects where object[0].text == "trigger" {
      #expect(kinds.kind(of: object) == .text, "\(object)")
    }
    #expect(objects.count { $0[0].text == "trigger" } == 3)
  }

  @Test func definitionsMatchTheListOfSQLite() throws {
    let connection = try SQLiteConnection(path: "", mode: .inMemory)
    try connection.execute("CREATE TABLE ZSPOT (Z_PK INTEGER PRIMARY KEY, ZTITLE, ZNOTES)")
    try connection.execute("INSERT INTO ZSPOT VALUES (7, 'castle', NULL)")
    for definition in index.definitions { try connection.execute(definition.text) }
    try connection.execute(index.fillStatement)
    let rows = try connection.rows(TextIndexCatalog.list)
    for (name, text) in index.definitions {
      #expect(rows.contains { $0[1].text == name && $0[3].text == text }, "\(name)")
    }
    try connection.execute("UPDATE ZSPOT SET ZNOTES = 'old'")
    // Fails if the index differs from the rows; requires SQLite 3.42 or newer.
    let name = "\"\(index.name)\""
    try connection.execute("INSERT INTO \(name) (\(name), rank) VALUES ('integrity-check', 1)")
    for row in rows.sorted(by: { ($0[0].text ?? "") > ($1[0].text ?? "") }) {
      let statement = TextIndexCatalog.drop(
        type: row[0].text ?? "", name: row[1].text ?? "", text: row[3].text ?? "")
      if let statement { try connection.execute(statement) }
    }
    #expect(try connection.rows(TextIndexCatalog.list).isEmpty)
  }
}
