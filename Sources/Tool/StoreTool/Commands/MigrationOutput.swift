import CommandLineTool

/// A planned or completed migration, for display.
struct MigrationOutput {
  /// The version identifiers of the store and of the target schema.
  var versions: (old: [String], new: [String])
  var differences: [SchemaDifference]
  var migration: MigrationPreview
  /// The result of the migration; nil if it was not performed.
  var outcome: MigrationSummary?
  var mode: MigrationMode?

  private var obstacles: [String] { outcome?.obstacles ?? migration.obstacles }

  /// Whether nothing prevents the migration, and nothing went wrong.
  var isGood: Bool {
    (!migration.isNeeded || obstacles.isEmpty) && (outcome?.problems.isEmpty ?? true)
  }
}

extension MigrationOutput {
  func write(withStatements: Bool, _ terminal: Terminal) throws {
    for difference in differences { try terminal.print(difference.line.printable) }
    guard migration.isNeeded else { return try writeNothing(terminal) }
    if versions.old != versions.new {
      try terminal.print(
        "Version: \(Self.text(versions.old)) → \(Self.text(versions.new))".printable)
    }
    var table = TextTable(["Table", "Rows", "What happens"], rightAligned: [1])
    for change in migration.tables { table.append([change.table, "\(change.rows)", change.text]) }
    try terminal.print("")
    try table.print(on: terminal)
    for obstacle in obstacles {
      try terminal.print(terminal.styled("Prevents the migration: ", .red) + obstacle.printable)
    }
    if withStatements {
      try terminal.print("")
      for statement in migration.statements { try terminal.print(statement + ";") }
    }
    if let outcome, outcome.obstacles.isEmpty { try write(outcome, terminal) }
  }

  /// Prints the statements as a file.
  ///
  /// - Parameters:
  ///   - place: The location of the store.
  ///   - terminal: Where to print.
  /// - Throws: Errors of printing.
  func writeSQL(of place: String, _ terminal: Terminal) throws {
    let (old, new) = (Self.text(versions.old), Self.text(versions.new))
    var notes = [
      "Migration of \(place) from version \(old) to \(new).",
      "For review: the program that migrates the store also updates its metadata.",
    ]
    notes += differences.map(\.line)
    notes += migration.tables.map { "Table \($0.table), rows: \($0.rows): \($0.text)" }
    var statements: [String] = []
    if !migration.isNeeded {
      notes.append("There is nothing to do.")
    } else if obstacles.isEmpty {
      statements = migration.frame.before + migration.statements + migration.frame.after
    } else {
      notes += obstacles.map { "Prevents the migration: \($0)" }
    }
    for note in notes { try terminal.print("-- " + note.printable) }
    for statement in statements { try terminal.print(statement + ";") }
  }

  private func writeNothing(_ terminal: Terminal) throws {
    try terminal.print(
      differences.isEmpty
        ? "The schemas are the same; there is nothing to do."
        : "The version hashes are the same; there is nothing to do.")
  }

  private func write(_ outcome: MigrationSummary, _ terminal: Terminal) throws {
    var table = TextTable(["Entity", "Rows"], rightAligned: [1])
    for (entity, count) in outcome.counts { table.append([entity, "\(count)"]) }
    try terminal.print("")
    try table.print(on: terminal)
    try CheckCommand.write(outcome.problems, terminal)
    switch mode {
    case .trial: terminal.note("A copy was migrated; the store was not changed.")
    case .inPlace, nil:
      terminal.note(
        outcome.backup.map { "The store was migrated. The backup is at \($0)." }
          ?? "The store was migrated.")
    }
  }

  private static func text(_ versions: [String]) -> String {
    let named = versions.filter { !$0.isEmpty }
    return named.isEmpty ? "none" : named.joined(separator: ", ")
  }
}

extension MigrationOutput {
  func json(withStatements: Bool) -> JSONValue {
    .object([
      "isNeeded": .bool(migration.isNeeded),
      "fromVersions": .strings(versions.old), "toVersions": .strings(versions.new),
      "differences": .array(differences.map(\.json)),
      "tables": .array(
        migration.tables.map {
          .object([
            "table": .string($0.table), "rows": .integer($0.rows), "change": .string($0.text),
          ])
        }),
      "obstacles": .strings(migration.isNeeded ? obstacles : []),
      "statements": withStatements ? .strings(migration.statements) : nil,
      "result": outcome.map { json($0) },
    ])
  }

  private func json(_ outcome: MigrationSummary) -> JSONValue {
    .object([
      "isInPlace": .bool(mode != .trial), "backup": outcome.backup.map { .string($0) },
      "entities": .object(
        outcome.counts.map { JSONValue.Member(name: $0.entity, value: .count($0.count)) }),
      "problems": .array(outcome.problems.map(\.json)),
    ])
  }
}

extension SchemaDifference {
  fileprivate var json: JSONValue {
    .object([
      "kind": .string(kind.rawValue), "entity": .string(entity),
      "property": property.map { .string($0) }, "detail": detail.map { .string($0) },
    ])
  }
}
