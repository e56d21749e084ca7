import DataSchema

/// A failure in a stage, and where it happened.
struct StageFailure: Error {
  enum Phase {
    case willMigrate, tables, didMigrate

    var text: String {
      switch self {
      case .willMigrate: "The willMigrate closure"
      case .tables: "The change of the tables"
      case .didMigrate: "The didMigrate closure"
      }
    }
  }

  let phase: Phase
  /// The versions of the stage, in words.
  let stage: String
  let entity: String?
  let underlying: any Error
}

/// The problems in a stage that no rule of automatic migration covers.
struct StageObstacles: Error {
  let obstacles: [MigrationObstacle]
  /// Whether a closure has already run and left them unsolved.
  var areLeftByClosure = false

  func error(_ stage: String, path: String) -> SwiftDataError {
    let lines = obstacles.map { "- \($0) \(areLeftByClosure ? $0.adviceAfterClosure : $0.advice)" }
    let problem =
      areLeftByClosure ? "is not complete after its closure" : "cannot be inferred automatically"
    return .loadIssueModelContainer.explained(
      """
      The \(stage) \(problem). The store was not changed. Problems:
      \(lines.joined(separator: "\n"))
      """, entity: obstacles.first?.entity, path: path,
      advice: obstacles.count == 1
        ? "Solve the problem as its line suggests, and open the store again."
        : "Solve each problem as its line suggests, and open the store again.")
  }
}
