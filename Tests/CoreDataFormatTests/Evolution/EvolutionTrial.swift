import CoreDataFormat
import DataSchema
import RandomSchemas
import SQLCore
import SQLiteDriver

/// Runs one case on an in-memory database and compares the result with the oracle.
struct EvolutionTrial {
  /// A difference from the oracle.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let source: ModelDescription
  private let target: ModelDescription
  private let connection: SQLiteConnection
  private let old: StorePicture
  private let evolution: StoreEvolution
  /// By root: the larger of `Z_MAX` and the highest key of a row.
  private let highestKeys: [String: Int64]
  private let freshShape: Set<String>
  private var dice: Dice

  /// - Parameters:
  ///   - source: The schema before.
  ///   - target: The schema afterwards.
  ///   - seed: Decides the data.
  ///   - rowLimit: The most rows that an entity gets.
  ///   - scratch: A database for the shapes of new stores, empty before and after.
  /// - Throws: What the database throws.
  init(
    from source: ModelDescription, to target: ModelDescription, seed: UInt64, rowLimit: Int,
    scratch: SQLiteConnection
  ) throws {
    var dice = Dice(seed: seed ^ 0xD1CE)
    let connection = try SQLiteConnection(path: "", mode: .inMemory)
    try ExternalStandIn.register(on: connection)
    let layout = try CoreDataLayout(model: source)
    let picture = PictureGenerator.picture(of: source, seed: dice.seed(), rowLimit: rowLimit)
    let slack = dice.pick([0, 0, 5, 1000]).map(Int64.init) ?? 0
    try PictureWriter(picture, layout).write(to: connection, slack: slack, dice: &dice)
    // Sometimes the picture is read back from the database, which must be equal.
    let old = dice.chance(10) ? nil : picture
    try self.init(
      of: connection, holding: old, from: source, to: target, dice: dice, scratch: scratch)
    try Self.demand(self.old == picture, "written", self.old.differences(from: picture))
  }

  /// A trial with the store that `connection` is open to.
  private init(
    of connection: SQLiteConnection, holding old: StorePicture?, from source: ModelDescription,
    to target: ModelDescription, dice: Dice, scratch: SQLiteConnection
  ) throws {
    self.dice = dice
    (self.source, self.target, self.connection) = (source, target, connection)
    evolution = try StoreEvolution(from: source, to: target)
    freshShape = try StoreShape.fresh(evolution.target, on: scratch)
    self.old = try old ?? Self.picture(source, evolution.source.tableMap, connection)
    highestKeys = try StoreSoundness(connection: connection, layout: evolution.source).highestKeys()
  }

  init(_ testCase: EvolutionCase, scratch: SQLiteConnection) throws {
    let models = testCase.models
    try self.init(
      from: models[0], to: models[1], seed: testCase.seed, rowLimit: testCase.rowLimit,
      scratch: scratch)
  }

  /// A trial that continues with the store that this one migrated.
  func next(to target: ModelDescription, scratch: SQLiteConnection) throws -> EvolutionTrial {
    try EvolutionTrial(
      of: connection, holding: nil, from: self.target, to: target, dice: dice, scratch: scratch)
  }

  /// Migrates from each version of a case to the next, until a migration is refused.
  static func outcomes(
    of testCase: EvolutionCase, scratch: SQLiteConnection
  ) throws -> [EvolutionCase.Outcome] {
    var trial = try EvolutionTrial(testCase, scratch: scratch)
    var outcomes = [try trial.run()]
    for model in testCase.models.dropFirst(2) {
      guard case .migrated? = outcomes.last else { break }
      trial = try trial.next(to: model, scratch: scratch)
      outcomes.append(try trial.run())
    }
    return outcomes
  }

  mutating func run() throws -> EvolutionCase.Outcome {
    do {
      return try outcome()
    } catch {
      throw Failure(description: "\(error)\nrows before:\n" + old.lines.joined(separator: "\n"))
    }
  }

  private mutating func outcome() throws -> EvolutionCase.Outcome {
    let found = try checkReading()
    let verdict = EvolutionOracle.verdict(
      from: source, to: target, old, highestKeys: highestKeys)
    switch verdict {
    case .refuses(let obstacles):
      let differences = obstacles.symmetricDifference(found)
      try Self.demand(
        differences.isEmpty, "obstacles",
        obstacles.subtracting(found).map { "oracle alone: \($0.entity) \($0)" }
          + found.subtracting(obstacles).map { "evolution alone: \($0.entity) \($0)" })
      return .refused(obstacles)
    case .migrates(let expected):
      try Self.demand(
        found.isEmpty, "obstacles", found.map { "evolution alone: \($0.entity) \($0)" })
      try migrate(to: expected)
      try migrateKeepingSource(to: expected)
      return .migrated
    }
  }

