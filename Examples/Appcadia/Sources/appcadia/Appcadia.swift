import AppcadiaCore
import ExampleSupport
import Foundation

/// The `appcadia` program.
@main
enum Appcadia {
  static func main() async {
    await program.main()
  }

  static let program = Program(
    name: "appcadia",
    introduction: """
      appcadia stamps the days on which you did something for your goals. Days in a row make a
      streak, and the trainer you choose rewards you for stamps.
      """,
    storeFile: "appcadia/appcadia.store",
    exitCodes: ["3 nothing of that name", "4 stamped already", "5 refused"],
    migrationPlan: AppcadiaMigrationPlan.self,
    commands: [
      TrainersCommand.self, ChooseCommand.self, AddCommand.self, ActionCommand.self,
      GoalsCommand.self, ShowCommand.self, StampCommand.self, CalendarCommand.self,
      RewardsCommand.self, CloseCommand.self, ReopenCommand.self, DeleteCommand.self,
      RecountCommand.self, SettingsCommand.self,
    ],
    explain: { ($0 as? AppcadiaError).map(CommandFailure.init) })
}

extension ExitCode {
  static let notFound = ExitCode(rawValue: 3)
  static let alreadyStamped = ExitCode(rawValue: 4)
  static let refused = ExitCode(rawValue: 5)
}

extension CommandFailure {
  init(_ error: AppcadiaError) {
    let code: ExitCode =
      switch error {
      case .goalNotFound, .trainerNotFound: .notFound
      case .alreadyStamped, .tooManyStamps: .alreadyStamped
      default: .refused
      }
    self.init(error.localizedDescription.printable, code: code)
  }
}
