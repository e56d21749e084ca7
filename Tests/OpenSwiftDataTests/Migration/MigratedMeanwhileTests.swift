import Foundation
import OpenSwiftData
import Testing

/// A program has a store open while another one migrates it.
@Suite("Stores that were migrated while they were open")
struct MigratedMeanwhileTests {
  private let store: StoreFixture
  private let old: ModelContext

  init() throws {
    store = try StoreFixture()
    try store.makeTrips("a", "b")
    old = try store.open(TripsV1.self)
    #expect(try old.fetchCount(FetchDescriptor<TripsV1.Trip>()) == 2)
    _ = try store.open(TripsV3.self, TripsPlan.self)
  }

  @Test func readingReportsTheMigration() throws {
    let error = try #require(throws: SwiftDataError.self) {
      try old.fetch(FetchDescriptor<TripsV1.Trip>())
    }
    #expect(error == .storeSchemaMismatch)
    #expect("\(error)".contains("migrated"))
    #expect("\(error)".contains(store.url.path))
    #expect(throws: SwiftDataError.storeSchemaMismatch) {
      try old.fetch(
        FetchDescriptor<TripsV1.Trip>(sortBy: [SortDescriptor(\.start_date)]))
    }
    #expect(throws: SwiftDataError.storeSchemaMismatch) {
      try old.enumerate(FetchDescriptor<TripsV1.Trip>(sortBy: [SortDescriptor(\.start_date)])) {
        _ in
      }
    }
    #expect(throws: SwiftDataError.storeSchemaMismatch) {
      try old.fetch(FetchDescriptor<TripsV1.Trip>(), selecting: \.start_date)
    }
  }

  @Test func laterContextsReportTheMigration() throws {
    #expect(throws: SwiftDataError.storeSchemaMismatch) {
      try ModelContext(old.container).fetch(FetchDescriptor<TripsV1.Trip>())
    }
  }

  @Test func savingReportsTheMigration() throws {
    old.insert(TripsV1.Trip(name: "c"))
    #expect(throws: SwiftDataError.storeSchemaMismatch) { try old.save() }
    #expect(throws: SwiftDataError.storeSchemaMismatch) {
      try old.delete(
        model: TripsV1.Trip.self,
        where: #Predicate { $0.start_date > Date(timeIntervalSinceReferenceDate: 5) })
    }
  }
}
