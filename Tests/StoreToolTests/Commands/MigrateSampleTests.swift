import CoreDataFormat
import DataSchema
import Foundation
import RecordStore
import SampleStores
import StoreTool
import Testing

/// Files of Apple's frameworks, migrated to the schemas of others.
@Suite("Migrating Apple's stores", .enabled(if: SampleStores.isPresent, SampleStores.reason))
struct MigrateSampleTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func copy(_ name: String) throws -> String {
    try SampleStores.copy(name, to: folder.url).path
  }

  /// The values of a store's rows, under names that the other store has as well.
  private func rows(_ path: String, _ entity: String, _ names: [String]) throws -> [[String]] {
    let reader = try StoreReader(URL(fileURLWithPath: path))
    let engine = try RecordEngine(reader, FileModel(reader))
    return try engine.rows(RecordQuery(entity)).map { row in
      ["\(row.key)"] + names.map { "\($0): \(String(describing: row.values[$0]))" }
    }
  }

  /// Migrates the first file from version to version.
  @Test func moodyMigratesThroughAllVersions() throws {
    let path = try copy("moody/Moody.moody")
    let names = ["date", "latitude", "longitude", "colors", "country"]
    let moods = try rows(path, "Mood", names)
    #expect(moods.count == 4)
    for version in 2...5 {
      let next = try copy("moody/Moody \(version).moody")
      // The last version lacks continents, and there are two of them.
      let refused = ToolRun("migrate", path, "--to", next, "--plan").output
      #expect(refused.contains("Continent is not in the schema, and its 2 rows") == (version == 5))
      let trial = ToolRun("migrate", path, "--to", next, "--dry-run", "--drop-rows")
      #expect(trial.status == .good, "\(version): \(trial.output)\(trial.messages)")
      let run = ToolRun("migrate", path, "--to", next, "--drop-rows")
      #expect(run.status == .good, "\(version): \(run.output)\(run.messages)")
      let hashes = try [path, next].map {
        try StoreReader(URL(fileURLWithPath: $0)).metadata.versionHashes
      }
      #expect(hashes[0] == hashes[1], "\(version)")
      #expect(ToolRun("diff", path, next).status == .good, "\(version)")
      #expect(try rows(path, "Mood", names) == moods, "\(version)")
    }
    #expect(ToolRun("query", path, "Country", "--count").output == "3\n")
  }

  @Test(arguments: 2...4) func eachMoodyVersionMigratesToTheNext(_ version: Int) throws {
    let path = try copy("moody/Moody \(version).moody")
    let next = try copy("moody/Moody \(version + 1).moody")
    let names = ["date", "latitude", "longitude", "colors"]
    let moods = try rows(path, "Mood", names)
    #expect(ToolRun("migrate", path, "--to", next, "--drop-rows").status == .good)
    #expect(try rows(path, "Mood", names) == moods)
    #expect(ToolRun("check", path).status == .good)
  }

  @Test func freezeRayMigratesToItsSecondVersion() throws {
    let path = try copy("freeze-ray/App-1_0_0.sqlite")
    let next = try copy("freeze-ray/App-2_0_0.sqlite")
    let before = try StoreReader(URL(fileURLWithPath: path)).metadata
    #expect(ToolRun("migrate", path, "--to", next).status == .good)
    let after = try StoreReader(URL(fileURLWithPath: path)).metadata
    #expect(
      after.versionHashes == (try StoreReader(URL(fileURLWithPath: next)).metadata).versionHashes)
    #expect(after.storeUUID == before.storeUUID)
    #expect(after.versionIdentifiers == ["2.0.0"])
    #expect(after.frameworkVersion == before.frameworkVersion)
    #expect(ToolRun("diff", path, next).status == .good)
    // The reverse migration is not possible.
    let older = folder.path("App-1_0_0.sqlite.backup")
    #expect(ToolRun("migrate", path, "--to", older, "--plan").status == .different)
  }

  /// The target would need triggers of Core Data.
  @Test func attributesDerivedByCoreDataAreRefused() throws {
    let path = try copy("moody/Moody.moody")
    let run = ToolRun("migrate", path, "--to", try copy("photos-14/Photos.sqlite"), "--plan")
    #expect(run.status == .different)
    #expect(run.output.contains("derived by Core Data"))
  }

  /// A model that is derived from tables is enough to read, but not to write.
  @Test func modelsDerivedFromTablesAreRefused() throws {
    let path = try copy("recipes/Recipes.sqlite")
    let other = try copy("moody/Moody.moody")
    for (store, target) in [(path, other), (other, path)] {
      let run = ToolRun("migrate", store, "--to", target, "--plan")
      #expect(run.status == .failed)
      #expect(run.messages.contains("not enough to migrate"))
    }
  }
}
