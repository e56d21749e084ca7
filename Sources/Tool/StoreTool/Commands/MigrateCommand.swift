import CommandLineTool
import DataSchema

/// `migrate`.
struct MigrateCommand: ToolCommand {
  static let help = CommandHelp(
    "migrate", "Migrate a store to another schema after a backup, or show what that would do.",
    discussion: """
      The target is the schema of another store or of a Core Data model. Changes are inferred from names
      and former names, as when a container opens a store without a migration plan. Custom stages of a
      program need that program. First, the store is copied beside itself, or to --backup. The migration
      is one transaction: whatever happens, the store has either the old schema or the new one. Rows keep
      their keys, and the history continues. The command refuses stores that Apple's frameworks mirror to
      CloudKit, newer stores, schemas with attributes that Core Data derives, and changes that cannot be
      inferred. Rows of entities and links of many-to-many relationships that the target lacks prevent
      the migration, unless you pass --drop-rows.

      With --plan, nothing is changed: the command shows the differences, what happens to each table,
      what prevents the migration, and with --statements the SQL. With --sql, it prints only the SQL, as
      a file to review. Migrations of PostgreSQL stores can only be planned. With --dry-run, a copy is
      migrated, checked and deleted. The exit status is 1 if something prevents the migration, or if the check
      afterwards finds problems.
      """,
    arguments: [.store],
    options: [
      CommandOption(
        "to", value: "FILE",
        "A store, .xcdatamodeld, .xcdatamodel, .momd or .mom with the schema."),
      CommandOption(
        "version", value: "NAME", "The model's version; the current one by default."),
      CommandOption("plan", "Show what would be done, and change nothing."),
      CommandOption("dry-run", "Migrate a copy, show the result, and delete the copy."),
      CommandOption("statements", "Show the SQL too."),
      CommandOption("sql", "With --plan: print only the SQL, as a file to review."),
      CommandOption("backup", value: "PATH", "Copy the store to this path; it must not exist."),
      CommandOption("no-backup", "Do not make a backup."),
      CommandOption("drop-rows", "Delete rows and links that the schema lacks."),
      .format(["text", "json"]),
    ],
    examples: [
      "swiftdata migrate default.store --to Model.xcdatamodeld --version \"Model 2\" --plan",
      "swiftdata migrate old.store --to new.store --plan --sql > change.sql",
      "swiftdata migrate old.store --to new.store --dry-run",
      "swiftdata migrate old.store --to new.store --backup saved.store",
    ])

  private let place: String
  private let target: String
  private let version: String?
  /// Nil for a dry run.
  private let mode: MigrationMode?
  private let dropsRows: Bool
  private let showsStatements: Bool
  private let isJSON: Bool
  private let isSQL: Bool

  init(_ arguments: Arguments) throws {
    place = arguments.words[0]
    guard let target = arguments["to"] else {
      throw ToolError.usage("migrate needs --to FILE.", advice: "Try: swiftdata help migrate")
    }
    self.target = target
    version = arguments["version"]
    dropsRows = arguments.has("drop-rows")
    showsStatements = arguments.has("statements")
    isJSON = arguments["format"] == "json"
    isSQL = arguments.has("sql")
    mode = try Self.mode(arguments)
    guard !isSQL || mode == nil && !isJSON else {
      throw ToolError.usage(
        "--sql needs --plan, and has its own format.",
        advice: "Try: swiftdata migrate STORE --to FILE --plan --sql")
    }
  }

  private static func mode(_ arguments: Arguments) throws -> MigrationMode? {
    let ways = ["plan", "dry-run", "backup", "no-backup"].filter(arguments.has)
    guard ways.count < 2 else {
      throw ToolError.usage(
        "--\(ways[0]) and --\(ways[1]) cannot be used together.",
        advice: "Leave one of them out.")
    }
    switch ways.first {
    case "plan": return nil
    case "dry-run": return .trial
    case "no-backup": return .inPlace(.none)
    default: return .inPlace(arguments["backup"].map { .at($0) } ?? .beside)
    }
  }

  func run(in session: ToolSession) throws -> ExitStatus {
    let target = try MigrationTarget(target, version: version, session.kinds)
    for note in target.notes { session.terminal.message("note: \("\(note)".printable)\n") }
    var report = try plan(to: target.model, session)
    if let mode, report.migration.isNeeded, report.migration.obstacles.isEmpty {
      report.outcome = try migrate(to: target.model, mode, session)
      report.mode = mode
    }
    if isSQL {
      try report.writeSQL(of: place, session.terminal)
    } else if isJSON {
      try session.terminal.print(report.json(withStatements: showsStatements).lines)
    } else {
      try report.write(withStatements: showsStatements, session.terminal)
    }
    return report.isGood ? .good : .different
  }

  /// Plans the migration, and closes the store again.
  private func plan(
    to model: ModelDescription, _ session: ToolSession
  ) throws -> MigrationOutput {
    let store = try session.kinds.open(place)
    return MigrationOutput(
      versions: (store.model.versionIdentifiers, model.versionIdentifiers),
      differences: SchemaDifference.differences(store.model, model),
      migration: try store.migration(to: model, dropsRows: dropsRows))
  }

  private func migrate(
    to model: ModelDescription, _ mode: MigrationMode, _ session: ToolSession
  ) throws -> MigrationSummary {
    let bar = ProgressBar(terminal: session.terminal, showsPercentage: false)
    defer { bar.finish() }
    return try session.kinds.migrate(place, to: model, mode, dropsRows: dropsRows) {
      bar.update($0, of: $1)
    }
  }
}
