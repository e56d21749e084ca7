import CoreDataFormat
import DataSchema
import Foundation
import ModelArchives
import RecordStore
import SQLCore
import SQLiteDriver
import StoreFixtures
import StoreTool
import Testing

@Suite("Migrating stores")
struct MigrateTests {
  private let folder: TestFolder
  private let path: String

  init() throws {
    folder = try TestFolder()
    path = try LibraryStore.make(folder)
  }

  /// A later version of the library's models.
  private static var newer: ModelDescription {
    var model = LibraryStore.model
    model.versionIdentifiers = ["2.0.0"]
    model.entities[1].properties[0] = .attribute(
      AttributeDescription(name: "name", type: .string, originalName: "title"))
    model.entities[1].properties.append(
      .attribute(
        AttributeDescription(name: "copies", type: .integer64, defaultValue: .integer(3))))
    model.entities.append(
      EntityDescription(
        name: "Aisle",
        properties: [.attribute(AttributeDescription(name: "label", type: .string))]))
    return model
  }

  private func target(_ model: ModelDescription = newer) throws -> String {
    let path = folder.path("target.store")
    _ = try RecordEngine(StoreOptions(name: "target", path: path), model: model)
    return path
  }

  private func bytes(_ path: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path))
  }

  @Test func migratedRowsAreKeptWithDefaults() throws {
    let run = ToolRun("migrate", path, "--to", try target())
    #expect(run.status == .good, "\(run.output)\(run.messages)")
    #expect(run.output.contains("No problems were found."))
    #expect(run.messages.contains("library.store.backup"))
    let lines = ToolRun("query", path, "Book", "--format", "jsonl").lines
    #expect(lines.count == 3)
    #expect(lines.allSatisfy { $0.contains("\"copies\":3") })
    #expect(lines[0].contains("\"name\":\"Dune\""))
    #expect(ToolRun("query", path, "Tag", "--count").output == "2\n")
    let metadata = try StoreReader(URL(fileURLWithPath: path)).metadata
    #expect(metadata.versionIdentifiers == ["2.0.0"])
    #expect(metadata.versionHashes == Self.newer.versionHashes)
    #expect(ToolRun("diff", path, folder.path("target.store")).status == .good)
    let engine = try RecordEngine(StoreOptions(name: "library", path: path))
    let cover = try engine.row(1, of: "Book")?.values["cover"]
    #expect(cover == .data(LibraryStore.cover))
    // The history continues.
    #expect(ToolRun("history", path, "--entity", "Tag").lines.count == 3)
  }

  @Test func backupsKeepTheOriginalStore() throws {
    let before = ToolRun("query", path, "Book", "--format", "jsonl").output
    let backup = folder.path("saved.store")
    let run = ToolRun("migrate", path, "--to", try target(), "--backup", backup)
    #expect(run.status == .good)
    #expect(ToolRun("query", backup, "Book", "--format", "jsonl").output == before)
    #expect(ToolRun("check", backup).status == .good)
    let again = ToolRun("migrate", path, "--to", folder.path("target.store"), "--backup", backup)
    #expect(again.status == .good)
    #expect(again.output.contains("nothing to do"))
  }

  @Test func noBackupIsMadeIfDeclined() throws {
    #expect(ToolRun("migrate", path, "--to", try target(), "--no-backup").status == .good)
    #expect(!FileManager.default.fileExists(atPath: path + ".backup"))
  }

  @Test func backupPathsMayBeRelative() throws {
    let location = StoreLocation(
      StoreOptions(name: "empty", path: try LibraryStore.makeEmpty(folder, name: "empty.store")))
    let name = "migrate-\(UUID().uuidString).store"
    defer { try? FileManager.default.removeItem(atPath: name) }
    try StoreBackup(location, to: name).make()
    #expect(ToolRun("check", name).status == .good)
  }

  @Test func backupsDoNotReplaceExistingFiles() throws {
    let backup = folder.path("taken")
    try Data().write(to: URL(fileURLWithPath: backup))
    let run = ToolRun("migrate", path, "--to", try target(), "--backup", backup)
    #expect(run.status == .failed)
    #expect(run.messages.contains("“\(backup)” already exists"))
    #expect(
      ToolRun("query", path, "Book", "--where", "title == \"Dune\"", "--count").status == .good)
  }

  @Test(arguments: ["--plan", "--dry-run"])
  func plansAndDryRunsChangeNothing(_ option: String) throws {
    let before = try bytes(path)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).count
    let run = ToolRun("migrate", path, "--to", try target(), option, "--statements")
    #expect(run.status == .good)
    #expect(run.output.contains("Version: 1.0.0 → 2.0.0"))
    #expect(run.output.contains("ALTER TABLE"))
    #expect(run.output.contains("No problems were found.") == (option == "--dry-run"))
    #expect(try bytes(path) == before)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path).count == names + 1)
  }

  @Test func plansCanBePrintedAsSQL() throws {
    let run = ToolRun("migrate", path, "--to", try target(), "--plan", "--sql")
    #expect(run.status == .good)
    let lines = run.output.split(separator: "\n")
    #expect(lines.first?.hasPrefix("-- Migration of ") == true)
    #expect(lines.first { !$0.hasPrefix("-- ") } == "BEGIN IMMEDIATE;")
    #expect(lines.last == "COMMIT;")
    #expect(run.output.contains("ALTER TABLE"))
    #expect(ToolRun("migrate", path, "--to", path, "--sql").status == .usage)
  }

  @Test func dryRunsAreReportedAsJSON() throws {
    let run = ToolRun("migrate", path, "--to", try target(), "--dry-run", "--format", "json")
    let json = try #require(try run.json() as? [String: Any])
    #expect(json["isNeeded"] as? Bool == true)
    #expect((json["obstacles"] as? [String])?.isEmpty == true)
    #expect((json["tables"] as? [Any])?.isEmpty == false)
    let result = try #require(json["result"] as? [String: Any])
    #expect(result["isInPlace"] as? Bool == false)
    #expect((result["entities"] as? [String: Int])?["Book"] == 3)
    #expect((result["problems"] as? [Any])?.isEmpty == true)
  }

  @Test func dryRunsReportProblemsOfTheResult() throws {
    let connection = try StoreLocation(StoreOptions(name: "library", path: path))
      .reconnect(writable: true)
    try connection.execute("UPDATE ZBOOK SET ZAUTHOR = 77 WHERE Z_PK = 1")
    let run = ToolRun("migrate", path, "--to", try target(), "--dry-run")
    #expect(run.status == .different)
    #expect(run.output.contains("danglingKey"))
  }
}

