import CoreDataFormat
import DataSchema
import Foundation
import RecordStore
import SampleStores
import StoreTool
import Testing

/// Stores that made commands run forever, use all memory or trap, and similar ones.
@Suite("Examples of hostile stores")
struct HostileExampleTests {
  private let store: HostileStore

  init() throws { store = try HostileStore(.own) }

  private func damaged(_ statements: String...) throws -> String {
    let path = try store.copy()
    let database = try TestDatabase(path: path)
    for statement in statements { try database.execute(statement) }
    return path
  }

  /// Runs every reading command on a store, each in its own process.
  private func complaints(_ path: String) throws -> [String] {
    let lines = HostileUse(store, path).readingLines(entity: "Book", rows: "json", schema: "json")
    return try Set(lines).sorted { $0.description < $1.description }
      .compactMap { try BoundedTool.complaint($0) }
  }

  @Test(arguments: [
    "Z_METADATA", "Z_PRIMARYKEY", "ZBOOK", "ZPERSON", "ACHANGE", "ATRANSACTION",
    "ATRANSACTIONSTRING", "Z_1TAGS", "Z_MODELCACHE", "OPENSWIFTDATA_ORDER",
  ])
  func viewsInThePlaceOfTablesAreRefused(_ table: String) throws {
    let path = try store.copy()
    let database = try TestDatabase(path: path)
    let columns = try database.strings("SELECT name FROM pragma_table_info('\(table)')")
    try database.execute("ALTER TABLE \(table) RENAME TO SET_ASIDE")
    try database.execute(HostileTables.endlessView(table, columns))
    let run = ToolRun("info", path)
    #expect(run.status == .cannotOpen)
    #expect(run.messages.contains("because \(table) is a view instead of a table"))
    #expect(try complaints(path) == [])
  }

  @Test func additionalViewsAreHarmless() throws {
    let path = try damaged("CREATE VIEW ZMINE AS SELECT ZTITLE FROM ZBOOK")
    #expect(ToolRun("query", path, "Book", "--count").output == "2\n")
  }

