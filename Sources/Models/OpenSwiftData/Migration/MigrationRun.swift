import CoreDataFormat
import Foundation
import RecordStore
import SQLCore

/// The stages of a migration, for stores whose transactions have begun.
///
/// Stores at the same version run the stages together, so that a closure sees the models of all of
/// them.
struct MigrationRun {
  private let plan: MigrationPlanVersions
  private let options: MigrationOptions
  private let stores: [StoreMigration]
  private let progress: ProgressReporter

  init(_ plan: MigrationPlanVersions, _ options: MigrationOptions, _ stores: [StoreMigration]) {
    self.plan = plan
    self.options = options
    self.stores = stores
    progress = ProgressReporter(
      options.onProgress, stageCount: Self.groups(stores.map(\.path.steps)).count)
  }

  func run() throws {
    try backUp()
    for group in Self.groups(stores.map(\.path.steps)) {
      try perform(group.step, group.stores.map { stores[$0] })
    }
    for store in stores { try store.session.source.reporting { try store.session.writeMetadata() } }
    for store in stores { try store.session.source.reporting { try store.session.commit() } }
  }

  /// The steps that stores run together, in the order of the plan.
  private static func groups(
    _ steps: [[MigrationStep]]
  ) -> [(step: MigrationStep, stores: [Int])] {
    var rest = steps.map { $0[...] }
    var groups: [(MigrationStep, [Int])] = []
    while true {
      let next = rest.indices.compactMap { index in rest[index].first.map { ($0, index) } }
        .min { ($0.0.from ?? -1, $0.0.to, $0.1) < ($1.0.from ?? -1, $1.0.to, $1.1) }
      guard let (step, index) = next else { return groups }
      let members = rest.indices.filter { other in
        // A store at no version of the plan migrates to one on its own.
        other == index
          || (step.from != nil && rest[other].first?.from == step.from
            && rest[other].first?.to == step.to)
      }
      for member in members { rest[member].removeFirst() }
      groups.append((step, members))
    }
  }

  private func backUp() throws {
    for (index, store) in stores.enumerated() {
      guard let file = store.session.source as? StoreFile else {
        try Self.refuseBackup(options.backup, of: store.session.source)
        continue
      }
      try MigrationBackup(file, options.backup, number: index).make()
    }
  }

  /// Throws if a backup is wanted, because only files can be copied.
  private static func refuseBackup(
    _ backup: MigrationOptions.Backup, of store: any MigrationSource
  ) throws {
    guard backup != .none else { return }
    throw SwiftDataError.loadIssueModelContainer.explained(
      "The store cannot be copied before the migration, because it is on a server.",
      path: store.path,
      advice: "Migrate without the backup option, and back up the database on the server, for "
        + "example with pg_dump.")
  }

  private func perform(_ step: MigrationStep, _ stores: [StoreMigration]) throws {
    let before =
      step.from.map { plan.versions[$0].identifier }
      ?? StoreVersion.identifier(stores[0].session.source.metadata)
    let stage = StageRun(
      step: step, before: step.from.map { plan.versions[$0] }, after: plan.versions[step.to],
      stores: stores, progress: progress)
    do {
      try progress.beginStage(from: before, to: plan.versions[step.to].identifier)
      try stage.run()
    } catch let error as StageFailure {
      throw progress.cancellation ?? failure(error, from: before, stores)
    }
  }

  /// The error that reports a failed stage to the user.
  private func failure(
    _ failure: StageFailure, from before: Schema.Version?, _ stores: [StoreMigration]
  ) -> any Error {
    let error = stores.lazy.compactMap(\.session.failure).first ?? failure.underlying
    let path = stores.map(\.session.source.path).joined(separator: ", ")
    if let obstacles = error as? StageObstacles {
      return obstacles.error(failure.stage, path: path)
    }
    let described = (error as? SQLError).flatMap { Self.described($0, stores[0].session.source) }
    switch described {
    case .storeIsFull?, .storeIsReadOnly?, .storeIsLocked?, .storeIsCorrupt?:
      if failure.phase == .tables { return described ?? error }
    default: break
    }
    return SwiftDataError.loadIssueModelContainer.explained(
      "\(failure.phase.text) of the \(failure.stage) failed. The store was not changed.",
      entity: failure.entity, path: path,
      advice: "See the underlying error.", underlying: error)
  }

  /// The error that reports a database failure to the user of the store.
  private static func described(
    _ error: SQLError, _ store: any MigrationSource
  ) -> SwiftDataError? {
    do {
      try store.reporting { () throws -> Void in throw error }
      return nil
    } catch {
      return error as? SwiftDataError
    }
  }
}
