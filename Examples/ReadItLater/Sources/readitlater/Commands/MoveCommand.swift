import ExampleSupport
import ReadItLaterCore

/// `move BOOKMARK STATUS`.
struct MoveCommand: Command {
  static let name = "move"
  static let synopsis = "BOOKMARK " + BookmarkStatus.choices
  static let summary = "Give a bookmark another status."
  static let details = """
    BOOKMARK is a title or address, a part of either that no other bookmark contains, or the
    beginning of an ID from list.
    """

  let bookmark: String
  let status: BookmarkStatus

  init(_ invocation: Invocation) throws {
    let arguments = try invocation.arguments(2...2)
    bookmark = arguments[0]
    status = try BookmarkStatus(argument: arguments[1], of: Self.self)
  }

  func run(in session: Session) async throws -> ExitCode {
    let store = try await session.openStore()
    let (bookmark, former) = try store.repository.move(
      id: store.bookmark(named: bookmark).id, to: status)
    try session.print(BookmarkRecord(bookmark)) {
      let name = bookmark.displayName
      return former == status
        ? "“\(name)” is already in \(status.displayName)."
        : "Moved “\(name)” from \(former.displayName) to \(status.displayName)."
    }
    if status == .inbox, former != status { store.warnAboutInbox(on: session.terminal) }
    return .success
  }
}
