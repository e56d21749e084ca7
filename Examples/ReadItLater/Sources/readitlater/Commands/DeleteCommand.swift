import ExampleSupport
import ReadItLaterCore

/// `delete BOOKMARK`.
struct DeleteCommand: Command {
  static let name = "delete"
  static let synopsis = "BOOKMARK"
  static let summary = "Delete a bookmark; undo adds it again."
  static let details = MoveCommand.details

  let bookmark: String

  init(_ invocation: Invocation) throws {
    bookmark = try invocation.arguments(1...1)[0]
  }

  func run(in session: Session) async throws -> ExitCode {
    let store = try await session.openStore()
    let bookmark = try store.bookmark(named: bookmark)
    let record = BookmarkRecord(bookmark)
    let name = bookmark.displayName
    let deleted = try store.repository.remove(id: bookmark.id)
    DeletionLog(of: session).append(deleted, warningOn: session.terminal)
    try session.print(record) { "Deleted “\(name)”." }
    return .success
  }
}
