import CoreDataFormat
import DataSchema
import Foundation
import OpenSwiftData
import SQLCore
import SQLiteDriver
import Testing

/// A file in which a test creates and migrates a store.
final class StoreFixture {
  let folder: TestFolder
  let url: URL

  init(_ name: String = "test.store") throws {
    folder = try TestFolder()
    url = folder.file(name)
  }

  /// Opens the store with the models of a version.
  func open(
    _ version: any VersionedSchema.Type, _ plan: (any SchemaMigrationPlan.Type)? = nil,
    allowsSave: Bool = true
  ) throws -> ModelContext {
    try open(Schema(versionedSchema: version), plan, allowsSave: allowsSave)
  }

  /// Opens the store with a schema.
  func open(
    _ schema: Schema, _ plan: (any SchemaMigrationPlan.Type)? = nil, allowsSave: Bool = true,
    _ options: MigrationOptions = MigrationOptions()
  ) throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: schema, migrationPlan: plan,
        configurations: ModelConfiguration(url: url, allowsSave: allowsSave),
        migrationOptions: options))
  }

  /// A separate connection to the file.
  func connect() throws -> SQLiteConnection {
    try SQLiteConnection(path: url.path, mode: .readWrite)
  }

  func metadata() throws -> StoreMetadata {
    let row = try #require(try connect().rows("SELECT Z_UUID, Z_PLIST FROM Z_METADATA").first)
    return try StoreMetadata(
      storeUUID: try #require(row[0].text), propertyList: try #require(row[1].blob))
  }

  /// The version in the file's metadata.
  var version: String {
    get throws { try metadata().versionIdentifiers.joined(separator: ",") }
  }

  /// Changes the file's metadata.
  func change(_ body: (inout StoreMetadata) -> Void) throws {
    var metadata = try metadata()
    body(&metadata)
    let statement = try metadata.writeStatement()
    try connect().run(statement.text, statement.values)
  }

  /// Everything in the file: the SQL of its schema, and all rows of all tables.
  func contents() throws -> [String: [[SQLValue]]] {
    let connection = try connect()
    #expect(try connection.rows("PRAGMA integrity_check") == [[.text("ok")]])
    var contents = [
      "": try connection.rows("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name")
    ]
    for row in contents[""] ?? [] where row[0] == .text("table") {
      let name = row[1].text ?? ""
      contents[name] = try connection.rows("SELECT * FROM \(connection.dialect.quoted(name))")
    }
    return contents
  }

  /// The names of all files in the store's folder.
  func filesBeside() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
  }

  /// The names of the external files.
  func externalFiles() -> Set<String> {
    let path = folder.url.appendingPathComponent(
      ExternalData.folder(forStoreNamed: url.lastPathComponent)
    ).path
    return Set((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [])
  }
}

/// An error that a test's closure throws.
struct TestFailure: Error, Equatable {
  var number: Int
}

/// Collects what the closures of stages saw; they are static, so they reach the log through a
/// task-local value.
enum Sightings {
  @TaskLocal static var log: SightingLog?

  static func add(_ text: String) { log?.add(text) }
}

final class SightingLog: @unchecked Sendable {
  // `@unchecked`: a test runs on one thread at a time.
  private(set) var texts: [String] = []
  func add(_ text: String) { texts.append(text) }
}
