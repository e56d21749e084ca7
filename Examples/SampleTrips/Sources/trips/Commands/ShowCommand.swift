import ExampleSupport
import SampleTripsCore

/// `show TRIP…`.
struct ShowCommand: Command {
  static let name = "show"
  static let synopsis = "TRIP…"
  static let summary = "Show trips, and how often each was shown by this command."
  static let details = """
    \(TripBook.tripDetails)
    The number of views is not stored: it begins at zero whenever the program starts.
    """

  /// A trip and its views, in JSON.
  struct Result: Codable, Equatable {
    var trip: TripRecord
    var views: Int
  }

  let trips: [String]

  init(_ invocation: Invocation) throws {
    trips = try invocation.arguments(1...Int.max)
  }

  func run(in session: Session) async throws -> ExitCode {
    let book = try session.openStore()
    // The count belongs to the instance, which must live as long as trips are viewed.
    var viewed: [Trip] = []
    let results = try trips.map { name in
      let trip = try book.trip(named: name)
      viewed.append(trip)
      return Result(trip: TripRecord(trip), views: book.view(trip))
    }
    try session.print(results) {
      results.flatMap { result in
        result.trip.lines(on: session.terminal)
          + ["  viewed \(result.views == 1 ? "once" : "\(result.views) times")"]
      }.joined(separator: "\n")
    }
    return .success
  }
}
