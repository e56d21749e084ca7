import CoreDataFormat
import DataSchema
import Foundation
import RecordStore
import SQLCore

extension SchemaMigrationPlan {
  /// Reports how the plan would migrate a store to its last version, without changing anything.
  ///
  /// Reads the schema, and counts and checks the rows. A report cannot predict the closures of a
  /// stage. For stages after the first it therefore covers only what follows from the versions.
  ///
  /// - Parameter url: The store's file.
  /// - Returns: The stages, what they do, and what prevents them.
  /// - Throws: The errors of opening the store with the plan that occur before it begins to
  ///   migrate.
  public static func report(for url: URL) throws -> MigrationReport {
    try MigrationReportMaker(StoreReader(url), MigrationPlanVersions(Self.self, nil)).report()
  }

  /// Reports how the plan would migrate the store of a configuration, without changing anything.
  ///
  /// - Parameter configuration: The configuration of an existing store.
  /// - Returns: The stages, what they do, and what prevents them.
  /// - Throws: The errors of opening the store with the plan that occur before it begins to
  ///   migrate; `SwiftDataError.loadIssueModelContainer` for a kind of store that migrates itself.
  public static func report(
    for configuration: any DataStoreConfiguration
  ) throws -> MigrationReport {
    let plan = try MigrationPlanVersions(Self.self, nil)
    return try MigrationReportMaker(reportedStore(of: configuration, plan), plan).report()
  }
}

extension Schema {
  /// Reports how a store would be migrated to this schema without a plan, without changing
  /// anything.
  ///
  /// - Parameter url: The store's file.
  /// - Returns: What the migration does, and what prevents it.
  /// - Throws: The errors of opening the store without a plan that occur before it begins to
  ///   migrate.
  public func migrationReport(for url: URL) throws -> MigrationReport {
    try checkModels()
    return try MigrationReportMaker(StoreReader(url), MigrationPlanVersions(self)).report()
  }

  /// Reports how the store of a configuration would be migrated to this schema without a plan.
  ///
  /// Nothing is changed.
  ///
  /// - Parameter configuration: The configuration of an existing store.
  /// - Returns: What the migration does, and what prevents it.
  /// - Throws: The errors of opening the store without a plan that occur before it begins to
  ///   migrate; `SwiftDataError.loadIssueModelContainer` for a kind of store that migrates itself.
  public func migrationReport(
    for configuration: any DataStoreConfiguration
  ) throws -> MigrationReport {
    try checkModels()
    let plan = MigrationPlanVersions(self)
    return try MigrationReportMaker(reportedStore(of: configuration, plan), plan).report()
  }
}

/// The store of a configuration, opened only for reading.
private func reportedStore(
  of configuration: any DataStoreConfiguration, _ plan: MigrationPlanVersions
) throws -> any MigrationReportSource {
  if let configuration = configuration as? ModelConfiguration {
    return try StoreReader(configuration.url)
  }
  if let configuration = configuration as? any RowStoreConfiguration {
    return try configuration.findForReport(plan.versions[plan.target].model)
  }
  throw SwiftDataError.loadIssueModelContainer.explained(
    "The migration of the configuration \(configuration.name) cannot be reported, because its "
      + "store migrates itself.", advice: "See the store's own code for its migration.")
}

private struct MigrationReportMaker {
  let reader: any MigrationReportSource
  let plan: MigrationPlanVersions

  init(_ reader: any MigrationReportSource, _ plan: MigrationPlanVersions) {
    (self.reader, self.plan) = (reader, plan)
  }

  func report() throws -> MigrationReport {
    try reader.reporting {
      let shares = StoreShares(
        plan, [plan.versions[plan.target].model], found: [], fallback: 0)
      let path = try MigrationPath(of: reader, in: plan, shares.models[0])
      let described = try describe(path)
      return MigrationReport(
        storePath: reader.path, storedVersion: path.stored.identifier,
        targetVersion: plan.versions[plan.target].identifier, stages: described.stages,
        obstacles: described.obstacles)
    }
  }

  private func describe(
    _ path: MigrationPath
  ) throws -> (stages: [MigrationReport.Stage], obstacles: [MigrationReport.Obstacle]) {
    var stages: [MigrationReport.Stage] = []
    var obstacles: [MigrationReport.Obstacle] = []
    let models = path.models
    var model = path.start ?? models[plan.target]
    var contents: TableContents?
    for (index, step) in path.steps.enumerated() {
      let target = models[step.to]
      let evolution = try reader.evolution(from: model, to: target, isStored: index == 0)
      // For the versions in between, there are tables but no rows.
      let read = try reader.withTables(of: index == 0 ? nil : model) { connection in
        let changes = try evolution.tableChanges(on: connection)
        return StepReport(
          changes: changes,
          contents: try contents
            ?? TableContents(changes, reader.tableSizes(), on: connection),
          obstacles: try evolution.obstacles(on: connection),
          // With obstacles, there may be no statements that perform the step.
          statements: (try? evolution.statements(on: connection)) ?? [])
      }
      var (changes, before) = (read.changes, read.contents)
      before.count(&changes)
      obstacles += read.obstacles.map { MigrationReport.Obstacle($0, stage: index + 1, step) }
      stages.append(
        MigrationReport.Stage(
          number: index + 1,
          fromVersion: step.from.map { plan.versions[$0].identifier } ?? path.stored.identifier,
          toVersion: plan.versions[step.to].identifier,
          kind: step.isCustom ? .custom : .lightweight,
          changes: SchemaChangeText(evolution.mapping, model, models[step.to]).lines,
          tables: changes.map(MigrationReport.Table.init), statements: read.statements,
          estimatedSize: before.size(of: changes.filter { $0.work == .rebuilt })))
      before.apply(changes)
      contents = before
      model = models[step.to]
    }
    return (stages, obstacles)
  }

  /// The report of one step.
  private struct StepReport {
    let changes: [TableChange]
    let contents: TableContents
    let obstacles: [MigrationObstacle]
    let statements: [String]
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
