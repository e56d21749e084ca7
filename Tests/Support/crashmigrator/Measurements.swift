import Foundation
import OpenSwiftData

/// The models of a weather station, in the versions between which the program migrates.
enum StationV1: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
  static var models: [any PersistentModel.Type] { [Measurement.self, Picture.self] }

  @Model
  final class Measurement {
    var number: Int
    var station: String
    var value: Int

    init(number: Int, station: String, value: Int) {
      self.number = number
      self.station = station
      self.value = value
    }
  }

  @Model
  final class Picture {
    var number: Int
    @Attribute(.externalStorage) var image: Data

    init(number: Int, image: Data) {
      self.number = number
      self.image = image
    }
  }
}

/// All rows are copied, because the type of a value changes; values move out of their files.
enum StationV2: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
  static var models: [any PersistentModel.Type] { [Measurement.self, Picture.self] }

  @Model
  final class Measurement {
    var number: Int
    @Attribute(originalName: "station") var place: String
    var value: Double

    init(number: Int, place: String, value: Double) {
      self.number = number
      self.place = place
      self.value = value
    }
  }

  @Model
  final class Picture {
    var number: Int
    var image: Data
    var token = UUID()

    init(number: Int, image: Data) {
      self.number = number
      self.image = image
    }
  }
}

/// Places become separate models, to which every tenth reading is related.
enum StationV3: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(3, 0, 0) }
  static var models: [any PersistentModel.Type] { [Reading.self, Place.self, Picture.self] }

  @Model(originalName: "Measurement")
  final class Reading {
    var number: Int
    var place: String
    var value: Double
    var site: Place?

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
  final class Picture {
    @Attribute(.externalStorage) var image: Data
    var number: Int
    var token = UUID()

    init(number: Int, image: Data) {
      self.number = number
      self.image = image
    }
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
        fromVersion: StationV2.self, toVersion: StationV3.self, willMigrate: nil,
        didMigrate: { context in
          guard let migration = context.migration else { return }
          let readings = try migration.table(of: StationV3.Reading.self)
          for row in try migration.rows("SELECT DISTINCT ZPLACE FROM \(readings)") {
            guard case .text(let name) = row[0] else { continue }
            context.insert(StationV3.Place(name: name))
          }
          try context.save()
          try migration.execute(
            """
            UPDATE \(readings) SET ZSITE = \
            (SELECT P.Z_PK FROM \(try migration.table(of: StationV3.Place.self)) AS P \
            WHERE P.ZNAME = ZPLACE) WHERE ZNUMBER % 10 = 0
            """)
        }),
    ]
  }
}
