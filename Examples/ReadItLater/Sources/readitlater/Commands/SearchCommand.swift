import ExampleSupport
import ReadItLaterCore

/// `search TEXT`.
struct SearchCommand: Command {
  static let name = "search"
  static let synopsis = "TEXT"
  static let summary = "Show the bookmarks whose title and address contain all parts of a text."
  static let details = """
    Letters match in either case. Several words may be found in any order and place; in quotation marks
    they are one text, and a word with a minus before it must not occur.
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
      guard !bookmarks.isEmpty else { return "Nothing contains “\(text.printable)”." }
      return BookmarkTable(bookmarks, identifiers: identifiers, showsStatus: true)
        .lines(on: session.terminal).joined(separator: "\n")
    }
    return .success
  }
}
