// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Trips in three versions of their models: names become unique, and dates get new names. A store of
// the first version is migrated with its data.
import SwiftData

// MARK: - Models

// These models are the same in all versions.
@Model
final class BucketListItem {
  var title: String

  init(title: String) { self.title = title }
}

@Model
final class LivingAccommodation {
  var placeName: String

  init(placeName: String) { self.placeName = placeName }
}

enum SampleTripsSchemaV1: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
  static var models: [any PersistentModel.Type] {
    [Trip.self, BucketListItem.self, LivingAccommodation.self]
  }

  @Model
  final class Trip {
    var name: String
    var destination: String
    var start_date: Date
    var end_date: Date

    var bucketList: [BucketListItem]? = []
    var livingAccommodation: LivingAccommodation?

    init(name: String, destination: String, start_date: Date, end_date: Date) {
      self.name = name
      self.destination = destination
      self.start_date = start_date
      self.end_date = end_date
    }
  }
}

enum SampleTripsSchemaV2: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
  static var models: [any PersistentModel.Type] {
    [Trip.self, BucketListItem.self, LivingAccommodation.self]
  }

  @Model
  final class Trip {
    @Attribute(.unique) var name: String
    var destination: String
    var start_date: Date
    var end_date: Date

    var bucketList: [BucketListItem]? = []
    var livingAccommodation: LivingAccommodation?

    init(name: String, destination: String, start_date: Date, end_date: Date) {
      self.name = name
      self.destination = destination
      self.start_date = start_date
      self.end_date = end_date
    }
  }
}

enum SampleTripsSchemaV3: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(3, 0, 0) }
  static var models: [any PersistentModel.Type] {
    [Trip.self, BucketListItem.self, LivingAccommodation.self]
  }

  @Model
  final class Trip {
    @Attribute(.unique) var name: String
    var destination: String
    @Attribute(originalName: "start_date") var startDate: Date
    @Attribute(originalName: "end_date") var endDate: Date

    @Relationship(deleteRule: .cascade) var bucketList: [BucketListItem]? = []
    @Relationship(deleteRule: .cascade) var livingAccommodation: LivingAccommodation?

    @Transient var tripViews: Int = 0

    init(name: String, destination: String, startDate: Date, endDate: Date) {
      self.name = name
      self.destination = destination
      self.startDate = startDate
      self.endDate = endDate
    }
  }
}

typealias Trip = SampleTripsSchemaV3.Trip

// MARK: - Migrations

enum SampleTripsMigrationPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] {
    [SampleTripsSchemaV1.self, SampleTripsSchemaV2.self, SampleTripsSchemaV3.self]
  }

  static var stages: [MigrationStage] {
    [migrateV1toV2, migrateV2toV3]
  }

  // Before names become unique, trips with the same name become one.
  static let migrateV1toV2 = MigrationStage.custom(
    fromVersion: SampleTripsSchemaV1.self, toVersion: SampleTripsSchemaV2.self,
    willMigrate: { context in
      let trips = try context.fetch(
        FetchDescriptor<SampleTripsSchemaV1.Trip>(sortBy: [SortDescriptor(\.start_date)]))
      var kept: [String: SampleTripsSchemaV1.Trip] = [:]
      for trip in trips {
        if let first = kept[trip.name] {
          first.bucketList?.append(contentsOf: trip.bucketList ?? [])
          context.delete(trip)
        } else {
          kept[trip.name] = trip
        }
      }
      try context.save()
    }, didMigrate: nil)

  static let migrateV2toV3 = MigrationStage.lightweight(
    fromVersion: SampleTripsSchemaV2.self, toVersion: SampleTripsSchemaV3.self)
}

// MARK: - Main

let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }
let configuration = ModelConfiguration(url: folder.appendingPathComponent("trips.store"))

func day(_ text: String) throws -> Date { try Date("\(text)T00:00:00Z", strategy: .iso8601) }

// The first version of the app saved three trips, one of them twice.
func saveWithFirstVersion() throws {
  let schema = Schema(versionedSchema: SampleTripsSchemaV1.self)
  let context = ModelContext(try ModelContainer(for: schema, configurations: [configuration]))
  for (name, destination, start, item) in [
    ("Spring", "Lisbon", "2026-03-20", "Ride tram 28"),
    ("Fjords", "Bergen", "2026-06-01", "Hike"), ("Fjords", "Bergen", "2026-06-02", "Sail"),
  ] {
    let trip = SampleTripsSchemaV1.Trip(
      name: name, destination: destination, start_date: try day(start),
      end_date: try day(start).addingTimeInterval(7 * 86_400))
    context.insert(trip)
    trip.bucketList?.append(BucketListItem(title: item))
  }
  try context.save()
}
try saveWithFirstVersion()

let container = try ModelContainer(
  for: Schema(versionedSchema: SampleTripsSchemaV3.self),
  migrationPlan: SampleTripsMigrationPlan.self, configurations: [configuration])
let context = ModelContext(container)

func show(_ title: String, _ trips: [Trip]) {
  print("\(title):")
  for trip in trips {
    let start = trip.startDate.formatted(.iso8601.year().month().day())
    let list = (trip.bucketList ?? []).map(\.title).sorted().joined(separator: ", ")
    let hotel = trip.livingAccommodation?.placeName ?? "no hotel"
    print("  \(trip.name) in \(trip.destination), from \(start), \(hotel), to do: \(list)")
  }
}

let all = FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.startDate)])
let trips = try context.fetch(all)
show("After the migration", trips)

// A transient property is not stored, so there is nothing to save.
trips[0].tripViews += 1
print("Views of \(trips[0].name): \(trips[0].tripViews); changes to save: \(context.hasChanges)")

// A name is unique: the new trip replaces the stored one, and its bucket list stays.
let porto = Trip(
  name: "Spring", destination: "Porto", startDate: try day("2026-04-01"),
  endDate: try day("2026-04-08"))
context.insert(porto)
porto.livingAccommodation = LivingAccommodation(placeName: "Hotel Douro")
try context.save()
show("With another destination in spring", try context.fetch(all))

// The bucket list and the accommodation are deleted with their trip.
let items = FetchDescriptor<BucketListItem>()
print("Items of bucket lists: \(try context.fetchCount(items))")
let fjords = FetchDescriptor<Trip>(predicate: #Predicate { $0.name == "Fjords" })
for trip in try context.fetch(fjords) { context.delete(trip) }
try context.save()
print("After deleting the fjords: \(try context.fetchCount(items))")
