import ExampleSupport
import SampleTripsCore

/// A trip with everything that belongs to it, for output.
struct TripRecord: Codable, Equatable {
  struct Item: Codable, Equatable {
    var id: String
    var title: String
    var details: String
    var hasReservation: Bool
    var isInPlan: Bool
  }

  struct Accommodation: Codable, Equatable {
    var place: String
    var address: String
  }

  var id: String
  var name: String
  var destination: String
  var start: String
  var end: String
  var bucketList: [Item]
  var accommodation: Accommodation?

  init(_ trip: Trip) {
    id = trip.shortID
    name = trip.name
    destination = trip.destination
    start = CalendarDate.text(trip.startDate)
    end = CalendarDate.text(trip.endDate)
    bucketList = (trip.bucketList ?? []).map {
      Item(
        id: $0.shortID, title: $0.title, details: $0.details, hasReservation: $0.hasReservation,
        isInPlan: $0.isInPlan)
    }
    accommodation = trip.livingAccommodation.map {
      Accommodation(place: $0.placeName, address: $0.address)
    }
  }

  /// A line for the trip, and a line for each thing that belongs to it.
  func lines(on terminal: Terminal) -> [String] {
    let heading =
      terminal.styled(id, .yellow) + "  " + terminal.styled(name.printable, .bold) + "  "
      + terminal.styled("\(start) to \(end)", .dim) + "  \(destination.printable)"
    let stay = accommodation.map { ["  stay at \($0.place.printable), \($0.address.printable)"] }
    return [heading] + (stay ?? []) + bucketList.map { "  " + Self.line($0, on: terminal) }
  }

  private static func line(_ item: Item, on terminal: Terminal) -> String {
    var line = (item.isInPlan ? "☑ " : "☐ ") + item.title.printable
    if item.hasReservation { line += terminal.styled(" (reserved)", .green) }
    if !item.details.isEmpty { line += terminal.styled("  \(item.details.printable)", .dim) }
    return line
  }
}
