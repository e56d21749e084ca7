import ExampleSupport
import Foundation
import ReadItLaterCore

/// `import FILE`.
struct ImportCommand: Command {
  static let name = "import"
  static let synopsis = "FILE [--to STATUS]"
  static let summary = "Add the links of a browser's bookmark export or of a list of addresses."
  static let details = """
    FILE is the HTML file that a browser writes when it exports its bookmarks, or a text file with
    one address per line. Links already stored are skipped; folders are ignored.
    The inbox holds \(InboxConfiguration.maxItems) bookmarks; what does not fit is left out. \
    Use --to bookmark or --to archive
    for more.
    """
  static let options: Set<CommandOption> = [.to]

  let path: String
  let status: BookmarkStatus

  init(_ invocation: Invocation) throws {
    path = try invocation.arguments(1...1)[0]
    status =
      try invocation[.to].map { try BookmarkStatus(argument: $0, of: Self.self) } ?? .inbox
  }

  func run(in session: Session) async throws -> ExitCode {
    let links = try readLinks()
    let store = try session.openStore()
    var bar = ProgressBar(total: links.count, terminal: session.terminal)
    defer { bar.finish() }
    let report = try BookmarkImport(modelContext: store.context)
      .add(links, to: status) { bar.update($0) }
    bar.finish()
    try session.print(report) { summary(of: report) }
    warn(about: report, on: session.terminal)
    return report.leftOut > 0 ? .inboxFull : .success
  }

  private func readLinks() throws -> [ImportedBookmark] {
    let url = URL(fileURLWithPath: (path as NSString).expandingTildeInPath)
    do {
      return try BookmarkFile.links(at: url)
    } catch BookmarkFile.ReadError.noLinks {
      throw CommandFailure(
        "\(path) holds no links. Give a bookmark export (HTML) or a text file with one "
          + "address per line.")
    } catch BookmarkFile.ReadError.notText {
      throw CommandFailure(
        "\(path) is not text. Give a bookmark export (HTML) or a text file with one "
          + "address per line.")
    } catch {
      throw CommandFailure(
        "\(path) could not be read: \(error.localizedDescription)\n"
          + "Check the name and that you may read the file.")
    }
  }

  private func summary(of report: BookmarkImport.Report) -> String {
    var parts = ["Added \(report.added) to \(status.displayName)"]
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
    guard report.leftOut > 0 else { return }
    terminal.fail(CommandFailure.inboxFull.message)
  }
}

extension CommandOption {
  fileprivate static let to = CommandOption(
    "to", value: "STATUS", "Put what is imported here instead of in the inbox.")
}
