import CoreDataFormat
import DataSchema
import Foundation
import RecordStore
import SQLCore
import SQLiteDriver
import SwiftDataErrors
import Testing

/// Triggers and views in a file that another program wrote.
@Suite("Programs of files")
struct FileProgramTests {
  private let folder: TemporaryFolder
  private var path: String { folder.url.appendingPathComponent("library.store").path }

  init() throws { folder = try TemporaryFolder() }

  private static let endless =
    "WITH RECURSIVE C(X) AS (SELECT 1 UNION ALL SELECT X + 1 FROM C) SELECT X FROM C"
  private static let list = "'[\(Array(repeating: "1", count: 100).joined(separator: ","))]'"
  private static let product = (0..<9).map { "json_each(\(list)) AS J\($0)" }
    .joined(separator: ", ")

  /// Adds triggers or views to a store, as another program would.
  private func add(_ statements: [String]) throws {
    _ = try RecordModels.open(folder)
    let connection = try SQLiteConnection(path: path, mode: .readWrite)
    for statement in statements { try connection.run(statement) }
  }

  /// Opens the store with a step limit that tests can reach.
  private func open() throws -> RecordEngine {
    try SQLiteConnection.$programStepLimit.withValue(100_000) { try RecordModels.open(folder) }
  }

  private static let programs: [[String]] = [
    ["CREATE TRIGGER T AFTER INSERT ON ZBOOK BEGIN SELECT COUNT(*) FROM (\(endless)); END"],
    ["CREATE TRIGGER T AFTER INSERT ON ZBOOK BEGIN SELECT COUNT(*) FROM \(product); END"],
    [
      "CREATE VIEW \"V\"\"W\" AS \(endless)",
      "CREATE TRIGGER T AFTER INSERT ON ZBOOK BEGIN SELECT COUNT(*) FROM \"V\"\"W\"; END",
    ],
    [
      "CREATE TABLE L (A)",
      "CREATE TRIGGER T AFTER INSERT ON ZBOOK BEGIN INSERT INTO L \(endless); END",
    ],
    // Triggers with the names of those that maintain an index.
    [
      "CREATE TRIGGER Z_RT_T_INSERT AFTER INSERT ON ZBOOK BEGIN "
        + "SELECT COUNT(*) FROM (\(endless)); END"
    ],
    [
      "CREATE TRIGGER OPENSWIFTDATA_TEXT_2_ZBOOK_INSERT AFTER INSERT ON ZBOOK BEGIN "
        + "SELECT COUNT(*) FROM (\(endless)); END"
    ],
    // Each row inserts two rows, which insert two each.
    (0..<40).flatMap { number in
      [
        "CREATE TABLE L\(number) (A)",
        "CREATE TRIGGER T\(number) AFTER INSERT ON \(number == 0 ? "ZBOOK" : "L\(number - 1)") "
          + "BEGIN INSERT INTO L\(number) VALUES (1); INSERT INTO L\(number) VALUES (2); END",
      ]
    },
  ]

  @Test(arguments: programs.indices)
  func endlessTriggersAreStopped(_ number: Int) throws {
    try add(Self.programs[number])
    let engine = try open()
    var changes = RecordChanges()
    changes.insert("Book", ["title": .text("A")])
    let error = #expect(throws: SwiftDataError.storeIsReadOnly) { try engine.save(changes) }
    let text = error.map { "\($0)" } ?? ""
    let isChain = number == Self.programs.count - 1
    let name = try #require(Self.programs[number].last?.split(separator: " ")[2])
    #expect(text.contains("trigger “\(isChain ? "T0" : name)”"), "\(text)")
    #expect(text.contains("ran too long") && text.contains("Nothing was changed"))
    // The store can be read, and changed in tables without such a trigger.
    #expect(try engine.rows(RecordQuery("Book")).isEmpty)
    var others = RecordChanges()
    others.insert("Tag", ["label": .text("A")])
    try engine.save(others)
    #expect(try engine.rows(RecordQuery("Tag")).count == 1)
  }

