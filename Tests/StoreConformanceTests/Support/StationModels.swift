import Foundation
import OpenSwiftData

// Three versions of a weather station's models.

enum StationV1: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
  static var models: [any PersistentModel.Type] { [Measurement.self, Remark.self] }

  @Model
  final class Measurement {
    var number: Int
    var station: String
    var value: Int
    @Relationship(deleteRule: .cascade, inverse: \Remark.measurement) var remarks: [Remark] = []

    init(number: Int, station: String, value: Int) {
      self.number = number
      self.station = station
      self.value = value
    }
  }

  @Model
  final class Remark {
    var text: String
    var measurement: Measurement?
    init(text: String) { self.text = text }
  }
}

/// Renames a property, changes the type of another one and adds some; a remark may have several
/// measurements.
enum StationV2: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
  static var models: [any PersistentModel.Type] { [Measurement.self, Remark.self] }

  @Model
  final class Measurement {
    var number: Int
    @Attribute(originalName: "station") var place: String
    var value: Double
    var isChecked = true
    var token = UUID()
    var since = Date(timeIntervalSinceReferenceDate: 5.25)
    @Relationship(inverse: \Remark.measurements) var remarks: [Remark] = []

    init(number: Int, place: String, value: Double) {
      self.number = number
      self.place = place
      self.value = value
    }
  }

  @Model
  final class Remark {
    var text: String
    @Relationship(originalName: "measurement") var measurements: [Measurement] = []
    init(text: String) { self.text = text }
  }
}

/// Places become models with unique names.
enum StationV3: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(3, 0, 0) }
  static var models: [any PersistentModel.Type] { [Reading.self, Place.self, Remark.self] }

  @Model(originalName: "Measurement")
  final class Reading {
    @Attribute(.unique) var number: Int
    var place: String
    var value: Double
    var site: Place?
    var token = UUID()
    @Relationship(inverse: \Remark.measurements) var remarks: [Remark] = []

    init(number: Int, place: String, value: Double) {
      self.number = number
      self.place = place
      self.value = value
    }
  }

  @Model
  final class Place {
    @Attribute(.unique) var name: String
    @Relationship(inverse: \Reading.site) var readings: [Reading] = []
    init(name: String) { self.name = name }
  }

  @Model
  final class Remark {
    var text: String
    var measurements: [Reading] = []
    init(text: String) { self.text = text }
  }
}

enum StationPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] {
    [StationV1.self, StationV2.self, StationV3.self]
  }

  static var stages: [MigrationStage] {
    [
      .lightweight(fromVersion: StationV1.self, toVersion: StationV2.self),
      .custom(
        fromVersion: StationV2.self, toVersion: StationV3.self,
        willMigrate: { context in
          // Keeps the measurement with the smallest value for each number.
          var seen: Set<Int> = []
          let order = [SortDescriptor(\StationV2.Measurement.value)]
          for measurement in try context.fetch(FetchDescriptor(sortBy: order))
          where !seen.insert(measurement.number).inserted { context.delete(measurement) }
        },
        didMigrate: { context in
          let readings = try context.fetch(FetchDescriptor<StationV3.Reading>())
          for (name, readings) in Dictionary(grouping: readings, by: \.place) {
            let place = StationV3.Place(name: name)
            context.insert(place)
            place.readings = readings
          }
        }),
    ]
  }
}

/// The error of a stage whose closure always fails.
struct StationRefusal: Error {}

enum RefusingStationPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { StationPlan.schemas }

  static var stages: [MigrationStage] {
    [
      StationPlan.stages[0],
      .custom(
        fromVersion: StationV2.self, toVersion: StationV3.self, willMigrate: nil,
        didMigrate: { context in
          context.insert(StationV3.Place(name: "lost"))
          try context.save()
          throw StationRefusal()
        }),
    ]
  }
}

enum PairingStationPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { StationPlan.schemas }

  static var stages: [MigrationStage] {
    [
      StationPlan.stages[0],
      .custom(fromVersion: StationV2.self, toVersion: StationV3.self) { migration in
        try migration.forEach(StationV2.Measurement.self, StationV3.Reading.self, batchSize: 2) {
          $1.place = "\($0.place) (\($0.remarks.count), \($1.remarks.count))"
        }
      },
    ]
  }
}
