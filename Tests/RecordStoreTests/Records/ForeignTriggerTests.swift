import Foundation
import RecordStore
import SQLCore
import SQLiteDriver
import SampleStores
import SwiftDataErrors
import Testing

/// Triggers by which Core Data maintains derived values.
///
/// They call functions that only Core Data has.
@Suite("Triggers of Core Data's")
struct ForeignTriggerTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func connect(_ name: String) throws -> SQLiteConnection {
    try SQLiteConnection(
      path: folder.url.appendingPathComponent(name).path, mode: .readWrite)
  }

  /// Stores a book count in an author's city, maintained as Core Data maintains derived attributes.
  private func openWithTriggers(calling function: String) throws -> RecordEngine {
    _ = try RecordModels.open(folder)
    let connection = try connect("library.store")
    for (event, row) in [("INSERT", "NEW"), ("UPDATE OF ZAUTHOR", "NEW"), ("DELETE", "OLD")] {
      try connection.run(
        """
        CREATE TRIGGER "ZT_ZAUTHOR_ZCITY_ZBOOK_\(event)" AFTER \(event) ON ZBOOK FOR EACH ROW BEGIN \
        UPDATE ZAUTHOR SET ZCITY = (SELECT COUNT(Z_PK) FROM ZBOOK WHERE ZAUTHOR = \(row).ZAUTHOR) \
        WHERE Z_PK = \(row).ZAUTHOR; \
        SELECT \(function)('ZAUTHOR', Z_ENT, Z_PK, 'ZCITY', ZCITY) FROM ZAUTHOR \
        WHERE Z_PK = \(row).ZAUTHOR; END
        """)
    }
    return try RecordModels.open(folder)
  }

  @Test(arguments: [
    "NSCoreDataTriggerUpdateAffectedObjectValue",
    "NSCoreDataDATriggerUpdatedAffectedObjectValue",
    "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue",
  ])
  func coreDataTriggersRunOnWrites(_ function: String) throws {
    let engine = try openWithTriggers(calling: function)
    func city(_ key: Int64) throws -> RecordValue? {
      try RecordModels.open(folder).row(key, of: "Author")?["place"]
    }
    var changes = RecordChanges()
    let author = changes.insert("Author", ["name": .text("A")])
    let books = (0..<2).map { changes.insert("Book", ["title": .text("\($0)")]) }
    changes.relate(author, of: "Author", "books", to: books)
    let outcome = try engine.save(changes)
    let key = try #require(outcome.keys[author])
    #expect(try city(key) == .composite(["city": .text("2"), "latitude": .null]))
    try engine.delete([try #require(outcome.keys[books[0]])], of: "Book")
    #expect(try city(key) == .composite(["city": .text("1"), "latitude": .null]))
  }

  /// Any result of an unknown function would be invented.
  @Test func triggersCallingUnknownFunctionsAreReported() throws {
    let engine = try openWithTriggers(calling: "NSCoreDataUnheardOf")
    var changes = RecordChanges()
    changes.insert("Book", ["title": .text("A")])
    let error = #expect(throws: SwiftDataError.storeIsReadOnly) { try engine.save(changes) }
    #expect("\(error.map { "\($0)" } ?? "")".contains("NSCoreDataUnheardOf"))
    #expect(try engine.rows(RecordQuery("Book")).isEmpty)
  }

  /// The library's functions are only for its own statements.
  @Test(arguments: [
    "swift_decimal_sum(NEW.ZPAGES)", "swift_add_unsigned(NEW.ZPAGES, 1)",
    "fts3_tokenizer('simple', X'4141414141414141')",
  ])
  func triggersCannotCallLibraryFunctions(_ call: String) throws {
    let engine = try RecordModels.open(folder)
    try connect("library.store").run(
      "CREATE TRIGGER T AFTER INSERT ON ZBOOK BEGIN SELECT \(call); END")
    var changes = RecordChanges()
    changes.insert("Book", ["title": .text("A")])
    let error = #expect(throws: SwiftDataError.storeIsReadOnly) { try engine.save(changes) }
    let name = call.prefix { $0 != "(" }
    #expect("\(error.map { "\($0)" } ?? "")".contains(name))
    #expect(try engine.rows(RecordQuery("Book")).isEmpty)
  }

  @Test(.enabled(if: SampleStores.isPresent, SampleStores.reason))
  func triggersKeepCountsInApplesStores() throws {
    let source = URL(fileURLWithPath: SampleStores.folder ?? "")
      .appendingPathComponent("photos-14/Photos.sqlite")
    let url = folder.url.appendingPathComponent("Photos.sqlite")
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: source.path + suffix, toPath: url.path + suffix)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o644], ofItemAtPath: url.path + suffix)
    }
    let connection = try connect("Photos.sqlite")
    // Persons and the number of their faces, as the triggers count them.
    let count = """
      SELECT Z_PK, ZFACECOUNT, (SELECT COUNT(*) FROM ZDETECTEDFACE WHERE ZPERSONFORFACE = P.Z_PK \
      AND ZHIDDEN = 0 AND ZASSETVISIBLE = 1 AND ZCENTERX <> 0) AS COUNTED FROM ZPERSON P \
      WHERE COUNTED > 0
      """
    let row = try #require(try connection.rows(count).first)
    let person = try #require(row[0] == .null ? nil : row[0])
    guard case .integer(let before) = row[1] else { throw CancellationError() }
    let face = try #require(
      try connection.rows(
        """
        SELECT Z_PK FROM ZDETECTEDFACE WHERE ZPERSONFORFACE = ? AND ZHIDDEN = 0 \
        AND ZASSETVISIBLE = 1 AND ZCENTERX <> 0
        """, [person]
      ).first?.first)
    guard case .integer(let key) = face else { throw CancellationError() }
    let engine = try RecordEngine(StoreOptions(name: "photos", path: url.path))
    var changes = RecordChanges()
    changes.change(key, of: "DetectedFace", ["hidden": .bool(true)])
    try engine.save(changes)
    let after = try connection.rows("SELECT ZFACECOUNT FROM ZPERSON WHERE Z_PK = ?", [person])
    #expect(after == [[.integer(before - 1)]])
    #expect(try connection.rows("PRAGMA integrity_check") == [[.text("ok")]])
  }
}