  @Test func endlessViewsAreStopped() throws {
    try add(["CREATE VIEW V AS \(Self.endless)"])
    let location = StoreLocation(StoreOptions(name: "library", path: path))
    for isWritable in [false, true] {
      let connection = try SQLiteConnection.$programStepLimit.withValue(100_000) {
        try location.connect(writable: isWritable)
      }
      let error = #expect(throws: SQLError.self) {
        try connection.rows("SELECT COUNT(*) FROM V")
      }
      #expect(error?.kind == .programIsTooLong && error?.message.contains("view “V”") == true)
      #expect(try connection.rows("SELECT 1") == [[.integer(1)]])
    }
  }

  /// The library's own statements have no step limit.
  @Test func longStatementsWithoutProgramsAreNotStopped() throws {
    try add(["CREATE TRIGGER T AFTER INSERT ON ZBOOK BEGIN SELECT 1; END"])
    let location = StoreLocation(StoreOptions(name: "library", path: path))
    let connection = try SQLiteConnection.$programStepLimit.withValue(100_000) {
      try location.connect(writable: true)
    }
    let found = try connection.rows(
      "WITH RECURSIVE C(X) AS (SELECT 1 UNION ALL SELECT X + 1 FROM C LIMIT 8000000) "
        + "SELECT COUNT(*) FROM C")
    #expect(found == [[.integer(8_000_000)]])
  }

  /// The limit grows with the file.
  @Test func triggersOfManyRowsAreNotStopped() throws {
    _ = try RecordModels.open(folder)
    let connection = try SQLiteConnection(path: path, mode: .readWrite)
    try connection.run(
      "WITH RECURSIVE C(X) AS (SELECT 1 UNION ALL SELECT X + 1 FROM C LIMIT 100000) "
        + "INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT, ZLABEL) SELECT X, 4, 1, 'label ' || X FROM C")
    try connection.run(
      "CREATE TRIGGER T AFTER UPDATE ON ZTAG BEGIN "
        + "UPDATE ZAUTHOR SET ZCITY = (SELECT COUNT(*) FROM ZBOOK) WHERE Z_PK = NEW.Z_PK; END")
    let own = try SQLiteConnection.$programStepLimit.withValue(100_000) {
      try StoreLocation(StoreOptions(name: "library", path: path)).connect(writable: true)
    }
    try own.run("UPDATE ZTAG SET ZLABEL = ZLABEL || '.'")
    #expect(
      try own.rows("SELECT COUNT(*) FROM ZTAG WHERE ZLABEL LIKE '%.'") == [[.integer(100_000)]])
  }

  @Test func indexTriggersAreNotForeignPrograms() throws {
    let model = ModelDescription(entities: [
      EntityDescription(
        name: "Place",
        properties: ["x", "y"].map {
          .attribute(AttributeDescription(name: $0, type: .double))
        } + [.attribute(AttributeDescription(name: "name", type: .string))],
        indexes: [IndexDescription(kind: .rtree, propertyNames: ["x", "y"])])
    ])
    let options = StoreOptions(name: "places", path: path)
    // Tests a new store and an existing one.
    for number in 1...2 {
      let engine = try RecordEngine(options, model: model)
      var changes = RecordChanges()
      changes.insert("Place", ["x": .real(1), "y": .real(2), "name": .text("a")])
      try engine.save(changes)
      #expect(try engine.count("Place") == number)
    }
    let location = StoreLocation(options)
    let connection = try location.connect(writable: true)
    let programs = try SchemaPrograms(in: connection)
    #expect(programs.foreign == [] && programs.keepsIndexes)
    #expect(
      try connection.rows("SELECT COUNT(*) FROM Z_RT_Place_SwiftDataIndexOnRTreexy")
        == [[.integer(2)]])
    // Users do not write directly to the tables of an index, or to the schema.
    for statement in [
      "DELETE FROM Z_RT_Place_SwiftDataIndexOnRTreexy_rowid", "DELETE FROM sqlite_master",
    ] {
      try connection.execute("PRAGMA writable_schema = ON")
      #expect(throws: SQLError.self, "\(statement)") { try connection.run(statement) }
    }
    // A trigger is recognized only by its complete text.
    let name = "Z_RT_Place_SwiftDataIndexOnRTreexy_DELETE"
    try connection.run("DROP TRIGGER \(name)")
    try connection.run("CREATE TRIGGER \(name) AFTER DELETE ON ZPLACE BEGIN SELECT 1; END")
    #expect(try SchemaPrograms(in: connection).foreign == ["trigger “\(name)”"])
  }

  @Test func statementsHaveLimits() throws {
    _ = try RecordModels.open(folder)
    let connection = try StoreLocation(StoreOptions(name: "library", path: path))
      .connect(writable: true)
    let parameters = Array(repeating: "?", count: 32_767).joined(separator: ",")
    #expect(throws: SQLError.self) { try connection.prepare("SELECT 1 IN (\(parameters))") }
    try connection.run("ATTACH ':memory:' AS A")
    #expect(throws: SQLError.self) { try connection.run("ATTACH ':memory:' AS B") }
  }
}
