#if os(Linux)
  import Foundation
  import OpenSwiftData
  import StoreTesting
  import Testing

  /// Opening a store fails after its migration was committed.
  @Suite("Committed migrations")
  struct CommittedMigrationTests {
    @Test func laterFailuresReportCompletedMigrations() async throws {
      let store = try StoreFixture()
      try store.makeTrips("Alps", "Coast")
      let path = store.url.path
      await #expect(processExitsWith: .success) { [path = path as String] in
        let options = MigrationOptions { progress in
          guard progress.stage == progress.stageCount else { return }
          // From now on the process cannot open files, so the migrated store cannot be opened.
          OpenFileLimit.exhaust()
        }
        let error = #expect(throws: SwiftDataError.self) {
          _ = try ModelContainer(
            for: Schema(versionedSchema: TripsV3.self), migrationPlan: TripsPlan.self,
            configurations: [ModelConfiguration(url: URL(fileURLWithPath: path))],
            migrationOptions: options)
        }
        let text = "\(error, default: "")"
        for part in ["migration is done", "3.0.0", path, "Too many open files"] {
          #expect(text.contains(part), "\(text)")
        }
      }
      let context = try store.open(Schema(versionedSchema: TripsV3.self), TripsPlan.self)
      #expect(try context.fetchCount(FetchDescriptor<TripsV3.Trip>()) == 2)
    }
  }
#endif
