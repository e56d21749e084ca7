import ExamplePages
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
    migrationPlan: SampleTripsMigrationPlan.self,
    commands: [
      ListCommand.self, ShowCommand.self, AddCommand.self, EditCommand.self, AddItemCommand.self,
      EditItemCommand.self, TickCommand.self, DeleteItemCommand.self, StayCommand.self,
      EditStayCommand.self, DeleteCommand.self, MakeFirstVersionCommand.self,
      MigrateTripsCommand.self, ServeCommand<TripPages>.self,
    ],
    explain: { ($0 as? TripError).map(CommandFailure.init) })
}

extension CommandFailure {
  init(_ error: TripError) {
    let reason: FailureReason =
      switch error {
      case .nameTaken: .exists
      case .noName, .endsBeforeStart: .refused
      case .notFound: .notFound
      }
    self.init(error, reason)
  }
}