/// Refused migrations.
extension MigrateTests {
  private func expectRefusal(_ text: String, to target: String, _ option: String = "--no-backup")
    throws
  {
    let before = try bytes(path)
    let run = ToolRun("migrate", path, "--to", target, option)
    #expect(run.status == .different, "\(run.output)\(run.messages)")
    #expect(run.output.contains(text), "\(run.output)\(run.messages)")
    #expect(try bytes(path) == before)
  }

  @Test func mirroredStoresAreRefused() throws {
    let connection = try StoreLocation(StoreOptions(name: "library", path: path))
      .reconnect(writable: true)
    try connection.execute("CREATE TABLE ANSCKEVENT (Z_PK INTEGER PRIMARY KEY)")
    try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    try expectRefusal("CloudKit", to: try target())
  }

  @Test func newerStoresAreRefused() throws {
    var model = Self.newer
    model.versionIdentifiers = ["0.9.0"]
    try expectRefusal("newer than 0.9.0", to: try target(model))
  }

  @Test func migrationsThatEmptyStoresAreRefused() throws {
    let model = ModelDescription(entities: [EntityDescription(name: "Other")])
    try expectRefusal("all of its data would be deleted", to: try target(model))
  }

  /// Rows without a place in the new schema are deleted only on request.
  @Test(arguments: [[], ["--plan"], ["--dry-run"]])
  func rowsOfRemovedEntitiesPreventMigration(_ options: [String]) throws {
    var model = LibraryStore.model
    model.entities.remove(at: 2)
    model.entities[1].properties.removeAll { $0.name == "tags" }
    let line = ["migrate", path, "--to", try target(model)] + options
    let before = try bytes(path)
    let run = ToolRun(line)
    #expect(run.status == .different)
    #expect(
      run.output.contains("Tag is not in the schema, and its 2 rows would be deleted."),
      "\(run.output)\(run.messages)")
    #expect(!run.output.contains("links"))
    #expect(try bytes(path) == before)
    let allowed = ToolRun(line + ["--drop-rows"])
    #expect(allowed.status == .good, "\(allowed.output)\(allowed.messages)")
    guard options.isEmpty else { return }
    #expect(ToolRun("query", path, "Book", "--count").output == "3\n")
    #expect(ToolRun("query", path, "Tag", "--count").status != .good)
  }

  @Test func linksOfRemovedRelationshipsPreventMigration() throws {
    var model = LibraryStore.model
    model.entities[1].properties.removeAll { $0.name == "tags" }
    model.entities[2].properties.removeAll { $0.name == "books" }
    let target = try target(model)
    try expectRefusal("Book.tags is not in the schema, and its 3 links would be", to: target)
    #expect(ToolRun("migrate", path, "--to", target, "--drop-rows").status == .good)
    #expect(ToolRun("query", path, "Tag", "--count").output == "2\n")
  }

  /// The table of the rows remains, for the parent entity.
  @Test func rowsOfRemovedSubentitiesPreventMigration() throws {
    let store = try HostileStore(.own)
    let path = store.path
    let author = ToolRun("query", path, "Author", "--count").output
    var model = HostileStore.model
    model.entities.removeAll { $0.name != "Person" }
    model.entities[0].properties.removeAll { if case .relationship = $0 { true } else { false } }
    let run = ToolRun("migrate", path, "--to", try target(model), "--plan")
    let count = author.trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(
      run.output.contains("Author is not in the schema, and its \(count) row"), "\(run.output)")
  }

  @Test func removedEntitiesWithoutRowsAllowMigration() throws {
    let empty = try LibraryStore.makeEmpty(folder, name: "empty.store")
    var model = LibraryStore.model
    model.entities.remove(at: 2)
    model.entities[1].properties.removeAll { $0.name == "tags" }
    #expect(ToolRun("migrate", empty, "--to", try target(model)).status == .good)
  }

  @Test func missingRequiredValuesAreRefused() throws {
    var model = LibraryStore.model
    model.entities[0].properties[1] = .attribute(AttributeDescription(name: "born", type: .date))
    try expectRefusal("Author.born needs a value", to: try target(model))
    try expectRefusal("Author.born needs a value", to: folder.path("target.store"), "--dry-run")
  }

  @Test func entitiesWithRowsCannotBecomeAbstract() throws {
    var model = LibraryStore.model
    model.entities[2].isAbstract = true
    try expectRefusal("Tag becomes abstract, but has 2 rows", to: try target(model))
  }

  @Test func foreignTriggersPreventMigration() throws {
    let connection = try StoreLocation(StoreOptions(name: "library", path: path))
      .reconnect(writable: true)
    try connection.execute(
      "CREATE TRIGGER KEPT AFTER INSERT ON ZTAG BEGIN UPDATE ZBOOK SET ZPAGES = 1; END")
    try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    try expectRefusal("such as KEPT", to: try target())
  }

  @Test func lockedStoresAreNotMigrated() throws {
    let target = try target()
    let connection = try StoreLocation(StoreOptions(name: "library", path: path))
      .reconnect(writable: true)
    try connection.run("BEGIN IMMEDIATE")
    let run = StoreLocation.$busyTimeout.withValue(.milliseconds(60)) {
      ToolRun("migrate", path, "--to", target)
    }
    #expect(run.status == .cannotOpen)
    #expect(run.messages.contains("locked"))
    #expect(!FileManager.default.fileExists(atPath: path + ".backup"))
    try connection.run("ROLLBACK")
    #expect(ToolRun("migrate", path, "--to", target).status == .good)
  }

  @Test func contradictoryOptionsAreRefused() throws {
    let target = try target()
    #expect(ToolRun("migrate", path, "--to", target, "--plan", "--dry-run").status == .usage)
    #expect(ToolRun("migrate", path, "--to", target, "--version", "2").status == .usage)
    #expect(ToolRun("migrate", path).status == .usage)
    #expect(ToolRun("migrate", path, "--to", folder.path("none")).status == .cannotOpen)
  }
}

