import CoreDataFormat
import DataSchema
import Foundation
import RecordStore
import SQLCore
import SQLiteDriver

extension SchemaMigrationPlan {
  /// Says what the plan would do to a store, up to its last version, without changing anything.
  ///
  /// Reads the schema and counts and checks the rows. What a stage's closures do cannot be told, and so
  /// of the stages after the first only what follows from the versions.
  ///
  /// - Parameter url: The store's file.
  /// - Returns: The stages, what they do, and what is in the way.
  /// - Throws: What opening the store with the plan throws before it begins to migrate.
  public static func report(for url: URL) throws -> MigrationReport {
    try MigrationReportMaker(StoreReader(url), MigrationPlanVersions(Self.self, nil)).report()
  }
}

extension Schema {
  /// Says what bringing a store to this schema without a plan would do, without changing anything.
  ///
  /// - Parameter url: The store's file.
  /// - Returns: What happens, and what is in the way.
  /// - Throws: What opening the store without a plan throws before it begins to migrate.
  public func migrationReport(for url: URL) throws -> MigrationReport {
    try checkModels()
    return try MigrationReportMaker(StoreReader(url), MigrationPlanVersions(self)).report()
  }
}

private struct MigrationReportMaker {
  let reader: StoreReader
  let plan: MigrationPlanVersions
  private let stored: StoreVersion
  private let models: [ModelDescription]

  init(_ reader: StoreReader, _ plan: MigrationPlanVersions) throws {
    self.reader = reader
    self.plan = plan
    stored = StoreVersion(reader.metadata, try reader.readModel())
    try MigrationFiles.registerForChecks(on: reader.connection, reader.location)
    models = stored.inverses.resolved(
      StoreShares(plan, [plan.versions[plan.target].model], found: [], heir: 0).models[0])
  }

  func report() throws -> MigrationReport {
    try reader.location.reporting {
      let path = try MigrationPath(
        from: stored, in: plan, holding: models, path: reader.location.path
      ) { model in
        guard let before = stored.known else { return [] }
        return try StoreEvolution(from: before, to: model, storedOn: reader.connection)
          .obstacles(on: reader.connection)
      }
      let described = try describe(path.steps)
      return MigrationReport(
        storePath: reader.location.path, storedVersion: stored.identifier,
        targetVersion: plan.versions[plan.target].identifier, stages: described.stages,
        obstacles: described.obstacles)
    }
  }

  private func describe(
    _ steps: [MigrationStep]
  ) throws -> (stages: [MigrationReport.Stage], obstacles: [MigrationReport.Obstacle]) {
    var stages: [MigrationReport.Stage] = []
    var obstacles: [MigrationReport.Obstacle] = []
    var model =
      stored.model ?? steps.first?.from.map { models[$0] } ?? stored.archived
      ?? models[plan.target]
    var contents: TableContents?
    for (index, step) in steps.enumerated() {
      let target = models[step.to]
      let evolution =
        index == 0
        ? try StoreEvolution(from: model, to: target, storedOn: reader.connection)
        : try StoreEvolution(from: model, to: target)
      // Of the versions in between there are tables, but no rows.
      let connection = index == 0 ? reader.connection : try Self.emptyStore(evolution.source)
      var changes = try evolution.tableChanges(on: connection)
      var before = contents ?? TableContents(changes, on: connection)
      before.count(&changes)
      obstacles += try evolution.obstacles(on: connection).map {
        MigrationReport.Obstacle($0, stage: index + 1, step)
      }
      stages.append(
        MigrationReport.Stage(
          number: index + 1,
          fromVersion: step.from.map { plan.versions[$0].identifier } ?? stored.identifier,
          toVersion: plan.versions[step.to].identifier,
          kind: step.isCustom ? .custom : .lightweight,
          changes: SchemaChangeText(evolution.mapping, model, models[step.to]).lines,
          tables: changes.map(MigrationReport.Table.init),
          // Where something is in the way there may be no statements that would do.
          statements: (try? evolution.statements(on: connection)) ?? [],
          estimatedSize: before.size(of: changes.filter { $0.work == .rebuilt })))
      before.apply(changes)
      contents = before
      model = models[step.to]
    }
    return (stages, obstacles)
  }

  /// A store in memory that has the tables of a version.
  private static func emptyStore(_ layout: CoreDataLayout) throws -> SQLiteConnection {
    let connection = try SQLiteConnection(path: "", mode: .inMemory)
    let statements = try SchemaStatements(layout: layout)
    for text in statements.all { try connection.run(text) }
    for row in statements.primaryKeyRows { try connection.run(row.text, row.values) }
    return connection
  }
}

extension MigrationReport.Table {
  fileprivate init(_ change: TableChange) {
    let work: Work =
      switch change.work {
      case .kept: .kept
      case .extended: .extended
      case .rebuilt: .rebuilt
      case .created: .created
      case .dropped: .dropped
      }
    self.init(name: change.table, work: work, rows: change.rows, description: change.description)
  }
}

extension MigrationReport.Obstacle {
  fileprivate init(_ obstacle: MigrationObstacle, stage: Int, _ step: MigrationStep) {
    let concernsRows =
      switch obstacle.problem {
      case .missingValues, .duplicates, .inexact, .tooManyTargets, .becomesAbstract: true
      case .typeChange, .kindChange, .destinationChange, .claimedTwice: false
      }
    var isPrepared = false
    if case .custom(_, _, .some, _)? = step.stage { isPrepared = true }
    self.init(
      stage: stage, entity: obstacle.entity, property: obstacle.property,
      description: obstacle.description, advice: obstacle.advice,
      mayBeSolvedByStage: concernsRows && isPrepared)
  }
}