  @Test func computedColumnsAreRefused() throws {
    let path = try damaged(
      "ALTER TABLE ZBOOK DROP COLUMN ZKEYWORDS",
      "ALTER TABLE ZBOOK ADD COLUMN ZKEYWORDS AS (zeroblob(900000000))")
    let run = ToolRun("info", path)
    #expect(run.status == .cannotOpen)
    #expect(
      run.messages.contains("the column ZKEYWORDS of its table ZBOOK is a generated column"))
    #expect(try complaints(path) == [])
  }

  /// Also tests computed columns that belong to no property.
  @Test func computedColumnsOfJoinTablesAreRefused() throws {
    let path = try damaged(
      "DROP TABLE Z_2FRIENDS",
      "CREATE TABLE Z_2FRIENDS (Z_2FRIENDS INTEGER, REFLEXIVE AS (zeroblob(900000000)))",
      "INSERT INTO Z_2FRIENDS (Z_2FRIENDS) VALUES (1), (2)")
    let run = ToolRun("info", path)
    #expect(run.status == .cannotOpen)
    #expect(
      run.messages.contains("the column REFLEXIVE of its table Z_2FRIENDS is a generated column"))
    #expect(try complaints(path) == [])
  }

  @Test func endlessTriggersPreventWriting() throws {
    let path = try damaged(
      "CREATE VIEW MINE AS WITH RECURSIVE C(X) AS (SELECT 1 UNION ALL SELECT X + 1 FROM C) "
        + "SELECT X FROM C",
      "CREATE TRIGGER T AFTER INSERT ON ZTAG BEGIN "
        + "UPDATE ZTAG SET ZLABEL = (SELECT SUM(X) FROM MINE); END",
      "UPDATE Z_PRIMARYKEY SET Z_MAX = 0 WHERE Z_NAME = 'Book'")
    for line in [
      ["import", path, store.exports[0]], ["repair", path, "--backup", store.folder.path("saved")],
    ] {
      let run = try BoundedTool.run(line, megabytes: 300)
      #expect(run.hasExited)
      #expect(run.status >= ExitStatus.cannotOpen.rawValue)
      #expect(run.messages.contains("\(path) cannot be changed safely"))
      #expect(run.messages.contains("its trigger T reads the view MINE"))
    }
    #expect(ToolRun("query", path, "Tag", "--count").output == "1\n")
  }

  /// A sparse file uses no disk space.
  @Test func externalFilesLargerThanMemoryAreNotRead() throws {
    let path = try store.copy()
    let external = ExternalFolder(ofStoreAt: path).path
    try FileManager.default.createDirectory(atPath: external, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: external) }
    let name = try #require(ExternalFolder(ofStoreAt: store.path).contents().files.first)
    let file = "\(external)/\(name.uuidString)"
    try Data().write(to: URL(fileURLWithPath: file))
    #expect(truncate(file, 1 << 40) == 0)
    let run = try BoundedTool.run(
      ["export", path, "--output", store.folder.path("export")], megabytes: 300)
    #expect(run.status == ExitStatus.different.rawValue)
    #expect(run.messages.contains("1 row names a file that is missing"))
  }

  /// Many rows that refer to the same file use as much memory as one.
  @Test func rowsThatNameOneFileAreReadOneByOne() throws {
    let path = try damaged(
      "UPDATE ZBOOK SET ZCOVER = (SELECT ZCOVER FROM ZBOOK WHERE Z_PK = 1)",
      """
      WITH RECURSIVE C(X) AS (SELECT 10 UNION ALL SELECT X + 1 FROM C WHERE X < 50) \
      INSERT INTO ZBOOK (Z_PK, Z_ENT, Z_OPT, ZCOVER) \
      SELECT X, B.Z_ENT, 1, B.ZCOVER FROM C JOIN ZBOOK AS B ON B.Z_PK = 1
      """)
    let external = ExternalFolder(ofStoreAt: path).path
    try FileManager.default.createDirectory(atPath: external, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: external) }
    let name = try #require(ExternalFolder(ofStoreAt: store.path).contents().files.first)
    let file = "\(external)/\(name.uuidString)"
    try Data().write(to: URL(fileURLWithPath: file))
    #expect(truncate(file, 8 << 20) == 0)
    let export = store.folder.path("export")
    let run = try BoundedTool.run(["export", path, "--output", export], megabytes: 100)
    #expect(run.hasExited, "\(run.messages)")
    #expect(run.status == 0, "\(run.messages)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(export)/files").count == 43)
  }

  /// Decimals as text, with exponents that exceed any arithmetic.
  @Test(arguments: ["10e9223372036854775807", "0.1e-9223372036854775808", "1e1000001"])
  func decimalsWithAnyExponentAreRead(_ text: String) throws {
    let path = try damaged(
      "ALTER TABLE ZBOOK DROP COLUMN ZPRICE", "ALTER TABLE ZBOOK ADD COLUMN ZPRICE TEXT",
      "UPDATE ZBOOK SET ZPRICE = '\(text)'")
    let run = ToolRun(
      "query", path, "Book", "--columns", "price", "--format", "jsonl", "--limit", "1")
    #expect(run.output == "{\"price\":\"\(text)\"}\n")
    #expect(
      ToolRun("query", path, "Book", "--where", "price > 1", "--sort", "price").status == .good)
  }

  @Test func queriesOfLongTextsUseBoundedMemory() throws {
    let path = try damaged(
      "UPDATE ZBOOK SET ZTITLE = printf('%.*c', 1000000, 'x') WHERE Z_PK = 1",
      """
      WITH RECURSIVE C(X) AS (SELECT 10 UNION ALL SELECT X + 1 FROM C WHERE X < 400) \
      INSERT INTO ZBOOK (Z_PK, Z_ENT, Z_OPT, ZTITLE) \
      SELECT X, B.Z_ENT, 1, 'a' FROM C JOIN ZBOOK AS B ON B.Z_PK = 1
      """)
    #expect(
      try BoundedTool.complaint(["query", path, "Book", "--limit", "400"], megabytes: 100) == nil)
  }

  /// Models in this library's format, so large that work on each pair would not end.
  static let giants: [(String, ModelDescription)] = {
    func attribute(_ name: String) -> PropertyDescription {
      .attribute(AttributeDescription(name: name, type: .string))
    }
    // The names differ only in case, so that all columns would have the same name.
    let names = (0..<1 << 13).map { number in
      String((0..<13).map { number >> $0 & 1 == 0 ? "a" : "A" })
    }
    let chain = (0..<12_000).map {
      EntityDescription(name: "E\($0)", parentName: $0 > 0 ? "E\($0 - 1)" : nil)
    }
    let ring = (0..<12_000).map {
      EntityDescription(name: "E\($0)", parentName: "E\(($0 + 1) % 12_000)")
    }
    return [
      ("chain", ModelDescription(entities: chain)), ("ring", ModelDescription(entities: ring)),
      (
        "columns",
        ModelDescription(entities: [EntityDescription(name: "E", properties: names.map(attribute))])
      ),
      (
        "brothers",
        ModelDescription(
          entities: [EntityDescription(name: "E")]
            + (0..<12_000).map { EntityDescription(name: "F\($0)", parentName: "E") })
      ),
    ]
  }()

  @Test(arguments: giants.map(\.0))
  func modelsOfAnySizeAreReadOrRefused(_ name: String) throws {
    let model = try #require(Self.giants.first { $0.0 == name }?.1)
    let path = try store.copy()
    let database = try TestDatabase(path: path)
    let list = try #require(try database.blob("SELECT Z_PLIST FROM Z_METADATA"))
    var metadata = try StoreMetadata(storeUUID: UUID().uuidString, propertyList: list)
    metadata.schema = model
    try HostileStore.set("Z_METADATA", "Z_PLIST", to: metadata.propertyList(), in: database)
    #expect(try BoundedTool.complaint(["info", path]) == nil)
  }
}
