import ExampleSupport

/// `migrate`, which also lists the trips that it merged and renumbered.
struct MigrateTripsCommand: Command {
  static let name = MigrateCommand.name
  static let synopsis = MigrateCommand.synopsis
  static let summary = MigrateCommand.summary
  static let options = MigrateCommand.options

  private let command: MigrateCommand

  init(_ invocation: Invocation) throws { command = try MigrateCommand(invocation) }

  func run(in session: Session) async throws -> ExitCode {
    try await session.reportingDuplicates { try await command.run(in: session) }
  }
}
