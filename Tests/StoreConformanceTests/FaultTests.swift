import Foundation
import OpenSwiftData
import Testing

/// Faults are loaded when they are accessed.
@Suite("Faults")
struct FaultTests {
  private func store(_ kind: TestedStore) throws -> TestStore {
    let store = try TestStore(kind, GraphSchema.models)
    let context = store.makeContext()
    for number in 0..<5 {
      let trip = Trip(name: "trip \(number)")
      context.insert(trip)
      trip.items = (0..<number).map { Item(title: "\(number) \($0)") }
      trip.notes = [Remark(text: "note \(number)")]
    }
    try context.save()
    return store
  }

  @Test(arguments: TestedStore.all)
  func faultsAreFiredByReading(_ kind: TestedStore) throws {
    let context = try store(kind).makeContext()
    let items = try context.fetch(FetchDescriptor<Item>(sortBy: [SortDescriptor(\.title)]))
    #expect(items.map { $0.trip?.name } == items.map { "trip \($0.title.prefix(1))" })
    let trips = try context.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)]))
    #expect(trips.map(\.items.count) == [0, 1, 2, 3, 4])
    #expect(trips.map { $0.notes?.first?.text } == (0..<5).map { "note \($0)" })
    #expect(items.allSatisfy { item in item.trip?.items.contains { $0 === item } == true })
    #expect(!context.hasChanges)
  }

  @Test(arguments: TestedStore.all)
  func prefetchedRelationshipsHaveTheirMembers(_ kind: TestedStore) throws {
    let store = try store(kind)
    var descriptor = FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)])
    descriptor.relationshipKeyPathsForPrefetching = [\.items, \.notes]
    let context = store.makeContext()
    let trips = try context.fetch(descriptor)
    let count = countStatements(in: store.container) {
      #expect(trips.map(\.items.count) == [0, 1, 2, 3, 4])
      #expect(trips.map { $0.notes?.count } == [1, 1, 1, 1, 1])
    }
    #expect(count == 0)
    #expect(trips.allSatisfy { trip in trip.items.allSatisfy { $0.trip === trip } })
    #expect(!context.hasChanges)
    // Without prefetching, reading them takes statements, which only stores of rows report.
    descriptor.relationshipKeyPathsForPrefetching = []
    let other = store.makeContext()
    let faults = try other.fetch(descriptor)
    let faultCount = countStatements(in: store.container) {
      #expect(faults.map(\.items.count) == [0, 1, 2, 3, 4])
    }
    #expect((faultCount > 0) == kind.supports.contains(.updatesOfMany))
    #expect(!other.hasChanges)
  }

  @Test(arguments: TestedStore.all)
  func aFetchReturnsInstancesThatFaultsLoaded(_ kind: TestedStore) throws {
    let context = try store(kind).makeContext()
    let trips = try context.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)]))
    let members = trips.map(\.items)
    let items = try context.fetch(FetchDescriptor<Item>())
    #expect(
      Set(items.map(ObjectIdentifier.init)) == Set(members.joined().map(ObjectIdentifier.init)))
  }

  @Test(arguments: TestedStore.all)
  func aModelDeletedElsewhereKeepsItsValues(_ kind: TestedStore) throws {
    let store = try store(kind)
    let (context, other) = (store.makeContext(), store.makeContext())
    let item = try #require(
      try context.fetch(FetchDescriptor<Item>(predicate: #Predicate { $0.title == "2 1" })).first)
    other.delete(
      try #require(
        try other.fetch(FetchDescriptor<Trip>(predicate: #Predicate { $0.name == "trip 2" })).first)
    )
    try other.save()
    #expect(try store.makeContext().fetchCount(FetchDescriptor<Item>()) == 8)
    let found = try context.fetch(FetchDescriptor<Item>())
    #expect(!found.contains(item))
    #expect(item.title == "2 1")
  }
}
