import ExampleSupport
import Foundation
import SampleTripsCore

/// The `trips` program.
@main
enum Trips {
  static func main() async {
    await program.main()
  }

  static let program = Program(
    name: "trips",
    introduction: """
      trips keeps planned trips, each with a bucket list and a place to stay. Its store has had three
      versions; the program opens stores of each.
      """,
    storeFile: "trips/trips.store",
    exitCodes: ["3 there is no such trip"],
    migrationPlan: SampleTripsMigrationPlan.self,
    commands: [
      ListCommand.self, AddCommand.self, AddItemCommand.self, StayCommand.self,
      DeleteCommand.self, MakeFirstVersionCommand.self,
    ],
    explain: { ($0 as? TripError).map(CommandFailure.init) })
}

extension ExitCode {
  static let notFound = ExitCode(rawValue: 3)
}

extension CommandFailure {
  init(_ error: TripError) {
    let text = error.localizedDescription.printable
    switch error {
    case .notFound, .ambiguous:
      self.init("\(text)\nNames are listed by: trips list", code: .notFound)
    default: self.init(text)
    }
  }
}
