import ExampleSupport
import Foundation
import MinecraftSpotsCore

/// The `spots` program.
@main
enum Spots {
  static func main() async {
    await program.main()
  }

  static let program = Program(
    name: "spots",
    introduction: """
      spots notes places in Minecraft worlds: what is where, what it looks like, and what of it is
      near.
      """,
    storeFile: "spots/spots.store",
    exitCodes: ["3 there is no such spot or world", "4 sync is not built yet"],
    migrationPlan: SwiftDataMigrationPlan.self,
    commands: [
      WorldsCommand.self, AddWorldCommand.self, RenameWorldCommand.self, DeleteWorldCommand.self,
      AddCommand.self, ListCommand.self, NearestCommand.self, EditCommand.self,
      DeleteCommand.self, ExportCommand.self, ImportCoreDataCommand.self, SettingsCommand.self,
    ],
    explain: explain)

  /// What the errors of the app mean for somebody at a terminal.
  private static func explain(_ error: any Error) -> CommandFailure? {
    switch error {
    case let error as SyncError:
      CommandFailure("\(error.localizedDescription)\n\(Self.localHint)", code: .notBuilt)
    case SpotError.itemNotFound, SpotError.worldNotFound:
      CommandFailure(error.localizedDescription, code: .notFound)
    case let error as SpotError:
      CommandFailure(error.localizedDescription)
    default: nil
    }
  }

  private static let localHint = "Keep spots on this device only with: spots settings sync local"
}

extension ExitCode {
  static let notFound = ExitCode(rawValue: 3)
  static let notBuilt = ExitCode(rawValue: 4)
}
