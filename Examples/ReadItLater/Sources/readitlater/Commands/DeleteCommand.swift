import ExampleSupport
import ReadItLaterCore
import SwiftData

/// `delete BOOKMARK`.
struct DeleteCommand: Command {
  static let name = "delete"
  static let synopsis = "BOOKMARK"
  static let summary = "Delete a bookmark."
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
    store.repository.delete(bookmark)
    try store.context.save()
    try session.print(record) { "Deleted “\(name)”." }
    return .success
  }
}
