import Foundation
import OpenSwiftData

enum TripsV1: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
  static var models: [any PersistentModel.Type] { [Trip.self] }

  @Model
  final class Trip {
    var name: String
    var start_date: Date
    var price: Int

    init(name: String, start: Date = Date(timeIntervalSinceReferenceDate: 0), price: Int = 0) {
      self.name = name
      start_date = start
      self.price = price
    }
  }
}

enum TripsV2: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
  static var models: [any PersistentModel.Type] { [Trip.self] }

  @Model
  final class Trip {
    @Attribute(.unique) var name: String
    @Attribute(originalName: "start_date") var startDate: Date
    var price: Double
    var rating: Int = 3

    init(name: String, start: Date = Date(timeIntervalSinceReferenceDate: 0), price: Double = 0) {
      self.name = name
      startDate = start
      self.price = price
    }
  }
}

enum TripsV3: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(3, 0, 0) }
  static var models: [any PersistentModel.Type] { [Trip.self, Stop.self] }

  @Model
  final class Trip {
    @Attribute(.unique) var name: String
    var startDate: Date
    var price: Double
    var rating: Int = 3
    @Relationship(deleteRule: .cascade, inverse: \Stop.trip) var stops: [Stop] = []

    init(name: String, start: Date = Date(timeIntervalSinceReferenceDate: 0), price: Double = 0) {
      self.name = name
      startDate = start
      self.price = price
    }
  }

  @Model
  final class Stop {
    var title: String
    var trip: Trip?

    init(title: String, trip: Trip? = nil) {
      self.title = title
      self.trip = trip
    }
  }
}

/// A plan as in an app.
///
/// It deletes duplicates before names become unique, and adds a stop to every trip once stops
/// exist.
enum TripsPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [TripsV1.self, TripsV2.self, TripsV3.self] }
  static var stages: [MigrationStage] { [v1ToV2, v2ToV3] }

  static let v1ToV2 = MigrationStage.custom(
    fromVersion: TripsV1.self, toVersion: TripsV2.self,
    willMigrate: { context in
      var seen: Set<String> = []
      let trips = try context.fetch(
        FetchDescriptor<TripsV1.Trip>(sortBy: [SortDescriptor(\.price)]))
      Sightings.add("will 1 \(trips.map(\.name))")
      for trip in trips where !seen.insert(trip.name).inserted { context.delete(trip) }
      try context.save()
    },
    didMigrate: { context in
      let trips = try context.fetch(
        FetchDescriptor<TripsV2.Trip>(sortBy: [SortDescriptor(\.price)]))
      Sightings.add("did 2 \(trips.map(\.name))")
      for trip in trips { trip.rating = trip.price > 10 ? 5 : trip.rating }
      try context.save()
    })

  static let v2ToV3 = MigrationStage.custom(
    fromVersion: TripsV2.self, toVersion: TripsV3.self, willMigrate: nil,
    didMigrate: { context in
      let trips = try context.fetch(
        FetchDescriptor<TripsV3.Trip>(sortBy: [SortDescriptor(\.price)]))
      Sightings.add("did 3 \(trips.map(\.name))")
      for trip in trips { trip.stops = [TripsV3.Stop(title: "start of \(trip.name)")] }
      // Unsaved changes are saved after the closure.
    })
}

extension StoreFixture {
  /// Creates a store of version 1 with trips; prices start at 0 and increase by 6.
  func makeTrips(_ names: String...) throws {
    let context = try open(TripsV1.self)
    for (index, name) in names.enumerated() {
      context.insert(TripsV1.Trip(name: name, price: index * 6))
    }
    try context.save()
  }
}