/// Core Data models.
extension MigrateTests {
  private static let first = """
    <?xml version="1.0" encoding="UTF-8"?>
    <model type="com.apple.IDECoreDataModeler.DataModel">
      <entity name="Tag" representedClassName="Tag">
        <attribute name="label" attributeType="String"/>
        <relationship name="notes" optional="YES" toMany="YES" deletionRule="Cascade" \
    destinationEntity="Note" inverseName="tag" inverseEntity="Note"/>
      </entity>
      <entity name="Note" representedClassName="Note">
        <attribute name="text" optional="YES" attributeType="String"/>
        <relationship name="tag" optional="YES" maxCount="1" deletionRule="Nullify" \
    destinationEntity="Tag" inverseName="notes" inverseEntity="Tag"/>
      </entity>
    </model>
    """

  private func makeModel() throws -> String {
    let model = folder.url.appendingPathComponent("Notes.xcdatamodeld")
    let second = Self.first.replacing(
      "<attribute name=\"label\" attributeType=\"String\"/>",
      with: """
        <attribute name="title" elementID="label" attributeType="String"/>
        <attribute name="rank" attributeType="Integer 32" defaultValueString="7" \
        usesScalarValueType="YES"/>
        """)
    for (name, text) in [("Notes", Self.first), ("Notes 2", second)] {
      let version = model.appendingPathComponent("\(name).xcdatamodel")
      try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: version.appendingPathComponent("contents"))
    }
    return model.path
  }

  @Test func storesMigrateToVersionsOfEditedModels() throws {
    let model = try makeModel()
    let seed = folder.path("seed.store")
    let start = ModelDescription(
      entities: [
        EntityDescription(
          name: "Tag",
          properties: [.attribute(AttributeDescription(name: "label", type: .string))])
      ], versionIdentifiers: [])
    let engine = try RecordEngine(StoreOptions(name: "seed", path: seed), model: start)
    var changes = RecordChanges()
    changes.insert("Tag", ["label": .text("home")])
    try engine.save(changes)
    #expect(ToolRun("migrate", seed, "--to", model, "--version", "Notes").status == .good)
    #expect(ToolRun("query", seed, "Note", "--count").output == "0\n")
    #expect(ToolRun("migrate", seed, "--to", model).status == .good)
    let lines = ToolRun("query", seed, "Tag", "--format", "jsonl").lines
    #expect(lines.count == 1)
    #expect(lines.first?.contains("\"title\":\"home\"") == true)
    #expect(lines.allSatisfy { $0.contains("\"rank\":7") })
    let none = ToolRun("migrate", seed, "--to", model, "--version", "Notes 3")
    #expect(none.status == .usage)
    #expect(none.messages.contains("“Notes 2”"))
  }

  @Test func storesMigrateToCompiledModels() throws {
    let compiled = folder.url.appendingPathComponent("Library.momd")
    try FileManager.default.createDirectory(at: compiled, withIntermediateDirectories: true)
    for (name, model) in [("Library", LibraryStore.model), ("Library 2", Self.newer)] {
      try ModelArchive.archive(of: model)
        .write(to: compiled.appendingPathComponent("\(name).mom"))
    }
    let same = ToolRun("migrate", path, "--to", compiled.path, "--version", "1.0.0")
    #expect(same.status == .good, "\(same.output)")
    #expect(same.output.contains("nothing to do"), "\(same.output)")
    let run = ToolRun("migrate", path, "--to", compiled.path, "--format", "json")
    #expect(run.status == .good, "\(run.output)\(run.messages)")
    let metadata = try StoreReader(URL(fileURLWithPath: path)).metadata
    #expect(metadata.versionHashes == Self.newer.versionHashes)
    let file = compiled.appendingPathComponent("Library.mom").path
    #expect(ToolRun("migrate", path, "--to", file, "--plan").status == .different)
  }
}