  /// Runs all read-only checks.
  private mutating func checkReading() throws -> Set<MigrationObstacle> {
    let before = try StoreShape.dump(connection)
    let obstacles = try evolution.obstacles(on: connection)
    if obstacles.isEmpty, dice.chance(20) {
      _ = try evolution.statements(on: connection)
      try checkTableChanges()
    }
    try Self.demand(try StoreShape.dump(connection) == before, "changed by reading", [])
    try Self.demand(Set(obstacles).count == obstacles.count, "reported twice", ["\(obstacles)"])
    return Set(obstacles)
  }

  /// Compares the reported change of each table with the tables before and after the migration.
  private func checkTableChanges() throws {
    let changes = try evolution.tableChanges(on: connection)
    let after = changes.filter { $0.work != .dropped }.map(\.table).sorted()
    let expected = evolution.target.tables.map(\.name) + evolution.target.joinTables.map(\.name)
    try Self.demand(after == expected.sorted(), "table changes", ["\(changes)"])
    let before = Set(evolution.source.tables.map(\.name) + evolution.source.joinTables.map(\.name))
    let dropped = changes.filter { $0.work == .dropped }.map(\.table)
    try Self.demand(before.isSuperset(of: dropped), "dropped tables", ["\(changes)"])
  }

  /// Migrates, compares, and rolls back.
  private mutating func migrate(to expected: StorePicture) throws {
    try connection.execute("BEGIN IMMEDIATE")
    do {
      if dice.chance(20) {
        for text in try evolution.statements(on: connection) { try connection.execute(text) }
      } else {
        try evolution.run(on: connection)
      }
      try compare(expected, "migrated")
    } catch {
      try connection.execute("ROLLBACK")
      throw error
    }
    try connection.execute("ROLLBACK")
  }

  private func migrateKeepingSource(to expected: StorePicture) throws {
    try connection.execute("BEGIN IMMEDIATE")
    try evolution.run(on: connection, keepingSource: true)
    var kept = try Self.picture(source, evolution.keptSource, connection)
    // The old positions and changes stay with the rows that are copied.
    (kept.positions, kept.changes) = (old.positions, old.changes)
    try Self.demand(kept == old, "kept source", kept.differences(from: old))
    try comparePictures(expected, "beside its source")
    try evolution.dropKeptSource(on: connection)
    try connection.execute("COMMIT")
    try compareForms("without its source")
  }

  private func compare(_ expected: StorePicture, _ stage: String) throws {
    try comparePictures(expected, stage)
    try compareForms(stage)
  }

  private func compareForms(_ stage: String) throws {
    let shape = try StoreShape.lines(of: connection)
    let differences = StoreShape.differences(shape, freshShape)
    try Self.demand(differences.isEmpty, "\(stage): shape", differences)
    let highest = EvolutionOracle.highestKeys(from: source, to: target, highestKeys)
    let defects = try StoreSoundness(connection: connection, layout: evolution.target)
      .defects(highest: highest)
    try Self.demand(defects.isEmpty, stage, defects)
  }

  private func comparePictures(_ expected: StorePicture, _ stage: String) throws {
    var new = try Self.picture(target, evolution.target.tableMap, connection)
    new.recogniseNewUUIDs(expectedBy: expected)
    try Self.demand(new == expected, stage, new.differences(from: expected))
  }

  private static func picture(
    _ model: ModelDescription, _ map: TableMap, _ connection: SQLiteConnection
  ) throws -> StorePicture {
    var picture = try PictureReader.picture(of: model, at: map, on: connection)
    picture.positions = try MemberPositions.all(on: connection)
    picture.changes = try PictureReader.changes(at: map, on: connection)
    return picture
  }

  private static func demand(
    _ isTrue: Bool, _ what: String, _ details: @autoclosure () -> [String]
  ) throws {
    guard !isTrue else { return }
    throw Failure(description: "\(what):\n" + details().joined(separator: "\n"))
  }
}

extension StorePicture {
  /// Puts the oracle's placeholder where it expects new UUIDs and distinct ones were found.
  mutating func recogniseNewUUIDs(expectedBy expected: StorePicture) {
    var seen: Set<SQLValue> = []
    for (name, rows) in expected.rows {
      for (key, row) in rows {
        for (path, value) in row.values where value == EvolutionOracle.newUUID {
          guard let found = self.rows[name]?[key]?.values[path], found.blob?.count == 16,
            seen.insert(found).inserted
          else { continue }
          self.rows[name]?[key]?.values[path] = value
        }
      }
    }
  }
}
