import Foundation
import OpenSwiftData
import Testing

@Suite("Set operations on models with relationships")
struct SetOperationTests {
  private func makeTrips(in context: ModelContext) throws -> (trip: Trip, items: [Item]) {
    let trip = Trip(name: "Oslo")
    let items = ["map", "tent"].map { Item(title: $0, trip: trip) } + [Item(title: "spare")]
    context.insert(trip)
    for item in items { context.insert(item) }
    try context.save()
    return (trip, items)
  }

  @Test(arguments: Backend.available)
  func anUpdateLeavesRelationshipsAlone(_ backend: Backend) throws {
    let store = try TestStore(backend, for: Trip.self, Item.self, Remark.self)
    let context = store.makeContext()
    let (trip, items) = try makeTrips(in: context)
    items[2].trip = trip
    let count = try context.update(Item.self, .set(\.title, to: "new"))
    #expect(count == 3)
    #expect(items.map(\.title) == ["new", "new", "new"])
    #expect(items.allSatisfy { $0.trip === trip })
    #expect(trip.items.count == 3)
    try context.update(Trip.self, .set(\.name, to: "Bergen"))
    #expect(trip.name == "Bergen")
    #expect(trip.items.count == 3)
    try context.save()
    let reader = try store.makeReopenedContext()
    let found = try reader.fetch(FetchDescriptor<Item>())
    #expect(found.map(\.title) == ["new", "new", "new"])
    #expect(found.map { $0.trip?.name } == ["Bergen", "Bergen", "Bergen"])
  }

  @Test func updatesAndDistinctFetchesOfRelationshipsAreRefused() throws {
    let store = try TestStore(.memory, for: Trip.self, Item.self, Remark.self)
    let context = store.makeContext()
    let (trip, _) = try makeTrips(in: context)
    let error = #expect(throws: SwiftDataError.unsupportedKeyPath) {
      try context.update(Item.self, .set(\.trip, to: trip))
    }
    #expect(error?.description.contains("Item.trip") == true)
    #expect(throws: SwiftDataError.unsupportedKeyPath) {
      try context.update(Trip.self, .set(\.items, to: []))
    }
    #expect(throws: SwiftDataError.unsupportedKeyPath) {
      try context.fetch(FetchDescriptor<Item>(), selectingDistinct: \.trip)
    }
  }

  @Test func selectionsAndAggregatesFollowRelationships() throws {
    let store = try TestStore(.memory, for: Trip.self, Item.self, Remark.self)
    let (_, _) = try makeTrips(in: store.makeContext())
    let context = store.makeContext()
    let order = [SortDescriptor(\Item.title)]
    let found = try context.fetch(
      FetchDescriptor(sortBy: order), selecting: \.title, \.trip?.name)
    #expect(found.map(\.0) == ["map", "spare", "tent"])
    #expect(found.map(\.1) == ["Oslo", nil, "Oslo"])
    let groups = try context.aggregate(
      FetchDescriptor<Item>(), groupedBy: \.trip?.name, computing: .count, .count(\.trip))
    #expect(groups.map(\.key) == [nil, "Oslo"])
    #expect(groups.map(\.values.0) == [1, 2])
    #expect(groups.map(\.values.1) == [0, 2])
  }

  @Test(arguments: Backend.available)
  func setOperationsFindRowsAlongRelationships(_ backend: Backend) throws {
    let store = try TestStore(backend, for: Trip.self, Item.self, Remark.self)
    _ = try makeTrips(in: store.makeContext())
    let context = store.makeContext()
    let onTrip = #Predicate<Item> { $0.trip?.name == "Oslo" }
    var descriptor = FetchDescriptor(
      predicate: onTrip, sortBy: [SortDescriptor(\.trip?.name), SortDescriptor(\.title)])
    let texts = try statements(in: store.container) {
      let titles = try context.fetch(descriptor, selecting: \.title)
      #expect(titles == ["map", "tent"])
      let (count, last) = try context.aggregate(descriptor, .count, .maximum(\.title))
      #expect(count == 2)
      #expect(last == "tent")
      let distinct = try context.fetch(descriptor, selectingDistinct: \.title)
      #expect(distinct == ["map", "tent"])
      descriptor.fetchLimit = 1
      let first = try context.aggregate(descriptor, .maximum(\.title))
      #expect(first == "map")
    }
    #expect(texts.count == 4)
    let count = try context.update(Item.self, where: onTrip, .set(\.title, to: "packed"))
    #expect(count == 2)
    let titles = try context.fetch(FetchDescriptor<Item>(), selecting: \.title)
    #expect(titles == ["packed", "packed", "spare"])
  }

  @Test func setOperationsSeeUnsavedChangesOfRelatedModels() throws {
    let store = try TestStore(.memory, for: Trip.self, Item.self, Remark.self)
    let context = store.makeContext()
    let (trip, items) = try makeTrips(in: context)
    trip.name = "Bergen"
    let onTrip = #Predicate<Item> { $0.trip?.name == "Bergen" }
    var descriptor = FetchDescriptor(predicate: onTrip)
    #expect(try context.fetch(descriptor, selecting: \.title) == ["map", "tent"])
    #expect(try context.aggregate(descriptor, .count) == 2)
    descriptor.includePendingChanges = false
    #expect(try context.aggregate(descriptor, .count) == 0)
    let count = try context.update(Item.self, where: onTrip, .set(\.title, to: "packed"))
    #expect(count == 2)
    #expect(items.map(\.title) == ["packed", "packed", "spare"])
    #expect(trip.name == "Bergen")
    #expect(trip.hasChanges)
  }
}
