import ExampleSupport
import SampleTripsCore

/// `stay TRIP PLACE ADDRESS`.
struct StayCommand: Command {
  static let name = "stay"
  static let synopsis = "TRIP PLACE ADDRESS"
  static let summary = "Set the accommodation of a trip, replacing the previous one."
  static let details = TripBook.tripDetails

  let trip: String
  let accommodation: LivingAccommodation

  init(_ invocation: Invocation) throws {
    let arguments = try invocation.arguments(3...3)
    trip = arguments[0]
    accommodation = LivingAccommodation(placeName: arguments[1], address: arguments[2])
  }

  func run(in session: Session) async throws -> ExitCode {
    let book = try session.openStore()
    let trip = try book.trip(named: trip)
    try book.stay(at: accommodation, on: trip)
    try session.print(TripRecord(trip)) {
      "You stay at \(accommodation.placeName.printable) on “\(trip.name.printable)”."
    }
    return .success
  }
}
