import ExamplePages
import ExampleSupport
import ExampleSync
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
      spots stores locations in Minecraft worlds: where things are, what they look like, and what is
      nearby.
      """,
    storeFile: "spots/spots.store",
    migrationPlan: SwiftDataMigrationPlan.self,
    commands: [
      WorldsCommand.self, AddWorldCommand.self, EditWorldCommand.self, RenameWorldCommand.self,
      DeleteWorldCommand.self,
      AddCommand.self, ListCommand.self, NearestCommand.self, EditCommand.self,
      DeleteCommand.self, ExportCommand.self, ExportAllCommand.self, ImportAllCommand.self,
      ImportCoreDataCommand.self,
      SyncCommand<SpotsSync>.self, SettingsCommand<SpotsSync>.self,
      ReportSpotsCommand.self, MigrateSpotsCommand.self, ServeCommand<SpotPages>.self,
    ],
    explain: explain)

  /// Converts errors of the app to messages for users of a terminal.
  private static func explain(_ error: any Error) -> CommandFailure? {
    switch error {
    case let error as SyncNotSetUp: CommandFailure(error, .notSetUp)
    case let error as SpotError: CommandFailure(error, reason(of: error))
    default: nil
    }
  }

  private static func reason(of error: SpotError) -> FailureReason {
    switch error {
    case .itemNotFound, .worldNotFound: .notFound
    case .noImage: .noPicture
    case .notAnImage: .wrongContents
    case .worldNameTaken: .exists
    case .worldHasItems, .emptyName, .outsideWorld: .refused
    }
  }
}

extension FailureReason {
  static let noPicture = FailureReason("no-picture", .notFound)
  /// A migration would lose pictures.
  static let picturesMissing = FailureReason("pictures-missing", .refused)
}
