import ExampleSupport
import ReadItLaterCore

/// `stats`.
struct StatsCommand: Command {
  static let name = "stats"
  static let synopsis = ""
  static let summary = "Count bookmarks by status and show the room left in the inbox."

  init(_ invocation: Invocation) throws {
    _ = try invocation.arguments(0...0)
  }

  /// The numbers to show.
  struct Counts: Codable, Equatable {
    var inbox: Int
    var bookmark: Int
    var archive: Int
    var inboxLimit = InboxConfiguration.maxItems
    var inboxWarningThreshold = InboxConfiguration.warningThreshold
    var inboxRemaining: Int
  }

  func run(in session: Session) async throws -> ExitCode {
    let repository = try await session.openStore().repository
    let counts = Counts(
      inbox: repository.countByStatus(.inbox),
      bookmark: repository.countByStatus(.bookmark),
      archive: repository.countByStatus(.archive),
      inboxRemaining: repository.remainingInboxCapacity())
    try session.print(counts) { Self.text(counts, on: session.terminal) }
    return .success
  }

  /// The numbers as lines of text; the color of the inbox shows how full it is.
  static func text(_ counts: Counts, on terminal: Terminal) -> String {
    let style: Style =
      if counts.inboxRemaining == 0 {
        .red
      } else if InboxConfiguration.warns(at: counts.inbox) {
        .yellow
      } else {
        .green
      }
    let numbers = [
      (BookmarkStatus.inbox, counts.inbox), (.bookmark, counts.bookmark),
      (.archive, counts.archive),
    ]
    let width = numbers.map { "\($0.1)".count }.max() ?? 0
    var lines = numbers.map { status, count in
      let number = String(repeating: " ", count: width - "\(count)".count) + "\(count)"
      return status.displayName.padded(to: 11)
        + (status == .inbox ? terminal.styled(number, style) : number)
    }
    lines[0] += " of \(counts.inboxLimit), room for \(counts.inboxRemaining)"
    if InboxConfiguration.warns(at: counts.inbox) {
      lines[0] += " (warning from \(counts.inboxWarningThreshold))"
    }
    return lines.joined(separator: "\n")
  }
}
