import ExampleTestSupport
import Foundation
import SwiftData

@testable import SampleTripsCore

extension TripContents {
  /// The versions, oldest first.
  static let versions = [
    version(SampleTripsSchemaV1.self, SampleTripsSchemaV1.Trip.self, plan: PlanToV1.self),
    version(SampleTripsSchemaV2.self, SampleTripsSchemaV2.Trip.self, plan: PlanToV2.self),
    version(
      SampleTripsSchemaV3.self, SampleTripsSchemaV3.Trip.self,
      plan: SampleTripsMigrationPlan.self),
  ]

  private enum PlanToV1: SchemaMigrationPlan {
    static let schemas: [any VersionedSchema.Type] = [SampleTripsSchemaV1.self]
    static let stages: [MigrationStage] = []
  }

  private enum PlanToV2: SchemaMigrationPlan {
    static let schemas: [any VersionedSchema.Type] = [
      SampleTripsSchemaV1.self, SampleTripsSchemaV2.self,
    ]
    static let stages = [SampleTripsMigrationPlan.migrateV1toV2]
  }

  private static func version<Trip: VersionedTrip>(
    _ schema: any VersionedSchema.Type, _ type: Trip.Type, plan: any SchemaMigrationPlan.Type
  ) -> StoreVersion<TripContents> {
    StoreVersion(
      schema, plan: plan, insert: { try $0.insert(as: type, in: $1) },
      read: { try TripContents(readingAs: type, in: $0) })
  }

  private func insert<Trip: VersionedTrip>(as type: Trip.Type, in context: ModelContext) throws {
    for entry in trips {
      let trip = Trip(entry)
      context.insert(trip)
      for item in entry.items {
        let model = Self.model(of: item, as: Trip.Item.self)
        context.insert(model)
        model.trip = trip
      }
      trip.livingAccommodation = entry.stay.map {
        Trip.Stay(placeName: $0.place, address: $0.address)
      }
    }
    for item in looseItems { context.insert(Self.model(of: item, as: Trip.Item.self)) }
    for stay in looseStays {
      context.insert(Trip.Stay(placeName: stay.place, address: stay.address))
    }
  }

  private init<Trip: VersionedTrip>(readingAs type: Trip.Type, in context: ModelContext) throws {
    trips = try context.fetch(FetchDescriptor<Trip>()).map { trip in
      Entry(
        name: trip.name, destination: trip.destination, start: trip.dates.start,
        end: trip.dates.end, items: (trip.bucketList ?? []).map(Self.item),
        stay: trip.livingAccommodation.map(Self.stay))
    }
    looseItems = try context.fetch(FetchDescriptor<Trip.Item>())
      .filter { $0.trip == nil }.map(Self.item)
    looseStays = try context.fetch(FetchDescriptor<Trip.Stay>())
      .filter { $0.trip == nil }.map(Self.stay)
    self = sorted
  }

  private static func model<Model: VersionedItem>(of item: Item, as type: Model.Type) -> Model {
    Model(
      title: item.title, details: item.details, hasReservation: item.hasReservation,
      isInPlan: item.isInPlan)
  }

  private static func item(_ model: some VersionedItem) -> Item {
    Item(
      title: model.title, details: model.details, hasReservation: model.hasReservation,
      isInPlan: model.isInPlan)
  }

  private static func stay(_ model: some VersionedStay) -> Stay {
    Stay(place: model.placeName, address: model.address)
  }
}
