import ExampleTestSupport
import Foundation
import SampleTripsCore
import StoreFixtures
import SwiftData
import Testing

@Suite("Trip")
struct TripTests {
  private let book: TripBook
  private let container: ModelContainer

  init() throws {
    container = try ModelContainer(
      for: Schema(versionedSchema: CurrentSchema.self),
      migrationPlan: SampleTripsMigrationPlan.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    book = TripBook(context: ModelContext(container))
  }

  @discardableResult
  private func addTrip() throws -> Trip {
    let trip = try book.add(
      name: "Kyoto", destination: "京都", startDate: .distantPast, endDate: .distantFuture)
    try book.add(BucketListItem(title: "Temple"), to: trip)
    try book.stay(at: LivingAccommodation(placeName: "Ryokan", address: ""), on: trip)
    return trip
  }

  @Test func deletionOfATripDeletesItsItemsAndStay() throws {
    try book.delete(try addTrip())
    let context = ModelContext(container)
    #expect(try context.fetchCount(FetchDescriptor<Trip>()) == 0)
    #expect(try context.fetchCount(FetchDescriptor<BucketListItem>()) == 0)
    #expect(try context.fetchCount(FetchDescriptor<LivingAccommodation>()) == 0)
  }

  @Test func viewsOfATripAreNotStored() throws {
    let trip = try addTrip()
    trip.tripViews += 1
    #expect(trip.tripViews == 1)
    try book.context.save()
    let context = ModelContext(container)
    let other = try #require(try context.fetch(FetchDescriptor<Trip>()).first)
    #expect(other.tripViews == 0)
    #expect(other.bucketList?.map(\.title) == ["Temple"])
  }

  @Test func viewsAreCountedAndSurviveChanges() throws {
    let trip = try addTrip()
    #expect(book.view(trip) == 1)
    #expect(book.view(trip) == 2)
    try book.edit(trip) { $0.destination = "Nara" }
    #expect(book.view(trip) == 3)
    let context = ModelContext(container)
    let other = try #require(try context.fetch(FetchDescriptor<Trip>()).first)
    #expect([other.destination, "\(other.tripViews)"] == ["Nara", "0"])
  }

  @Test func newAccommodationReplacesTheFormerOne() throws {
    let trip = try addTrip()
    try book.stay(at: LivingAccommodation(placeName: "Inn", address: "1"), on: trip)
    let context = ModelContext(container)
    let stays = try context.fetch(FetchDescriptor<LivingAccommodation>())
    #expect(stays.map(\.placeName) == ["Inn"])
    #expect(stays.first?.trip?.name == "Kyoto")
  }

  /// モデルコンテナを設定: a container with only the newest class and the plan.
  @Test(arguments: ["1.0.0", "2.0.0", "3.0.0"])
  func containerOfTheDesignOpensEveryVersion(_ version: String) throws {
    try withTemporaryFolder { folder in
      let url = try StoreFixtures.copy(of: "SampleTrips", version: version, to: folder)
      let container = try ModelContainer(
        for: Trip.self,
        migrationPlan: SampleTripsMigrationPlan.self,
        configurations: ModelConfiguration(url: url)
      )
      let context = ModelContext(container)
      let trips = try context.fetch(FetchDescriptor<Trip>())
      #expect(!trips.isEmpty)
      #expect(Set(trips.map(\.name)).count == trips.count)
      #expect(trips.contains { $0.bucketList?.isEmpty == false && $0.livingAccommodation != nil })
    }
  }
}
