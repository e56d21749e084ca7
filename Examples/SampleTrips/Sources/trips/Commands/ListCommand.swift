import ExampleSupport
import SampleTripsCore

/// `list [TEXT]`.
struct ListCommand: Command {
  static let name = "list"
  static let synopsis = "[TEXT]"
  static let summary = "Show trips by start, each with its accommodation and bucket list."
  static let details = "With TEXT, only trips whose name or destination contains it."

  let text: String?

  init(_ invocation: Invocation) throws {
    text = try invocation.arguments(0...1).first
  }

  func run(in session: Session) async throws -> ExitCode {
    let book = try session.openStore()
    let records = try (text.map(book.trips(containing:)) ?? book.trips()).map(TripRecord.init)
    try session.print(records) {
      records.isEmpty
        ? "There are no trips to show. Add one: trips add NAME DESTINATION START END"
        : records.flatMap { $0.lines(on: session.terminal) }.joined(separator: "\n")
    }
    return .success
  }
}
