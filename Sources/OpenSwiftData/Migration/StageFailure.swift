import DataSchema

/// What went wrong in a stage, and where in it.
struct StageFailure: Error {
  enum Phase {
    case willMigrate, tables, didMigrate

    var text: String {
      switch self {
      case .willMigrate: "The closure willMigrate"
      case .tables: "Changing the tables"
      case .didMigrate: "The closure didMigrate"
      }
    }
  }

  let phase: Phase
  /// The versions of the stage, in words.
  let stage: String
  let entity: String?
  let underlying: any Error
}

/// What no rule of automatic migration covers in a stage.
struct StageObstacles: Error {
  let obstacles: [MigrationObstacle]

  func error(_ stage: String, path: String) -> SwiftDataError {
    let lines = obstacles.map { "- \($0) \($0.advice)" }
    return .loadIssueModelContainer.explained(
      """
      The \(stage) cannot be inferred; the store is as it was. In the way:
      \(lines.joined(separator: "\n"))
      """, entity: obstacles.first?.entity, path: path)
  }
}
