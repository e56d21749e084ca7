import CoreDataFormat
import DataSchema
import Foundation
import RandomTesting
import RecordStore
import StoreTool
import Testing

/// The program is killed at random moments of a migration.
///
/// How many kills come before, within and after the migration itself depends on the machine, so no
/// number of either outcome is demanded: whatever is left must be one of the two versions.
@Suite("Killed migrations")
struct KilledMigrationTests {
  private static let rowCount = 30_000

  /// The helper program next to the test runner; nil if it is not built.
  private static let program = HelperProgram.url("swiftdata")

  private static func model(_ version: String, _ names: [String]) -> ModelDescription {
    ModelDescription(
      entities: [
        EntityDescription(
          name: "Item",
          properties: names.map {
            .attribute(
              AttributeDescription(name: $0, type: .string, defaultValue: .text("new")))
          })
      ], versionIdentifiers: [version])
  }

  @Test(.enabled(if: program != nil, "the program is not built"))
  func killedMigrationsLeaveTheOldOrNewStore() throws {
    let folder = try TestFolder()
    let (old, new) = (folder.path("old.store"), folder.path("new.store"))
    try Self.fill(old)
    _ = try RecordEngine(
      StoreOptions(name: "new", path: new), model: Self.model("2.0.0", ["title", "note"]))
    var generator = SeededGenerator(seed: TestRun.seed(1))
    let duration = try Self.duration(old, new, folder)
    var versions: [String: Int] = [:]
    for round in 0..<TestRun.count(60, atLeast: 6) {
      let path = folder.path("\(round).store")
      try FileManager.default.copyItem(atPath: old, toPath: path)
      let process = try Self.start(path, new)
      usleep(UInt32(Double.random(in: 0...1.1, using: &generator) * duration * 1_000_000))
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      let version = try Self.checkedVersion(path)
      versions[version, default: 0] += 1
      #expect(ToolRun("migrate", path, "--to", new, "--no-backup").status == .good)
      #expect(try Self.checkedVersion(path) == "2.0.0")
    }
    #expect(Set(versions.keys).isSubset(of: ["1.0.0", "2.0.0"]), "\(versions)")
  }

  private static func fill(_ path: String) throws {
    // Removing a property makes the migration copy the rows.
    let engine = try RecordEngine(
      StoreOptions(name: "old", path: path), model: model("1.0.0", ["title", "old"]))
    var changes = RecordChanges()
    for number in 1...rowCount {
      changes.insert("Item", ["title": .text("\(number)"), "old": .text("gone")])
    }
    try engine.save(changes)
  }

  private static func start(_ path: String, _ target: String) throws -> Process {
    let process = Process()
    process.executableURL = program
    process.arguments = ["migrate", path, "--to", target, "--no-backup"]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  /// The duration of a migration in seconds.
  private static func duration(
    _ old: String, _ new: String, _ folder: TestFolder
  ) throws -> Double {
    let path = folder.path("timed.store")
    try FileManager.default.copyItem(atPath: old, toPath: path)
    let start = ContinuousClock.now
    try Self.start(path, new).waitUntilExit()
    return start.duration(to: .now) / .seconds(1)
  }

  /// The version that a store declares; the store must completely match it.
  private static func checkedVersion(_ path: String) throws -> String {
    #expect(ToolRun("check", path).status == .good)
    let reader = try StoreReader(URL(fileURLWithPath: path))
    let version = reader.metadata.versionIdentifiers.joined()
    let isOld = version == "1.0.0"
    let names = isOld ? ["title", "old"] : ["title", "note"]
    #expect(reader.metadata.versionHashes == model(version, names).versionHashes)
    let engine = try RecordEngine(reader, FileModel(reader))
    var count = 0
    try engine.forEachRow(RecordQuery("Item")) { row in
      count += 1
      let expected: [String: RecordValue] = [
        "title": .text("\(row.key)"), names[1]: .text(isOld ? "gone" : "new"),
      ]
      if row.values != expected { Issue.record("\(row)") }
    }
    #expect(count == rowCount)
    return version
  }
}
