import ExamplePages
import ExampleSupport
import ExampleSync
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
      readitlater stores addresses to read later: in the inbox, which has limited room, in the
      bookmarks, or in the archive.
      """,
    storeFile: "readitlater/bookmarks.store",
    migrationPlan: AppMigrationPlan.self,
    commands: [
      ImportCommand.self, ExportCommand.self, AddCommand.self, ShareCommand.self, ListCommand.self,
      MoveCommand.self, RenameCommand.self, DeleteCommand.self, UndoCommand.self,
      SearchCommand.self, StatsCommand.self, SyncCommand<BookmarkSync>.self,
      SettingsCommand<BookmarkSync>.self, ServeCommand<BookmarkPages>.self,
    ],
    explain: explain)

  private static func explain(_ error: any Error) -> CommandFailure? {
    switch error {
    case let error as ShareError: CommandFailure(error)
    case let error as BookmarkError: CommandFailure(error)
    default: nil
    }
  }
}

extension FailureReason {
  static let inboxFull = FailureReason("inbox-full", .refused)
  static let invalidAddress = FailureReason("invalid-address", .refused)
}

extension CommandFailure {
  init(_ error: BookmarkError) {
    switch error {
    case .addressStored: self.init(error, .exists)
    case .notFound: self.init(error, .notFound)
    }
  }

  init(_ error: ShareError) {
    switch error {
    case .inboxFull: self = .inboxFull
    case .bookmarkCreationFailed: self.init(error, .invalidAddress)
    case .noURLFound: self.init(error, .invalidAddress)
    case .containerInitFailed:
      self.init(error, .storeUnusable)
      advice = "データベースの状態を調べるには: readitlater report"
    }
  }

  /// The message of the design, with advice in its language.
  static var inboxFull: CommandFailure {
    var failure = CommandFailure(ShareError.inboxFull, .inboxFull)
    failure.advice?.append(" 移動するには: readitlater move BOOKMARK bookmark|archive")
    return failure
  }
}
