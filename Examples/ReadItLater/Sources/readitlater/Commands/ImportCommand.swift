import ExampleSupport
import Foundation
import ReadItLaterCore

/// `import FILE`.
struct ImportCommand: Command {
  static let name = "import"
  static let synopsis = "FILE [--to STATUS] [--partial]"
  static let summary = "Add the links of a bookmark export or of a list of addresses."
  static let details = """
    FILE is the HTML file that a browser writes when it exports its bookmarks, a table (CSV) with a
    column url, as Pocket exports it, or a text file with one address per line. Links already stored
    are skipped; folders are ignored. A table's column status says where links go, unless --to is
    given.
    The inbox holds \(InboxConfiguration.maxItems) bookmarks; what does not fit is left out. \
    Use --to bookmark or --to archive
    for more.
    Nothing is stored of a file whose end is missing, unless --partial is given. A list of addresses
    does not show that its last lines are missing.
    """
  static let options: Set<CommandOption> = [.to, .partial]

  private static let wanted = """
    a bookmark export (HTML) or a text file with one address per line or a column url (CSV)
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
    var bar = ProgressBar(total: links.count, terminal: session.terminal)
    defer { bar.finish() }
    let report = try BookmarkImport(modelContext: store.context)
      .add(links, to: status) { bar.update($0) }
    bar.finish()
    try session.print(report) { summary(of: report) }
    warn(about: report, on: session.terminal)
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
        "“\(path)” holds no web addresses.", advice: "Give \(Self.wanted).", .wrongContents)
    case .notText:
      CommandFailure("“\(path)” is not text.", advice: "Give \(Self.wanted).", .wrongContents)
    case .incomplete(let cut):
      CommandFailure(
        "“\(path)” is cut off: it ends \(cut.place). Nothing was added.",
        advice: "Export the bookmarks again, or add what is there with --partial.", .fileIncomplete)
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
    if report.duplicates > 0 { parts.append("skipped \(report.duplicates) known already") }
    if !report.invalid.isEmpty { parts.append("skipped \(report.invalid.count) not of the web") }
    return parts.joined(separator: ", ") + "."
  }

  private func warn(about report: BookmarkImport.Report, on terminal: Terminal) {
    for link in report.invalid.prefix(3) {
      let address = link.url.printable.shortened(to: 40)
      terminal.warn("\(path):\(link.line): skipped “\(address)”: \(link.reason.printable)")
    }
    if report.invalid.count > 3 {
      terminal.warn("\(path): \(report.invalid.count - 3) more links are not of the web")
    }
    for (part, count) in report.notStored.sorted(by: { $0.key < $1.key }) {
      terminal.warn(
        "\(path): left out “\(part.printable.shortened(to: 40))” of "
          + "\(count == 1 ? "1 link" : "\(count) links"): a bookmark does not hold it")
    }
    guard report.leftOut > 0 else { return }
    terminal.fail(.inboxFull)
  }
}

extension CommandOption {
  fileprivate static let partial = CommandOption(
    "partial", "Add what there is of a file whose end is missing.")
  fileprivate static let to = CommandOption(
    "to", value: "STATUS", "Put what is imported here instead of in the inbox.")
}

extension BookmarkFile.Cut {
  /// Where the file ends, for the message.
  fileprivate var place: String {
    switch self {
    case .insideCharacter: "in the middle of a character"
    case .insideTag: "in the middle of a tag"
    case .insideLink: "in the middle of a link"
    case .insideQuotes: "in the middle of a quoted text"
    case .insideList: "before its lists do"
    }
  }
}
