import ExampleSupport
import Foundation
import ReadItLaterCore

/// `import FILE`.
struct ImportCommand: Command {
  static let name = "import"
  static let synopsis = "FILE [--to STATUS] [--partial]"
  static let summary = "Add the links of a bookmark export or of a list of addresses."
  static let details = """
    FILE is an HTML file of bookmarks that a browser exported, the file Bookmarks of Chrome, a backup
    of Firefox (JSON), a table (CSV) with a column url, as Pocket and Instapaper export it, or a text
    file with one address per line. Links that are already stored are skipped. The column status of a
    table, or a folder named Inbox, Unread, Bookmarks, Starred or Archive, specifies the status of a
    link, unless --to is given. Other folders and properties are not stored: a warning says how many
    links have them. Separators and empty folders are ignored.
    The inbox has room for \(InboxConfiguration.maxItems) bookmarks; links that do not fit are not added.
    To import more, use --to bookmark or --to archive.
    If the end of a file is missing, nothing is stored, unless --partial is given. In a list of
    addresses, it cannot be detected that the last lines are missing.
    """
  static let options: Set<CommandOption> = [.to, .partial]

  private static let wanted = """
    a bookmark export (HTML) or a text file with one address per line or a column url (CSV), or the \
    bookmarks of Chrome or a backup of Firefox (JSON)
    """

  let path: String
  /// The status of the links; nil for the status in the file, or the inbox.
  let status: BookmarkStatus?
  let allowsCut: Bool

  init(_ invocation: Invocation) throws {
    path = try invocation.arguments(1...1)[0]
    status =
      try invocation[.to].map { try BookmarkStatus(argument: $0, of: Self.self) }
    allowsCut = invocation[.partial] != nil
  }

  func run(in session: Session) async throws -> ExitCode {
    let links = try readLinks()
    let store = try await session.openStore()
    let bar = ProgressBar(total: links.count, terminal: session.terminal)
    defer { bar.finish() }
    let report = try BookmarkImport(modelContext: store.context)
      .add(links, to: status) { bar.update($0) }
    bar.finish()
    try session.print(report) { summary(of: report) }
    warn(about: report, on: session.terminal)
    if report.leftOut == 0, report.addedByStatus[BookmarkStatus.inbox.rawValue] != nil {
      store.warnAboutInbox(on: session.terminal)
    }
    return report.leftOut > 0 ? FailureReason.inboxFull.exitCode : .success
  }

  /// The links of the file, at least one of which is a web address.
  private func readLinks() throws -> [ImportedBookmark] {
    let data = try InputFile(path, wanted: Self.wanted).read()
    let links: [ImportedBookmark]
    do {
      links = try BookmarkFile.links(in: data, allowingCut: allowsCut)
    } catch let error as BookmarkFile.ReadError {
      throw failure(error)
    }
    guard links.contains(where: { (try? WebAddress($0.url)) != nil }) else {
      throw failure(.noLinks)
    }
    return links
  }

  private func failure(_ error: BookmarkFile.ReadError) -> CommandFailure {
    switch error {
    case .noLinks:
      CommandFailure(
        "“\(path)” does not contain any web addresses.", advice: "Give \(Self.wanted).",
        .wrongContents)
    case .notText:
      CommandFailure("“\(path)” is not text.", advice: "Give \(Self.wanted).", .wrongContents)
    case .incomplete(let cut):
      CommandFailure(
        "“\(path)” is truncated: it ends \(cut.place). Nothing was added.",
        advice: "Export the bookmarks again, or add the links in the file with --partial.",
        .fileIncomplete)
    }
  }

  private func summary(of report: BookmarkImport.Report) -> String {
    let places = BookmarkStatus.allCases.compactMap { place in
      report.addedByStatus[place.rawValue].map { "\($0) to \(place.displayName)" }
    }
    var parts =
      places.isEmpty
      ? ["Added 0 to \((status ?? .inbox).displayName)"]
      : ["Added " + places.joined(separator: ", ")]
    if report.leftOut > 0 { parts.append("left out \(report.leftOut)") }
    if report.duplicates > 0 { parts.append("skipped \(report.duplicates) already stored") }
    if !report.invalid.isEmpty {
      parts.append("skipped \(report.invalid.count) without a web address")
    }
    return parts.joined(separator: ", ") + "."
  }

  private func warn(about report: BookmarkImport.Report, on terminal: Terminal) {
    for link in report.invalid.prefix(3) {
      let address = link.url.printable.shortened(to: 40)
      terminal.warn("\(path):\(link.line): skipped “\(address)”: \(link.reason.printable)")
    }
    if report.invalid.count > 3 {
      let rest = (report.invalid.count - 3).counted("more link")
      terminal.warn("\(path): skipped \(rest) without a web address")
    }
    for (part, count) in report.notStored.sorted(by: { $0.key < $1.key }) {
      terminal.warn(
        "\(path): left out “\(part.printable.shortened(to: 40))” of "
          + "\(count.counted("link")): bookmarks have no property for it")
    }
    guard report.leftOut > 0 else { return }
    terminal.fail(.inboxFull)
  }
}

extension CommandOption {
  fileprivate static let partial = CommandOption(
    "partial", "Add the links of a file whose end is missing.")
  fileprivate static let to = CommandOption(
    "to", value: "STATUS",
    "Give all imported links this status, instead of inbox or that of the table.")
}

extension BookmarkFile.Cut {
  /// The location of the file's end, for the message.
  fileprivate var place: String {
    switch self {
    case .insideCharacter: "in the middle of a character"
    case .insideTag: "in the middle of a tag"
    case .insideLink: "in the middle of a link"
    case .insideQuotes: "in the middle of a quoted text"
    case .insideList: "in the middle of a list"
    }
  }
}
