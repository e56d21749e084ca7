import ExampleSupport
import Foundation
import SampleTripsCore

/// `make-v1`.
struct MakeFirstVersionCommand: Command {
  static let name = "make-v1"
  static let synopsis = "[--trips N]"
  static let summary = "Make a store as version 1 left it, to see it brought up to date."
  static let details = """
    Version 1 let trips have equal names. A quarter of the trips made have the name of another: some
    are that trip, noted again, some are others.
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
        "--trips needs a number from 1 to \(Self.limit); “\(text.printable)” is none.",
        about: Self.self)
    }
    self.count = count
  }

  func run(in session: Session) async throws -> ExitCode {
    let url = try session.location.prepare()
    guard !FileManager.default.fileExists(atPath: url.path) else {
      throw CommandFailure(
        "There is a store \(url.path) already.",
        advice: "Give the path of a new one: --store PATH", .fileExists)
    }
    var bar = ProgressBar(total: count, terminal: session.terminal)
    defer { bar.finish() }
    let contents = try FirstVersionStore.make(at: url, trips: count) { bar.update($0) }
    bar.finish()
    try session.print(contents) {
      "Made \(url.path) of version 1: \(contents.trips) trips, "
        + "\(contents.sharedNames) names used more than once, "
        + "\(contents.items) items, \(contents.accommodations) accommodations."
    }
    return .success
  }
}

extension CommandOption {
  fileprivate static let trips = CommandOption("trips", value: "N", "How many; without it, 24.")
}
