import CommandLineTool
import CoreDataFormat
import DataSchema
import Foundation
import Locks
@testable import OpenSwiftData
import RandomSchemas
import RandomTesting
import RecordStore
import SQLCore
import SQLiteDriver
import StoreTesting
import StoreTool
import Testing

/// Compares the tool's migration with a container's migration to the same schema.
@Suite("The tool's migrations")
struct RandomToolTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  @Test func theToolMigratesAsContainersDo() throws {
    let seed = TestRun.seed(20_261_125)
    var (migrated, refused) = (0, 0)
    for index in 0..<UInt64(TestRun.count(500)) {
      let pair = RandomPair(EvolutionCase.random(seed: seed &+ index))
      let comment = "\(TestRun.comment), pair \(index)"
      let paths = ["tool", "container", "target"].map { folder.file("\(index)-\($0).store").path }
      try pair.write(to: paths[0], seed: seed &+ index)
      try FileManager.default.copyItem(atPath: paths[0], toPath: paths[1])
      _ = try RecordEngine(StoreOptions(name: "target", path: paths[2]), model: pair.target)
      let before = try Contents(paths[0])
      let isRefused = try refuses(paths[0], to: paths[2])
      let target = try StoreReader(URL(fileURLWithPath: paths[2])).storedModelWithDefaults()
      let failure = failure(of: paths[1], target)
      #expect(isRefused == (failure != nil), "\(comment): \(String(describing: failure))")
      let after = try Contents(paths[0])
      if isRefused {
        refused += 1
        #expect(after == before, "\(comment)")
      } else {
        migrated += 1
        let differences = after.differences(from: try Contents(paths[1]))
        #expect(differences.isEmpty, "\(comment): \(differences.prefix(3))\n\(pair.evolution)")
      }
      for path in paths { try FileManager.default.removeItem(atPath: path) }
    }
    #expect(migrated > refused, "\(migrated) migrated, \(refused) refused")
    #expect(refused > 0, "\(migrated) migrated, \(refused) refused")
  }

  /// Migrates a store with the tool; returns whether the tool reported obstacles.
  private func refuses(_ path: String, to target: String) throws -> Bool {
    let isSound = try run(["check", path]).status == 0
    let run = try run(["migrate", path, "--to", target, "--no-backup", "--format", "json"])
    let json = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    let isRefused = (json?["obstacles"] as? [String])?.isEmpty == false
    #expect(run.status == 1 || !isRefused)
    #expect(run.status == 0 || isRefused || !isSound, "\(run.output)")
    return isRefused
  }

  private func run(_ line: [String]) throws -> (status: Int32, output: String) {
    let output = Mutex("")
    let terminal = Terminal(
      program: "swiftdata", output: { text in output.withLock { $0 += text } },
      message: { Issue.record("\($0)") })
    return (Tool(ToolSession(terminal)).run(line).rawValue, output.withLock { $0 })
  }

  /// Migrates a store as opening a container does, which needs no classes for it; returns the
  /// error.
  private func failure(of path: String, _ model: ModelDescription) -> (any Error)? {
    let schema = Schema(description: model)
    do {
      var files: [any MigrationSource] = [
        try StoreFile(StoreOptions(name: "container", path: path), model: schema.modelDescription)
      ]
      _ = try Migration(
        plan: MigrationPlanVersions(schema), options: MigrationOptions(),
        assigned: [schema.modelDescription], fallback: 0
      ).run(&files)
      return nil
    } catch {
      return error
    }
  }
}

/// The source and target schemas of a migration.
private struct RandomPair {
  let evolution: EvolutionCase
  let source: ModelDescription
  let target: ModelDescription

  init(_ evolution: EvolutionCase) {
    self.evolution = evolution
    let models = evolution.models
    (source, target) = (models[0].comparable, models[1].comparable)
  }

  /// Creates a store of the source schema with random rows.
  func write(to path: String, seed: UInt64) throws {
    var dice = Dice(seed: seed)
    let picture = PictureGenerator.picture(
      of: source, seed: dice.seed(), rowLimit: evolution.rowLimit)
    let location = StoreLocation(StoreOptions(name: "random", path: path))
    let connection = try location.connect(writable: true)
    try PictureWriter(picture, CoreDataLayout(model: source))
      .write(to: connection, slack: 0, dice: &dice)
    let metadata = StoreMetadata(
      model: source, storeUUID: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)))
    let row = try metadata.writeStatement()
    try connection.run(row.text, row.values)
    try StoredModel.archive(source, on: connection)
  }
}

extension ModelDescription {
  /// Without derived attributes, and with a fixed default in place of random UUIDs.
  fileprivate var comparable: ModelDescription {
    var model = self
    for index in entities.indices {
      model.entities[index].properties = entities[index].properties.compactMap(\.comparable)
    }
    // Normalized, as a schema describes it.
    return Schema(description: model).modelDescription
  }
}

extension PropertyDescription {
  fileprivate var comparable: PropertyDescription? {
    switch self {
    case .attribute(var attribute):
      if attribute.defaultValue == .newUUID {
        attribute.defaultValue = .bytes(Data(repeating: 7, count: 16))
      }
      return .attribute(attribute)
    case .composite(var composite):
      composite.elements = composite.elements.compactMap(\.comparable)
      return .composite(composite)
    case .relationship: return self
    case .derived: return nil
    }
  }
}

/// The contents of a file, regardless of the order in which SQLite stores them.
private struct Contents: Equatable {
  private var lines: Set<String> = []

  init(_ path: String) throws {
    let connection = try SQLiteConnection(path: path, mode: .readOnly)
    for row in try connection.rows("SELECT type, name, sql FROM sqlite_master") {
      lines.insert("\(row)")
      guard row[0] == .text("table"), let name = row[1].text else { continue }
      for row in try connection.rows("SELECT * FROM \(SQLDialect.sqlite.quoted(name))") {
        lines.insert("\(name): \(row)")
      }
    }
  }

  func differences(from other: Contents) -> [String] {
    lines.symmetricDifference(other.lines).sorted()
  }
}
