import ExampleSupport
import Foundation
import ReadItLaterCore

/// The `readitlater` program.
@main
enum ReadItLater {
  static func main() async {
    await program.main()
  }

  static let program = Program(
    name: "readitlater",
    introduction: """
      readitlater keeps addresses to read later: in the inbox, which holds few, among the bookmarks,
      or in the archive.
      """,
    storeFile: "readitlater/bookmarks.store",
    exitCodes: ["3 the inbox is full"],
    migrationPlan: AppMigrationPlan.self,
    commands: [
      ImportCommand.self, AddCommand.self, ListCommand.self, MoveCommand.self, SearchCommand.self,
      StatsCommand.self,
    ])
}

extension ExitCode {
  static let inboxFull = ExitCode(rawValue: 3)
}

extension CommandFailure {
  static var inboxFull: CommandFailure {
    CommandFailure(ShareError.inboxFull.localizedDescription, code: .inboxFull)
  }
}
