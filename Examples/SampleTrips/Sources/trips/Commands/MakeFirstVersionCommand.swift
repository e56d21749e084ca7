import ExampleSupport
import Foundation
import SampleTripsCore

/// `make-v1`.
struct MakeFirstVersionCommand: Command {
  static let name = "make-v1"
  static let synopsis = "[--trips N]"
  static let summary = "Create a store of version 1, to try its migration."
  static let details = """
    In version 1, trips could share a name. A quarter of the created trips have the name of another
    one: some are duplicates of that trip, some are different trips.
    """
  static let options: Set<CommandOption> = [.trips]

  private static let limit = 10_000_000

  let count: Int

  init(_ invocation: Invocation) throws {
    _ = try invocation.arguments(0...0)
    guard let text = invocation[.trips] else {
      count = 24
      return
    }
    guard let count = Int(text), (1...Self.limit).contains(count) else {
      throw UsageError(
        "--trips must be a number from 1 to \(Self.limit), not “\(text.printable)”.",
        about: Self.self)
    }
    self.count = count
  }

  func run(in session: Session) async throws -> ExitCode {
    let url = try session.location.prepare()
    guard !FileManager.default.fileExists(atPath: url.path) else {
      throw CommandFailure(
        "The store cannot be created: \(url.path) already exists.",
        advice: "Give another path: --store PATH", .fileExists)
    }
    let bar = ProgressBar(total: count, terminal: session.terminal)
    defer { bar.finish() }
    let contents = try FirstVersionStore.make(at: url, trips: count) { bar.update($0) }
    bar.finish()
    try session.print(contents) {
      "Created \(url.path) of version 1: \(contents.trips.counted("trip")), "
        + "\(contents.sharedNames.counted("name")) used more than once, "
        + "\(contents.items.counted("item")), "
        + "\(contents.accommodations.counted("accommodation"))."
    }
    return .success
  }
}

extension CommandOption {
  fileprivate static let trips = CommandOption(
    "trips", value: "N", "The number of trips; by default 24.")
}
