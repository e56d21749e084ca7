import CoreDataFormat
import DataSchema
import Foundation
@testable import OpenSwiftData
import RecordStore
import SQLCore
import SQLiteDriver
import Testing

@Model
final class Parcel {
  #Index<Parcel>([\.weight], [\.city, \.weight])
  @Attribute(.unique) var code: String
  var city: String
  var weight: Double
  var isSent: Bool
  var sentAt: Date?
  var token: UUID
  var place: Coordinate
  var genre: Genre
  var content: Data?
  var price: Decimal
  var link: URL?

  init(code: String, city: String = "", weight: Double = 0) {
    self.code = code
    self.city = city
    self.weight = weight
    isSent = true
    token = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    place = Coordinate(latitude: 1.5, longitude: -2)
    genre = .essay
    price = 12.5
  }
}

@Suite("Tables on disk")
struct TablesOnDiskTests {
  private let store: TestStore
  private let context: ModelContext
  private let file: SQLiteConnection

  init() throws {
    store = try TestStore(.file, for: Parcel.self, Tally.self)
    context = store.makeContext()
    file = try SQLiteConnection(path: #require(store.url).path, mode: .readOnly)
  }

  private func texts(_ query: String) throws -> [String] {
    try file.rows(query).compactMap { $0[0].text }
  }

  private func row(_ columns: String) throws -> [SQLValue] {
    try #require(try file.rows("SELECT \(columns) FROM ZPARCEL").first)
  }

  /// The statements have the spelling that Core Data uses in its files.
  @Test func tablesAreMadeByCoreDatasStatements() throws {
    let tables = try texts("SELECT sql FROM sqlite_master WHERE type = 'table' AND name LIKE 'Z%'")
    #expect(
      Set(tables) == [
        "CREATE TABLE ZPARCEL ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, "
          + "ZISSENT INTEGER, ZLATITUDE FLOAT, ZLONGITUDE FLOAT, ZPRICE DECIMAL, "
          + "ZSENTAT TIMESTAMP, ZWEIGHT FLOAT, ZCITY VARCHAR, ZCODE VARCHAR, ZGENRE VARCHAR, "
          + "ZLINK VARCHAR, ZTOKEN BLOB, ZCONTENT BLOB )",
        "CREATE TABLE ZTALLY ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, "
          + "ZNUMBER INTEGER )",
        "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, "
          + "Z_MAX INTEGER)",
        "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), "
          + "Z_PLIST BLOB)",
        "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)",
      ])
  }

