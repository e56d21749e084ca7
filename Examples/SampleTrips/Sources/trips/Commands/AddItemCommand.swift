import ExampleSupport
import SampleTripsCore

/// `add-item TRIP TITLE`.
struct AddItemCommand: Command {
  static let name = "add-item"
  static let synopsis = "TRIP TITLE [--details TEXT] [--reserved] [--planned]"
  static let summary = "Add an item to the bucket list of a trip."
  static let details = TripBook.tripDetails
  static let options: Set<CommandOption> = [.details, .reserved, .planned]

  let trip: String
  let item: BucketListItem

  init(_ invocation: Invocation) throws {
    let arguments = try invocation.arguments(2...2)
    trip = arguments[0]
    item = BucketListItem(
      title: arguments[1], details: invocation[.details] ?? "",
      hasReservation: invocation[.reserved] != nil, isInPlan: invocation[.planned] != nil)
  }

  func run(in session: Session) async throws -> ExitCode {
    let book = try session.openStore()
    let trip = try book.trip(named: trip)
    try book.add(item, to: trip)
    try session.print(TripRecord(trip)) {
      "Added “\(item.title.printable)” to the bucket list of “\(trip.name.printable)”."
    }
    return .success
  }
}

extension CommandOption {
  fileprivate static let details = CommandOption("details", value: "TEXT", "Details of the item.")
  fileprivate static let reserved = CommandOption("reserved", "The item has a reservation.")
  fileprivate static let planned = CommandOption("planned", "The item is part of the plan.")
}
