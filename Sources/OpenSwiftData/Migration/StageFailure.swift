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
  /// Whether a closure had its turn at them.
  var areLeftByClosure = false

  func error(_ stage: String, path: String) -> SwiftDataError {
    let lines = obstacles.map { "- \($0) \(areLeftByClosure ? $0.adviceAfterClosure : $0.advice)" }
    let problem =
      areLeftByClosure ? "is not complete after its closure" : "cannot be inferred"
    return .loadIssueModelContainer.explained(
      """
      The \(stage) \(problem); the store is as it was. In the way:
      \(lines.joined(separator: "\n"))
      """, entity: obstacles.first?.entity, path: path)
  }
}
