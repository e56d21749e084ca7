import ExampleSupport
import ReadItLaterCore

/// `list STATUS`.
struct ListCommand: Command {
  static let name = "list"
  static let synopsis = BookmarkStatus.choices
  static let summary = "Show the bookmarks of one status."
  static let details = """
    The inbox begins with the newest bookmark, the bookmarks are sorted by title, and the archive
    begins with the one read last.
    """

  let status: BookmarkStatus

  init(_ invocation: Invocation) throws {
    let arguments = try invocation.arguments(1...1)
    status = try BookmarkStatus(argument: arguments[0], of: Self.self)
  }

  func run(in session: Session) async throws -> ExitCode {
    let store = try await session.openStore()
    let bookmarks = try store.repository.bookmarks(status)
    let identifiers = try store.shortIdentifiers()
    try session.print(bookmarks.map(BookmarkRecord.init)) {
      let terminal = session.terminal
      let heading = "\(status.displayName) (\(bookmarks.count))"
      let lines = BookmarkTable(bookmarks, identifiers: identifiers).lines(on: terminal)
      return ([terminal.styled(heading, .bold)] + lines).joined(separator: "\n")
    }
    return .success
  }
}
