import Foundation
import OpenSwiftData
import Testing

/// Models that inherit from models, which schemas describe and containers refuse.
@Suite("Inheritance")
struct InheritanceTests {
  @Model class Trip {
    var name: String
    @Relationship(inverse: \Leg.trip) var legs: [Leg] = []
    init(name: String) { self.name = name }
  }
  @Model class BusinessTrip: Trip {
    var allowance = 0.0
    override init(name: String) { super.init(name: name) }
  }
  /// A subclass that is no model of its own.
  final class Excursion: Trip {}
  @Model final class Leg {
    var trip: Trip?
    init(trip: Trip? = nil) { self.trip = trip }
  }
  @Model final class Invoice {
    var trip: BusinessTrip?
    init() {}
  }

  private static let inMemory = ModelConfiguration(isStoredInMemoryOnly: true)

  @Test func isRefusedWhereverASubclassComesIn() throws {
    let lists: [[any PersistentModel.Type]] = [
      [Trip.self, BusinessTrip.self], [BusinessTrip.self], [Invoice.self], [Excursion.self],
    ]
    for types in lists {
      let error = try #require(throws: SwiftDataError.self) {
        try ModelContainer(for: Schema(types), configurations: Self.inMemory)
      }
      #expect(error == .unsupportedModel)
      let text = error.description
      #expect(text.contains("inherits from the model Trip"), "\(text)")
      #expect(error.recoverySuggestion != nil)
    }
    #expect(throws: SwiftDataError.unsupportedModel) {
      try ModelContainer(for: Trip.self, BusinessTrip.self, configurations: Self.inMemory)
    }
    #expect(throws: SwiftDataError.unsupportedModel) {
      try DefaultStore(
        ModelConfiguration(schema: Schema([BusinessTrip.self]), isStoredInMemoryOnly: true))
    }
  }

  @Test func refusesInstancesOfSubclasses() throws {
    let container = try ModelContainer(for: Trip.self, configurations: Self.inMemory)
    for trip in [BusinessTrip(name: "b"), Excursion(name: "e")] as [Trip] {
      let context = ModelContext(container)
      context.insert(trip)
      #expect(throws: SwiftDataError.unsupportedModel) { try context.save() }
      let other = ModelContext(container)
      let leg = Leg(trip: trip)
      other.insert(leg)
      #expect(throws: SwiftDataError.unsupportedModel) { try other.save() }
      let third = ModelContext(container)
      let stored = Leg()
      third.insert(stored)
      try third.save()
      stored.trip = trip
      #expect(throws: SwiftDataError.unsupportedModel) { try third.save() }
    }
    let context = ModelContext(container)
    #expect(throws: SwiftDataError.unsupportedModel) {
      try context.fetch(FetchDescriptor<BusinessTrip>())
    }
    #expect(throws: SwiftDataError.unsupportedModel) {
      try context.delete(model: Excursion.self)
    }
    #expect(try context.fetchCount(FetchDescriptor<Trip>()) == 0)
  }

  @Test func isDescribedBySchemas() throws {
    let schema = Schema([BusinessTrip.self])
    #expect(schema.entity(for: BusinessTrip.self)?.superentityName == "Trip")
    #expect(Set(schema.entities.map(\.name)) == ["BusinessTrip", "Trip", "Leg"])
  }
}
