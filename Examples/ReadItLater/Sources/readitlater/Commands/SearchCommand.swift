import ExampleSupport
import ReadItLaterCore

/// `search TEXT`.
struct SearchCommand: Command {
  static let name = "search"
  static let synopsis = "TEXT"
  static let summary = "Show the bookmarks whose title or address contains each word of a text."
  static let details = """
    Uppercase and lowercase letters match each other. Words match in any order and position. Words
    in quotation marks match as one text, and a word after a minus sign must not occur.
    """

  let text: String

  init(_ invocation: Invocation) throws {
    text = try invocation.arguments(1...Int.max).joined(separator: " ")
  }

  func run(in session: Session) async throws -> ExitCode {
    let store = try await session.openStore()
    let bookmarks = try store.bookmarks(matching: text)
    let identifiers = try store.shortIdentifiers()
    try session.print(bookmarks.map(BookmarkRecord.init)) {
      guard !bookmarks.isEmpty else { return "No bookmark matches “\(text.printable)”." }
      return BookmarkTable(bookmarks, identifiers: identifiers, showsStatus: true)
        .lines(on: session.terminal).joined(separator: "\n")
    }
    return .success
  }
}
