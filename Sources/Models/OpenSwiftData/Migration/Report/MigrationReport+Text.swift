extension MigrationReport: CustomStringConvertible {
  /// The report as text for people.
  public var description: String {
    var lines = ["Store \(storePath)", heading]
    for stage in stages {
      lines += [""] + stage.lines
      let own = obstacles.filter { $0.stage == stage.number }
      if !own.isEmpty { lines.append("  Problems:") }
      for obstacle in own {
        let note = obstacle.mayBeSolvedByStage ? " (unless willMigrate solves it)" : ""
        lines += ["    \(obstacle.description)\(note)", "      \(obstacle.advice)"]
      }
    }
    return lines.joined(separator: "\n")
  }

  private var heading: String {
    let stored = storedVersion.map { "Version \($0)" } ?? "Unknown version"
    guard isNeeded else { return "\(stored): nothing to migrate." }
    let count = stages.count == 1 ? "1 stage" : "\(stages.count) stages"
    return "\(stored), to be migrated to \(targetVersion) in \(count); needs "
      + (estimatedSize == 0 ? "no" : "about \(Self.size(estimatedSize)) of")
      + " extra disk space while it runs."
  }

  /// A number of bytes in a suitable unit.
  static func size(_ bytes: Int64) -> String {
    guard bytes >= 1_000 else { return bytes == 1 ? "1 byte" : "\(bytes) bytes" }
    var value = Double(bytes)
    var unit = ""
    for next in ["KB", "MB", "GB", "TB"] where value >= 1_000 {
      value /= 1_000
      unit = next
    }
    let tenths = Int((value * 10).rounded())
    return tenths >= 100 ? "\(tenths / 10) \(unit)" : "\(tenths / 10).\(tenths % 10) \(unit)"
  }
}

extension MigrationReport.Stage {
  fileprivate var lines: [String] {
    let from = fromVersion.map { "\($0)" } ?? "unknown version"
    var lines = ["Stage \(number): \(from) to \(toVersion) (\(kind.rawValue))"]
    lines += changes.map { "  \($0)" }
    if kind == .custom { lines.append("  Runs the app's custom migration code.") }
    if !tables.isEmpty { lines.append("  Tables:") }
    lines += tables.map { table in
      let rows = table.rows == 1 ? "1 row" : "\(table.rows) rows"
      return "    \(table.name) (\(table.work.rawValue), \(rows)): \(table.description)"
    }
    if !statements.isEmpty { lines.append("  Statements:") }
    return lines + statements.map { "    \($0);" }
  }
}
