import ExampleSupport
import ReadItLaterCore

/// `undo`.
struct UndoCommand: Command {
  static let name = "undo"
  static let synopsis = ""
  static let summary = "Add the bookmark that was deleted last again."
  static let details = """
    It has the same ID, dates and status as before. To add the one deleted before it, use the
    command again.
    """

  init(_ invocation: Invocation) throws {
    _ = try invocation.arguments(0...0)
  }

  func run(in session: Session) async throws -> ExitCode {
    let store = try await session.openStore()
    let deleted = try DeletionLog(of: session).bookmarks().first {
      try store.repository.find($0.id) == nil
    }
    guard let deleted else {
      throw CommandFailure(
        "There is no deletion to undo.", advice: "Add the bookmark: readitlater add URL", .notFound)
    }
    let bookmark = try store.repository.restore(deleted)
    try session.print(BookmarkRecord(bookmark)) {
      "Added “\(bookmark.displayName)” to \(bookmark.statusDisplayName) again."
    }
    return .success
  }
}
