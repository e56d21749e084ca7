import Foundation
import OpenSwiftData

/// Models whose names change in each version.
enum FirstVersion: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
  static var models: [any PersistentModel.Type] { [Trip.self, Stop.self] }

  @Model final class Trip {
    @Attribute(.unique) var name: String
    var visits = 0
    @Relationship(deleteRule: .cascade, inverse: \Stop.trip) var stops: [Stop] = []
    init(name: String) { self.name = name }
  }

  @Model final class Stop {
    var title: String
    var trip: Trip?
    @Attribute(.externalStorage) var picture: Data?
    init(title: String) { self.title = title }
  }
}

enum SecondVersion: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
  static var models: [any PersistentModel.Type] { [Journey.self, Stop.self] }

  @Model(originalName: "Trip") final class Journey {
    @Attribute(.unique, originalName: "name") var title: String
    @Attribute(originalName: "visits") var count = 0
    @Relationship(deleteRule: .cascade, originalName: "stops", inverse: \Stop.journey)
    var places: [Stop] = []
    init(title: String) { self.title = title }
  }

  @Model final class Stop {
    // The former name of another property.
    @Attribute(originalName: "title") var picture: String
    @Relationship(originalName: "trip") var journey: Journey?
    @Attribute(.externalStorage, originalName: "picture") var image: Data?
    init(picture: String) { self.picture = picture }
  }
}

enum ThirdVersion: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(3, 0, 0) }
  static var models: [any PersistentModel.Type] { [Voyage.self, Stop.self] }

  @Model(originalName: "Journey") final class Voyage {
    @Attribute(.unique, originalName: "title") var heading: String
    // It no longer declares its former name.
    var count = 0
    @Relationship(deleteRule: .cascade, originalName: "places", inverse: \Stop.journey)
    var ports: [Stop] = []
    /// A different property from the first version's.
    var name = "new"
    init(heading: String) { self.heading = heading }
  }

  @Model final class Stop {
    var picture: String
    var journey: Voyage?
    @Attribute(.externalStorage) var image: Data?
    init(picture: String) { self.picture = picture }
  }
}

enum RenamingPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] {
    [FirstVersion.self, SecondVersion.self, ThirdVersion.self]
  }
  static var stages: [MigrationStage] {
    [
      .lightweight(fromVersion: FirstVersion.self, toVersion: SecondVersion.self),
      .lightweight(fromVersion: SecondVersion.self, toVersion: ThirdVersion.self),
    ]
  }
}

extension FirstVersion.Trip {
  static func lines(_ context: ModelContext) throws -> [String] {
    try context.fetch(FetchDescriptor<FirstVersion.Trip>()).map { trip in
      "\(trip.name) \(trip.visits) \(trip.stops.map { "\($0.title) \($0.picture?.count ?? 0)" })"
    }.sorted()
  }
}

extension SecondVersion.Journey {
  static func lines(_ context: ModelContext) throws -> [String] {
    try context.fetch(FetchDescriptor<SecondVersion.Journey>()).map { trip in
      "\(trip.title) \(trip.count) \(trip.places.map { "\($0.picture) \($0.image?.count ?? 0)" })"
    }.sorted()
  }
}

extension ThirdVersion.Voyage {
  static func lines(_ context: ModelContext) throws -> [String] {
    try context.fetch(FetchDescriptor<ThirdVersion.Voyage>()).map { trip in
      "\(trip.heading) \(trip.count) \(trip.ports.map { "\($0.picture) \($0.image?.count ?? 0)" })"
    }.sorted()
  }
}
