import ExampleSupport
import Foundation
import SampleTripsCore

/// `edit TRIP`.
struct EditCommand: Command {
  static let name = "edit"
  static let synopsis = "TRIP [--name NAME] [--destination TEXT] [--start DAY] [--end DAY]"
  static let summary = "Change a trip. Write dates as YYYY-MM-DD."
  static let details = TripBook.tripDetails
  static let options: Set<CommandOption> = [.name, .destination, .start, .end]

  let trip: String
  let newName: String?
  let destination: String?
  let start: Date?
  let end: Date?

  init(_ invocation: Invocation) throws {
    trip = try invocation.arguments(1...1)[0]
    newName = invocation[.name]
    destination = invocation[.destination]
    start = try invocation[.start].map { try CalendarDate.date($0, of: Self.self) }
    end = try invocation[.end].map { try CalendarDate.date($0, of: Self.self) }
    guard Self.options.contains(where: { invocation[$0] != nil }) else {
      throw UsageError(
        "edit needs at least one of --name, --destination, --start and --end.", about: Self.self)
    }
  }

  func run(in session: Session) async throws -> ExitCode {
    let book = try session.openStore()
    let trip = try book.trip(named: trip)
    try book.edit(trip) { trip in
      if let newName { trip.name = newName }
      if let destination { trip.destination = destination }
      if let start { trip.startDate = start }
      if let end { trip.endDate = end }
    }
    try session.print(TripRecord(trip)) { "Changed “\(trip.name.printable)”." }
    return .success
  }
}

extension CommandOption {
  fileprivate static let name = CommandOption("name", value: "NAME", "The new name.")
  fileprivate static let destination = CommandOption(
    "destination", value: "TEXT", "The new destination.")
  fileprivate static let start = CommandOption("start", value: "DAY", "The new first day.")
  fileprivate static let end = CommandOption("end", value: "DAY", "The new last day.")
}
