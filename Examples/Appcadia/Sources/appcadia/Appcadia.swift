import AppcadiaCore
import ExamplePages
import ExampleSupport
import Foundation
import SwiftData

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
    migrationPlan: AppcadiaMigrationPlan.self,
    configuration: { StoreProtection.standard.applied(to: ModelConfiguration(url: $0)) },
    commands: [
      TrainersCommand.self, ChooseCommand.self, AddCommand.self, EditCommand.self,
      ActionCommand.self, TickCommand.self, UntickCommand.self, GoalsCommand.self,
      ShowCommand.self, StampCommand.self, UnstampCommand.self, CalendarCommand.self,
      RewardsCommand.self, CloseCommand.self, ReopenCommand.self, DeleteCommand.self,
      RecountCommand.self, RemindCommand.self, FeedCommand.self, BackupCommand.self,
      RestoreCommand.self, SettingsCommand.self, ServeCommand<GoalPages>.self,
    ],
    explain: { ($0 as? AppcadiaError).map(CommandFailure.init) })
}

extension FailureReason {
  static let alreadyStamped = FailureReason("already-stamped", .exists)
}

extension CommandFailure {
  init(_ error: AppcadiaError) {
    let reason: FailureReason =
      switch error {
      case .goalNotFound, .trainerNotFound, .actionNotFound, .notStamped, .notDone: .notFound
      case .titleTaken, .alreadyDone: .exists
      case .alreadyStamped, .tooManyStamps: .alreadyStamped
      default: .refused
      }
    self.init(error, reason)
  }
}
