import Foundation
import PostgresDriver
import PostgresTesting
import StoreTool
import Testing

/// The code of other programs' tables.
@Suite("Code of other programs' tables", .enabled(if: CopyPlace.isAvailable, CopyPlace.reason))
struct GeneratedFileTests {
  /// The folder of the recorded files, which this module compiles.
  ///
  /// To write them again, pass it with `--output` and `--force` to the command.
  private static let recorded = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Support")

  private static func contents(of folder: URL) throws -> [String: String] {
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return try Dictionary(
      uniqueKeysWithValues: files.map { name in
        (name, try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8))
      })
  }

  @Test(arguments: ForeignSchema.all) func codeIsThatOfTheRecordedFiles(
    _ schema: ForeignSchema
  ) throws {
    let place = try CopyPlace()
    let address = try schema.makeDatabase()
    let run = CopyRun(
      "generate", address, "--schema", schema.name, "--output", place.path("Models"))
    #expect(run.status == .good, "\(run.messages)")
    let made = try Self.contents(of: place.url.appendingPathComponent("Models"))
    let recorded = try Self.contents(of: Self.recorded)
    #expect(made.count >= 4)
    for (name, text) in made { #expect(text == recorded[name], "\(name)") }
    // The schema may be part of the address instead.
    let printed = CopyRun("generate", "\(address)?schema=\(schema.name)")
    #expect(printed.status == .good)
    for text in made.values { #expect(printed.output.contains(text)) }
  }

  @Test func omissionsAreReportedAsNotesAndComments() throws {
    let run = CopyRun("generate", try ForeignSchema.rails.makeDatabase(), "--schema", "rails")
    for (table, reason) in [
      ("audits", "It has no primary key."),
      ("stock_levels", "Its key is composed of product_id, warehouse"),
      ("regions", "Its column outline is required"), ("open_orders", "It is a view"),
    ] {
      #expect(run.messages.contains("note: The table \(table) has no model. \(reason)"))
      #expect(run.output.contains("/// - `\(table)`: \(reason)"))
    }
    let location = "The column `location` has no property. No property can have its type point."
    #expect(run.messages.contains("note: Customer: \(location)"))
    #expect(run.output.contains("/// - \(location)"))
  }

  private func output(_ tables: String) throws -> String {
    let schema = ForeignSchema(name: "other", tables: tables)
    let run = CopyRun("generate", try schema.makeDatabase(), "--schema", "other")
    #expect(run.status == .good, "\(run.messages)")
    return run.output
  }

  @Test func tableNamesBecomeClassNames() throws {
    let names = [
      "people": "Person", "addresses": "Address", "statuses": "Status", "api_keys": "APIKey",
      "series": "Series", "orderLines": "OrderLine", "companies": "Company", "boxes": "Box",
      "news": "News", "movies": "Movie", "data": "DataRow", "types": "TypeRow", "2fa": "Table2fa",
      "LEGACY_USERS": "LegacyUser", "analysis": "Analysis",
    ]
    let tables = names.keys.map { "CREATE TABLE \"\($0)\" (id serial PRIMARY KEY, name text);" }
    let output = try output(tables.joined())
    for (table, name) in names {
      #expect(
        output.contains("/// A row of the table `\(table)`.\n@Model\nfinal class \(name) {"),
        "\(table)")
      #expect(output.contains("mapping[\(name).self] = .table(\"\(table)\")"), "\(table)")
    }
  }

  /// Names may contain anything, and several names may become the same one.
  @Test func hostileNamesAreChanged() throws {
    let output = try output(
      """
      CREATE TABLE "a\n}\nimport Evil //" (id serial PRIMARY KEY, "b\n*/ }" point, "c\\(x)" text,
        "self" text, "Self" text, "hash_value" text, "hashValue" text, "1st" text, "€" text,
        "in" text, "_$x" text, "größe" text, "model_context" text);
      CREATE TABLE item (id serial PRIMARY KEY);
      CREATE TABLE items (id serial PRIMARY KEY);
      """)
    let lines = output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(!lines.contains { $0.hasPrefix("import Evil") || $0.hasPrefix("*/") })
    for line in [
      "final class AImportEvil {", "var cX: String?", "var selfValue: String?",
      "var hashValueValue: String?", "var value1st: String?", "var value: String?",
      "var `in`: String?", "var größe: String?", "var modelContextValue: String?",
      "final class Item {", "final class ItemRow {",
    ] {
      #expect(lines.contains(line), "\(line)")
    }
    #expect(output.contains(#""cX": "c\\(x)""#))
    #expect(output.contains(#".table("#))
  }

  @Test func defaultsAndChecksAreRead() throws {
    let output = try output(
      """
      CREATE DOMAIN code AS varchar(3) NOT NULL DEFAULT 'abc';
      CREATE TABLE things (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, a int DEFAULT -1,
        b text NOT NULL DEFAULT 'it''s', c float8 NOT NULL DEFAULT 2, d code,
        e numeric NOT NULL DEFAULT -1.50, f uuid NOT NULL DEFAULT gen_random_uuid(),
        g timestamptz NOT NULL DEFAULT now(), h text NOT NULL DEFAULT lower('A'),
        i text DEFAULT 'x' CHECK (i IN ('x', 'y z')), j text NOT NULL CHECK (j IN ('k')),
        k text CHECK (k <> 'x'), l text CHECK (l IS NULL OR l = ANY ('{a,b}')),
        m varchar(9) CHECK (m IS NULL OR m IN ('in', '')), n int CHECK (n IN (1, 2)),
        o real[], p bigint[] NOT NULL, q jsonb[], r char(3), s smallint NOT NULL DEFAULT '7');
      """)
    for line in [
      "var a: Int? = -1", #"var b: String = "it's""#, "var c: Double = 2.0",
      #"var d: String = "abc""#,
      "var e: Decimal = Decimal(sign: .minus, exponent: -2, significand: 150)",
      "var f: UUID = UUID()", "var g: Date = Date()", "var h: String", "var i: ThingI? = ThingI.x",
      "var j: ThingJ", "var k: String?", "var l: String?", "var m: ThingM?", "var n: Int?",
      "var o: [Float]?", "var p: [Int]", "var r: String?", "var s: Int = 7",
      #"case yZ = "y z""#, "case `in`", #"case empty = """#,
      "/// - The column `q` has no property. No property can have its type jsonb[].",
    ] {
      #expect(output.contains("\(line)\n"), "\(line)")
    }
  }

  /// A column `type` contains classes if all of its texts are names of classes, and there are several.
  @Test func classColumnsAreRecognized() throws {
    let output = try output(
      """
      CREATE TYPE kind AS ENUM ('Row', 'Column');
      CREATE TABLE bikes (id serial PRIMARY KEY, type text, name text);
      INSERT INTO bikes (type) VALUES (NULL), ('Tandem');
      CREATE TABLE cells (id serial PRIMARY KEY, type kind NOT NULL);
      CREATE TABLE doors (id serial PRIMARY KEY, type text CHECK (type IN ('Door', 'Gate')));
      CREATE TABLE eggs (id serial PRIMARY KEY, type text NOT NULL);
      INSERT INTO eggs (type) VALUES ('Shop::Egg'), ('Shop::BigEgg'), ('Eggs::Egg');
      CREATE TABLE floors (id serial PRIMARY KEY, type text);
      INSERT INTO floors (type) VALUES ('Floor');
      CREATE TABLE gifts (id serial PRIMARY KEY, type text);
      INSERT INTO gifts (type) VALUES ('Card'), ('small');
      CREATE TABLE hats (id serial PRIMARY KEY, type text);
      INSERT INTO hats (type) VALUES ('SITE'), ('USER');
      CREATE TABLE tandems (id serial PRIMARY KEY);
      """)
    for line in [
      "class Bike {", "final class BikeTandem: Bike {", "class Cell {",
      "final class Column: Cell {",
      "final class Row: Cell {", "class Door {", "final class Gate: Door {", "final class Floor {",
      "final class ShopBigEgg: Egg {", "final class ShopEgg: Egg {", "final class EggsEgg: Egg {",
      "final class Gift {", "final class Hat {", "var type: String?", "override init(",
      #"mapping[Bike.self] = .table("bikes", classColumn: "type")"#,
      #"mapping[BikeTandem.self] = .table(className: "Tandem")"#,
      #"mapping[ShopEgg.self] = .table(className: "Shop::Egg")"#, "override init() {",
    ] { #expect(output.contains(line), "\(line)") }
    #expect(output.components(separatedBy: "var type: ").count == 4)
  }

  @Test func polymorphicPairsNeedBothColumns() throws {
    let output = try output(
      """
      CREATE TYPE subject AS ENUM ('Item', 'box');
      CREATE TABLE items (id serial PRIMARY KEY, owner int REFERENCES items, "ownerType" text,
        "subjectType" subject NOT NULL, "subjectId" uuid, place_type text, place_id int REFERENCES items,
        kind_type text, part_id int, name_type int, name_id int, note text, note_type text, note_id text);
      """)
    for line in [
      "try context.polymorphicModel(subjectType.rawValue, key: subjectID)",
      "try context.polymorphicModel(noteType, key: noteID)", "import PostgresData",
      "func subject(in context: ModelContext) throws -> (any PersistentModel)? {",
      "func noteModel(in context: ModelContext) throws -> (any PersistentModel)? {",
    ] { #expect(output.contains(line), "\(line)") }
    #expect(output.components(separatedBy: "polymorphicModel").count == 3, "\(output)")
  }

  @Test func unusableAddressesAreRefused() throws {
    let address = try ForeignSchema(name: "void", tables: "").makeDatabase()
    let unknown = CopyRun("generate", address, "--schema", "nowhere")
    #expect(unknown.status == .cannotOpen)
    #expect(unknown.messages.contains("has no schema nowhere"))
    let empty = CopyRun("generate", "\(address)?schema=void")
    #expect(empty.status == .cannotOpen)
    #expect(empty.messages.contains("contains no tables"))
    let two = CopyRun("generate", "\(address)?schema=void", "--schema", "public")
    #expect(two.status == .usage)
    #expect(two.messages.contains("void"))
    #expect(CopyRun("generate", "postgres://tester@127.0.0.1:1/none").status == .cannotOpen)
    #expect(CopyRun("generate", "mysql://localhost/none").status == .cannotOpen)
  }

  /// A store of the library contains its models, which need no mapping.
  @Test func storesOfTheLibraryBecomeTheirModels() throws {
    let place = try CopyPlace()
    _ = try place.file("shop.store", ShopModel.model)
    let address = try place.address()
    try #require(CopyRun("copy", place.path("shop.store"), address).status == .good)
    let run = CopyRun("generate", address)
    #expect(run.output.contains("final class Shelf {"), "\(run.messages)")
    #expect(!run.output.contains("PostgresMapping"))
  }
}

extension ForeignSchema {
  /// Creates the tables in a new database, and returns its address.
  func makeDatabase() throws -> String {
    let database = "generated_\(UUID().uuidString.prefix(8).lowercased())"
    let server = try PostgresServer.shared
    try PostgresConnection(PostgresSettings(server.address()))
      .execute("CREATE DATABASE \(database)")
    let address = server.address(database: database)
    try PostgresConnection(PostgresSettings(address))
      .execute("CREATE SCHEMA \(name); SET search_path TO \(name); \(tables)")
    if djangoProject != nil { try ORMRow.runDjango("migrate", self, database) }
    return address
  }
}
