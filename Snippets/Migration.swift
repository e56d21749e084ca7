import Foundation
import SwiftData

enum SchemaV1: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
  static var models: [any PersistentModel.Type] { [Trip.self] }

  @Model
  final class Trip {
    var name: String
    var start_date: Date
    var traveller: String = ""

    init(name: String, start: Date) {
      self.name = name
      start_date = start
    }
  }
}

enum SchemaV2: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
  static var models: [any PersistentModel.Type] { [Trip.self] }

  @Model
  final class Trip {
    @Attribute(.unique) var name: String
    @Attribute(originalName: "start_date") var startDate: Date
    var traveller: String = ""
    var rating: Int = 3

    init(name: String, start: Date) {
      self.name = name
      startDate = start
    }
  }
}

enum SchemaV3: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(3, 0, 0) }
  static var models: [any PersistentModel.Type] { [Journey.self] }

  @Model(originalName: "Trip")
  final class Journey {
    @Attribute(.unique) var name: String
    var startDate: Date
    var rating: Int = 3
    var firstName: String = ""
    var lastName: String = ""

    init(name: String, start: Date) {
      self.name = name
      startDate = start
    }
  }
}

enum TripsPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [SchemaV1.self, SchemaV2.self, SchemaV3.self] }
  static var stages: [MigrationStage] { [removeDuplicates, splitNames] }
}

extension TripsPlan {
  // Remove duplicates before names become unique.
  static let removeDuplicates = MigrationStage.custom(
    fromVersion: SchemaV1.self, toVersion: SchemaV2.self,
    willMigrate: { context in
      var seen: Set<String> = []
      for trip in try context.fetch(FetchDescriptor<SchemaV1.Trip>())
      where !seen.insert(trip.name).inserted {
        context.delete(trip)
      }
      try context.save()
    }, didMigrate: nil)
}

extension TripsPlan {
  // One closure receives both the old and the new models.
  static let splitNames = MigrationStage.custom(
    fromVersion: SchemaV2.self, toVersion: SchemaV3.self
  ) { migration in
    try migration.forEach(SchemaV2.Trip.self, SchemaV3.Journey.self) { old, new in
      let names = old.traveller.split(separator: " ")
      new.firstName = names.dropLast().joined(separator: " ")
      new.lastName = names.last.map(String.init) ?? ""
    }
  }
}

// A store that the first version of the program created.
let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).store")
let old = ModelContext(
  try ModelContainer(
    for: Schema(versionedSchema: SchemaV1.self), configurations: ModelConfiguration(url: url)))
old.insert(SchemaV1.Trip(name: "Alps", start: .now))
try old.save()

// Report the changes before migrating.
let report = try TripsPlan.report(for: url)
if report.isNeeded { print(report) }

let container = try ModelContainer(
  for: Schema(versionedSchema: SchemaV3.self), migrationPlan: TripsPlan.self,
  configurations: ModelConfiguration(url: url),
  migrationOptions: MigrationOptions(backup: .beside) { progress in
    print(
      "\(progress.stage) of \(progress.stageCount):", progress.entity ?? "",
      progress.completedRows, "of", progress.totalRows)
  })
