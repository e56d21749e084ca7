import ExampleSupport
import Foundation
import SampleTripsCore

/// `add NAME DESTINATION START END`.
struct AddCommand: Command {
  static let name = "add"
  static let synopsis = "NAME DESTINATION START END"
  static let summary = "Add a trip. Write dates as YYYY-MM-DD."

  let title: String
  let destination: String
  let start: Date
  let end: Date

  init(_ invocation: Invocation) throws {
    let arguments = try invocation.arguments(4...4)
    (title, destination) = (arguments[0], arguments[1])
    start = try CalendarDate.date(arguments[2], of: Self.self)
    end = try CalendarDate.date(arguments[3], of: Self.self)
  }

  func run(in session: Session) async throws -> ExitCode {
    let trip = try session.openStore().add(
      name: title, destination: destination, startDate: start, endDate: end)
    try session.print(TripRecord(trip)) { "Added “\(title.printable)”." }
    return .success
  }
}
