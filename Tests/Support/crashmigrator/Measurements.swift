import Foundation
import OpenSwiftData

/// The models of a weather station, in the versions that the program migrates between.
enum StationV1: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
  static var models: [any PersistentModel.Type] { [Measurement.self] }

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
}
