import ExampleSupport
import Foundation
import ReadItLaterCore

/// `export FILE`.
struct ExportCommand: Command {
  static let name = "export"
  static let synopsis = "FILE [--format FORMAT] [--force]"
  static let summary = "Write all bookmarks to a file that browsers and other services import."
  static let details = """
    FORMAT is html for all browsers (the default), pocket or instapaper for a table (CSV), chrome for
    a file Bookmarks, or firefox for a backup. Restoring a backup in Firefox replaces the bookmarks
    there; to add them, use html.
    The statuses become folders. The formats have no place for IDs and for the time of the last move;
    list --json prints these.
    """
  static let options: Set<CommandOption> = [.format, .force]

  /// The result in JSON.
  struct Result: Codable, Equatable {
    var path: String
    var format: String
    var bookmarks: Int
  }

  let file: OutputFile
  let format: BookmarkExport
  let overwrites: Bool

  init(_ invocation: Invocation) throws {
    file = OutputFile(try invocation.arguments(1...1)[0])
    overwrites = invocation[.force] != nil
    let name = invocation[.format]?.lowercased() ?? BookmarkExport.html.rawValue
    guard let format = BookmarkExport(rawValue: name) else {
      throw UsageError(
        "Unknown format “\(name.printable)”. Use "
          + "\(BookmarkExport.allCases.map(\.rawValue).alternatives).", about: Self.self)
    }
    self.format = format
  }

  func run(in session: Session) async throws -> ExitCode {
    try file.check(overwrites: overwrites)
    let store = try await session.openStore()
    let all = try BookmarkStatus.allCases
      .flatMap(store.repository.bookmarks).map(StoredBookmark.init)
    let bookmarks = all.filter { !$0.url.isEmpty }
    try file.write(format.data(of: bookmarks), overwrites: overwrites)
    let result = Result(
      path: file.url.path, format: format.rawValue, bookmarks: bookmarks.count)
    try session.print(result) { "Wrote \(bookmarks.count.counted("bookmark")) to \(file.path)." }
    let rest = all.count - bookmarks.count
    if rest > 0 {
      session.terminal.warn("left out \(rest.counted("bookmark")) without an address")
    }
    return .success
  }
}

extension CommandOption {
  fileprivate static let format = CommandOption(
    "format", value: BookmarkExport.allCases.map(\.rawValue).joined(separator: "|"),
    "The format of the file; by default html.")
}
