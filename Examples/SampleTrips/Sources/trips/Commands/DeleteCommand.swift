import ExampleSupport
import SampleTripsCore

/// `delete TRIP`.
struct DeleteCommand: Command {
  static let name = "delete"
  static let synopsis = "TRIP"
  static let summary = "Delete a trip with its bucket list and accommodation."
  static let details = TripBook.tripDetails

  let trip: String

  init(_ invocation: Invocation) throws {
    trip = try invocation.arguments(1...1)[0]
  }

  func run(in session: Session) async throws -> ExitCode {
    let book = try session.openStore()
    let trip = try book.trip(named: trip)
    let record = TripRecord(trip)
    try book.delete(trip)
    try session.print(record) { "Deleted “\(record.name.printable)”." }
    return .success
  }
}
