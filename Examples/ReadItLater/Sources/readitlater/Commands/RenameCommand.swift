import ExampleSupport
import ReadItLaterCore

/// `rename BOOKMARK TITLE`.
struct RenameCommand: Command {
  static let name = "rename"
  static let synopsis = "BOOKMARK TITLE"
  static let summary = "Give a bookmark another title; an empty one shows its address."
  static let details = MoveCommand.details

  let bookmark: String
  let title: String

  init(_ invocation: Invocation) throws {
    let arguments = try invocation.arguments(2...2)
    (bookmark, title) = (arguments[0], arguments[1])
  }

  func run(in session: Session) async throws -> ExitCode {
    let store = try await session.openStore()
    let former = try store.bookmark(named: bookmark)
    let name = former.displayName
    let renamed = try store.repository.rename(id: former.id, to: title)
    try session.print(BookmarkRecord(renamed)) {
      "Renamed “\(name)” to “\(renamed.displayName)”."
    }
    return .success
  }
}