  @Test func tablesHaveCoreDatasIndexes() throws {
    let indexes = try texts(
      "SELECT sql FROM sqlite_master WHERE type = 'index' AND tbl_name LIKE 'Z%'")
    #expect(
      Set(indexes) == [
        "CREATE INDEX Z_Parcel_SwiftDataIndexOnBinaryweight ON ZPARCEL "
          + "(ZWEIGHT COLLATE BINARY ASC)",
        "CREATE INDEX Z_Parcel_SwiftDataIndexOnBinarycityweight ON ZPARCEL "
          + "(ZCITY COLLATE BINARY ASC, ZWEIGHT COLLATE BINARY ASC)",
        "CREATE UNIQUE INDEX Z_Parcel_UNIQUE_code ON ZPARCEL (ZCODE COLLATE BINARY ASC)",
      ])
  }

  @Test func tablesAreWhatTheFormatExpects() throws {
    let layout = try CoreDataLayout(model: Schema([Parcel.self, Tally.self]).modelDescription)
    let expected = try SchemaStatements(layout: layout).all
    #expect(try texts("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL") == expected)
  }

  @Test func databasesAreSetUpLikeCoreDatas() throws {
    #expect(try file.rows("PRAGMA auto_vacuum") == [[.integer(2)]])
    #expect(try file.rows("PRAGMA journal_mode") == [[.text("wal")]])
    #expect(try file.rows("PRAGMA page_size") == [[.integer(4096)]])
    #expect(try file.rows("PRAGMA encoding") == [[.text("UTF-8")]])
    #expect(try file.rows("PRAGMA user_version") == [[.integer(0)]])
  }

  @Test func keysAreCountedForEachEntity() throws {
    for number in 0..<3 { context.insert(Tally(number: number)) }
    context.insert(Parcel(code: "a"))
    try context.save()
    let rows = try file.rows(
      "SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT < 16000 ORDER BY Z_ENT")
    #expect(
      rows == [
        [.integer(1), .text("Parcel"), .integer(0), .integer(1)],
        [.integer(2), .text("Tally"), .integer(0), .integer(3)],
      ])
    #expect(
      try file.rows("SELECT Z_PK, Z_ENT, Z_OPT FROM ZTALLY ORDER BY Z_PK")
        == (1...3).map { [.integer($0), .integer(2), .integer(1)] })
  }

  @Test func rowsCountTheirWrites() throws {
    let parcel = Parcel(code: "a")
    context.insert(parcel)
    try context.save()
    #expect(try row("Z_OPT") == [.integer(1)])
    parcel.city = "b"
    parcel.weight = 2
    try context.save()
    #expect(try row("Z_OPT") == [.integer(2)])
    context.insert(Parcel(code: "a"))
    try context.save()
    #expect(try row("Z_OPT, Z_PK") == [.integer(3), .integer(1)])
  }

  @Test func columnsHoldValuesAsCoreDatasDo() throws {
    let parcel = Parcel(code: "a\u{0}ü", city: "", weight: 0.5)
    parcel.sentAt = Date(timeIntervalSinceReferenceDate: 1.25)
    parcel.content = Data([0, 255])
    parcel.link = URL(string: "https://example.org/x")
    context.insert(parcel)
    try context.save()
    #expect(
      try row("ZCODE, ZCITY, ZWEIGHT, ZISSENT, ZSENTAT, ZTOKEN")
        == [
          .text("a\u{0}ü"), .text(""), .real(0.5), .integer(1), .real(1.25),
          .blob(Data(1...16)),
        ])
    #expect(
      try row("ZLATITUDE, ZLONGITUDE, ZGENRE, ZCONTENT, ZLINK, ZPRICE")
        == [
          .real(1.5), .real(-2), .text("an essay"), .blob(Data([0, 255])),
          .text("https://example.org/x"), .real(12.5),
        ])
    parcel.sentAt = nil
    parcel.content = nil
    parcel.link = nil
    parcel.isSent = false
    try context.save()
    #expect(try row("ZSENTAT, ZCONTENT, ZLINK, ZISSENT") == [.null, .null, .null, .integer(0)])
  }

  @Test func metadataDescribesTheStore() throws {
    let rows = try file.rows("SELECT Z_VERSION, Z_UUID, Z_PLIST FROM Z_METADATA")
    try #require(rows.count == 1)
    #expect(rows[0][0] == .integer(1))
    let identifier = try #require(rows[0][1].text)
    #expect(UUID(uuidString: identifier)?.uuidString == identifier)
    let parcel = Parcel(code: "a")
    context.insert(parcel)
    try context.save()
    #expect(parcel.persistentModelID.storeIdentifier == identifier)
    let list = try #require(rows[0][2].blob)
    let plist = try #require(
      try PropertyListSerialization.propertyList(from: list, format: nil) as? [String: Any])
    let model = Schema([Parcel.self, Tally.self]).modelDescription
    let hashes = try #require(plist["NSStoreModelVersionHashes"] as? [String: Data])
    #expect(hashes == model.versionHashes)
    #expect(hashes.count == 2)
    #expect(hashes.values.allSatisfy { $0.count == 32 })
    #expect(
      plist["NSStoreModelVersionHashesDigest"] as? String
        == ModelDescription.versionHashesDigest(of: hashes))
    #expect(
      plist["NSStoreModelVersionChecksumKey"] as? String
        == ModelDescription.versionChecksum(of: hashes))
    #expect(plist["NSStoreType"] as? String == "SQLite")
    #expect(plist["NSStoreModelVersionHashesVersion"] as? Int == 3)
    #expect(plist["NSStoreModelVersionIdentifiers"] as? [String] == ["1.0.0"])
    #expect(plist["_NSAutoVacuumLevel"] as? String == "2")
  }

  /// SQLite's query plan for the fetch.
  private func plan(_ descriptor: FetchDescriptor<Parcel>) throws -> String {
    let binding = try context.core.bindings.binding(for: Parcel.self)
    let fetch = try FetchStatement.plan(descriptor, binding, SpatialIndexes())
    let statement = SQLDialect.sqlite.render(
      try fetch.rows().selectStatement(range: fetch.range))
    let connection = try context.recordSession(binding.store).connection
    return try connection.rows("EXPLAIN QUERY PLAN \(statement.text)", statement.values)
      .compactMap { $0[3].text }.joined(separator: "\n")
  }

  @Test func fetchesUseTheIndexes() throws {
    let byCode = try plan(FetchDescriptor(predicate: #Predicate { $0.code == "a" }))
    #expect(byCode.contains("USING INDEX Z_Parcel_UNIQUE_code"), "\(byCode)")
    let byWeight = try plan(
      FetchDescriptor(
        predicate: #Predicate { $0.weight > 2 && $0.weight < 3 },
        sortBy: [SortDescriptor(\.weight)]))
    #expect(byWeight.contains("USING INDEX Z_Parcel_SwiftDataIndexOnBinaryweight"), "\(byWeight)")
    #expect(!byWeight.contains("TEMP B-TREE"), "\(byWeight)")
    let byBoth = try plan(
      FetchDescriptor(
        predicate: #Predicate { $0.city == "x" }, sortBy: [SortDescriptor(\.weight)]))
    #expect(
      byBoth.contains("USING INDEX Z_Parcel_SwiftDataIndexOnBinarycityweight"), "\(byBoth)")
    #expect(!byBoth.contains("TEMP B-TREE"), "\(byBoth)")
  }

  @Test func tablesAreSoundAfterManyKindsOfSaves() throws {
    for number in 0..<200 { context.insert(Parcel(code: "\(number)", weight: Double(number))) }
    try context.save()
    for parcel in try context.fetch(FetchDescriptor<Parcel>()) where parcel.weight > 100 {
      if parcel.weight > 150 { context.delete(parcel) } else { parcel.city = "changed" }
    }
    try context.save()
    #expect(try file.rows("PRAGMA integrity_check") == [[.text("ok")]])
    #expect(try file.rows("SELECT COUNT(*) FROM ZPARCEL") == [[.integer(151)]])
  }
}
