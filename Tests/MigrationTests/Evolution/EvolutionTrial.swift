import CoreDataFormat
import DataSchema
import SQLCore
import SQLiteDriver

/// Runs one case on a database in memory and compares it with the oracle.
struct EvolutionTrial {
  /// What was found to be wrong.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let source: ModelDescription
  private let target: ModelDescription
  private let connection: SQLiteConnection
  private let old: StorePicture
  private let evolution: StoreEvolution
  private let highestKeys: [String: Int64]
  private let freshShape: Set<String>
  private var dice: Dice

  /// - Parameters:
  ///   - seed: Decides the data.
  ///   - rowLimit: The most rows that an entity gets.
  ///   - scratch: A database for the shapes of new stores, empty before and after.
  init(
    from source: ModelDescription, to target: ModelDescription, seed: UInt64, rowLimit: Int,
    scratch: SQLiteConnection
  ) throws {
    dice = Dice(seed: seed ^ 0xD1CE)
    (self.source, self.target) = (source, target)
    connection = try SQLiteConnection(path: "", mode: .inMemory)
    try ExternalStandIn.register(on: connection)
    evolution = try StoreEvolution(from: source, to: target)
    freshShape = try StoreShape.fresh(evolution.target, on: scratch)
    let picture = PictureGenerator.picture(
      of: source, seed: dice.seed(), rowLimit: rowLimit)
    let writer = PictureWriter(picture, evolution.source)
    let slack = dice.pick([0, 0, 5, 1000]).map(Int64.init) ?? 0
    try writer.write(to: connection, slack: slack, dice: &dice)
    old = try Self.picture(source, evolution.source.tableMap, connection)
    try Self.demand(old == picture, "written", old.differences(from: picture))
    highestKeys = old.highestKeys(FlatSchema(source)).mapValues { $0 + slack }
  }

  init(_ testCase: EvolutionCase, scratch: SQLiteConnection) throws {
    let models = testCase.models
    try self.init(
      from: models.source, to: models.target, seed: testCase.seed, rowLimit: testCase.rowLimit,
      scratch: scratch)
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

  /// Asks all questions that only read.
  private mutating func checkReading() throws -> Set<MigrationObstacle> {
    let before = try StoreShape.dump(connection)
    let obstacles = try evolution.obstacles(on: connection)
    if obstacles.isEmpty {
      _ = try evolution.statements(on: connection)
      _ = try evolution.tableChanges(on: connection)
    }
    try Self.demand(try StoreShape.dump(connection) == before, "changed by reading", [])
    try Self.demand(Set(obstacles).count == obstacles.count, "reported twice", ["\(obstacles)"])
    return Set(obstacles)
  }

  /// Migrates, compares, and takes it back.
  private func migrate(to expected: StorePicture) throws {
    try connection.execute("BEGIN IMMEDIATE")
    do {
      try evolution.run(on: connection)
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
    kept.positions = old.positions
    try Self.demand(kept == old, "kept source", kept.differences(from: old))
    try comparePictures(expected, "beside its source")
    try evolution.dropKeptSource(on: connection)
    try connection.execute("COMMIT")
    try compare(expected, "without its source")
  }

  private func compare(_ expected: StorePicture, _ stage: String) throws {
    try comparePictures(expected, stage)
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
  /// The highest key of each tree; 0 where it has no rows.
  fileprivate func highestKeys(_ schema: FlatSchema) -> [String: Int64] {
    Dictionary(
      uniqueKeysWithValues: schema.roots.map { root in
        (root, entityByKey(inTreeOf: root, schema).keys.max() ?? 0)
      })
  }

  /// Puts the oracle's mark where it expects new UUIDs and there are different ones.
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

extension EvolutionTrial {
  /// The way between two schemas, on a database that gets an empty store of the first.
  static func evolution(
    from source: [EntityDescription], to target: [EntityDescription],
    on connection: SQLiteConnection
  ) throws -> StoreEvolution {
    try ExternalStandIn.register(on: connection)
    let evolution = try StoreEvolution(
      from: ModelDescription(entities: source), to: ModelDescription(entities: target))
    let statements = try SchemaStatements(layout: evolution.source)
    for text in statements.all { try connection.execute(text) }
    for row in statements.primaryKeyRows { try connection.run(row.text, row.values) }
    return evolution
  }

  /// Statements of a migration that read a whole table for each row of another.
  static func scansBelowScans(
    _ evolution: StoreEvolution, on connection: SQLiteConnection
  ) throws -> [String] {
    var found: [String] = []
    for text in try evolution.statements(on: connection) {
      let plan = try connection.rows("EXPLAIN QUERY PLAN " + text)
      let correlated = plan.filter { $0[3].text?.hasPrefix("CORRELATED") ?? false }.map { $0[0] }
      var below = Set(correlated)
      for step in plan where below.contains(step[1]) {
        below.insert(step[0])
        if step[3].text?.hasPrefix("SCAN") ?? false { found.append("\(step[3]) in \(text)") }
      }
      try connection.execute(text)
    }
    return found
  }
}
