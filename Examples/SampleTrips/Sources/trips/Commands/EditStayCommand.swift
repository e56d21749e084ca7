import ExampleSupport
import SampleTripsCore

/// `edit-stay TRIP`.
struct EditStayCommand: Command {
  static let name = "edit-stay"
  static let synopsis = "TRIP [--place TEXT] [--address TEXT] [--remove]"
  static let summary = "Change or remove the accommodation of a trip."
  static let details = TripBook.tripDetails
  static let options: Set<CommandOption> = [.place, .address, .remove]

  let trip: String
  let place: String?
  let address: String?
  let removes: Bool

  init(_ invocation: Invocation) throws {
    trip = try invocation.arguments(1...1)[0]
    place = invocation[.place]
    address = invocation[.address]
    removes = invocation[.remove] != nil
    guard removes != (place != nil || address != nil) else {
      throw UsageError(
        "edit-stay needs --place and --address, one of them, or --remove.", about: Self.self)
    }
  }

  func run(in session: Session) async throws -> ExitCode {
    let book = try session.openStore()
    let trip = try book.trip(named: trip)
    guard trip.livingAccommodation != nil else {
      throw CommandFailure(
        "“\(trip.name.printable)” has no accommodation.",
        advice: "Set one with: trips stay TRIP PLACE ADDRESS", .notFound)
    }
    if removes {
      try book.removeStay(on: trip)
    } else {
      try book.edit(trip) { trip in
        if let place { trip.livingAccommodation?.placeName = place }
        if let address { trip.livingAccommodation?.address = address }
      }
    }
    try session.print(TripRecord(trip)) {
      removes
        ? "“\(trip.name.printable)” has no accommodation now."
        : "Changed the accommodation of “\(trip.name.printable)”."
    }
    return .success
  }
}

extension CommandOption {
  fileprivate static let place = CommandOption("place", value: "TEXT", "The new place.")
  fileprivate static let address = CommandOption("address", value: "TEXT", "The new address.")
  fileprivate static let remove = CommandOption("remove", "Remove the accommodation.")
}
