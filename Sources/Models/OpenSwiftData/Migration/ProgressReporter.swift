import CoreDataFormat

/// Reports the progress of a migration, and ends it when it is canceled.
final class ProgressReporter {
  private let handler: (@Sendable (MigrationProgress) throws -> Void)?
  private let stageCount: Int
  private var stage = 0
  private var versions: (from: Schema.Version, to: Schema.Version)
  /// The error that ended the migration, if it was canceled.
  private(set) var cancellation: (any Error)?
  /// The entity whose rows were copied last in this stage.
  private(set) var entity: String?

  init(_ handler: (@Sendable (MigrationProgress) throws -> Void)?, stageCount: Int) {
    self.handler = handler
    self.stageCount = stageCount
    versions = (Schema.Version(0, 0, 0), Schema.Version(0, 0, 0))
  }

  func beginStage(from: Schema.Version?, to: Schema.Version) throws {
    stage += 1
    versions = (from ?? Schema.Version(0, 0, 0), to)
    entity = nil
    try report(entity: nil, 0, of: 0)
  }

  func report(_ progress: EvolutionProgress) throws {
    entity = progress.entity
    try report(entity: progress.entity, progress.completedRows, of: progress.totalRows)
  }

  private func report(entity: String?, _ completed: Int64, of total: Int64) throws {
    do {
      try Task.checkCancellation()
      try handler?(
        MigrationProgress(
          stage: stage, stageCount: stageCount, fromVersion: versions.from,
          toVersion: versions.to, entity: entity, completedRows: completed, totalRows: total))
    } catch {
      cancellation = error
      throw error
    }
  }
}
