import DataSchema
import RecordStore
import TerminalText

/// `migrate`.
struct MigrateCommand: ToolCommand {
  static let help = CommandHelp(
    "migrate", "Bring a store to another schema, after a backup, or show what that would do.",
    discussion: """
      The schema is that of another store, or of a model of Core Data's. What is what follows from names
      and former names, as where a container opens a store without a plan; stages that a program takes
      of its own need that program. The store is copied beside itself first, or to --backup; all of it is
      one transaction, so that whatever happens the store has the one schema or the other. Rows keep
      their keys, and the history goes on. Refused are stores that Apple's frameworks mirror to
      CloudKit, newer ones, schemas with attributes that Core Data derives, and what no rule covers.
      Rows of entities that the schema lacks, and links of many-to-many relationships that it lacks, are in
      the way unless --drop-rows is given.

      With --plan nothing is done: shown are what differs, what becomes of each table, what is in the
      way, and with --statements the SQL. With --dry-run a copy is migrated, looked at and thrown away.
      The exit status is 1 where something is in the way, or “check” finds problems afterwards.
      """,
    arguments: [.store],
    options: [
      OptionHelp(
        "to", value: "FILE", "A store, .xcdatamodeld, .xcdatamodel, .momd or .mom of the schema."),
      OptionHelp(
        "version", value: "NAME", "The model's version; its current one without the option."),
      OptionHelp("plan", "Show what would be done, and do nothing."),
      OptionHelp("dry-run", "Migrate a copy, show what came of it, and throw it away."),
      OptionHelp("statements", "Show the SQL too."),
      OptionHelp("backup", value: "PATH", "Copy the store to this path; it must not exist."),
      OptionHelp("no-backup", "Make no copy."),
      OptionHelp("drop-rows", "Delete rows and links that the schema has no place for."),
      .format(["text", "json"]),
    ],
    examples: [
      "swiftdata migrate default.store --to Model.xcdatamodeld --version \"Model 2\" --plan",
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
    mode = try Self.mode(arguments)
  }

  private static func mode(_ arguments: Arguments) throws -> MigrationMode? {
    let ways = ["plan", "dry-run", "backup", "no-backup"].filter(arguments.has)
    guard ways.count < 2 else {
      throw ToolError.usage(
        "--\(ways[0]) and --\(ways[1]) do not go together.", advice: "Try: swiftdata help migrate")
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
    for note in target.notes { session.console.message("note: \("\(note)".printable)\n") }
    var report = try plan(to: target.model, session)
    if let mode, report.migration.isNeeded, report.migration.obstacles.isEmpty {
      report.outcome = try migrate(to: target.model, mode, session)
      report.mode = mode
    }
    if isJSON {
      try session.console.print(report.json(withStatements: showsStatements).lines)
    } else {
      try report.write(withStatements: showsStatements, session.console)
    }
    return report.isGood ? .good : .different
  }

  /// Plans the migration, and closes the store again.
  private func plan(
    to model: ModelDescription, _ session: ToolSession
  ) throws -> MigrationReport {
    let store = try session.kinds.open(place)
    return MigrationReport(
      versions: (store.model.versionIdentifiers, model.versionIdentifiers),
      differences: SchemaDifference.differences(store.model, model),
      migration: try store.migration(to: model, dropsRows: dropsRows))
  }

  private func migrate(
    to model: ModelDescription, _ mode: MigrationMode, _ session: ToolSession
  ) throws -> MigratedStore {
    let bar = ProgressLine(session.console)
    defer { bar.finish() }
    return try session.kinds.migrate(place, to: model, mode, dropsRows: dropsRows) {
      bar.update($0, of: $1)
    }
  }
}
