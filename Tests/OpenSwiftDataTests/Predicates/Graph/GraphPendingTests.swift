import Foundation
import Testing

@testable import OpenSwiftData

/// Fetches over relationships in a context with unsaved changes.
@Suite("Fetching over graphs with pending changes") struct GraphPendingTests {
  @Test(arguments: StoreKind.available)
  func aFetchFindsWhatTheInstancesHold(kind: StoreKind) throws {
    for index in 0..<(kind == .inMemory ? 20 : TestRun.count(20, atLeast: 3)) {
      let seed = TestSeed.seed &+ UInt64(index)
      let store = try GraphStore(seed: seed, in: kind)
      var random = RandomValues(seed: seed)
      for _ in 0..<12 {
        for _ in 0..<1 + random.below(3) { Self.change(store, &random) }
        if random.below(6) == 0 { try store.context.save() }
        try compare(Trip.self, store, &random)
        try compare(Item.self, store, &random)
        try compare(Person.self, store, &random)
        try compare(Tag.self, store, &random)
      }
    }
  }

  private static func change(_ store: GraphStore, _ random: inout RandomValues) {
    let item = random.one(of: store.items)
    let person = random.one(of: store.people)
    switch random.below(8) {
    case 0: item.trip = random.optional { $0.one(of: store.trips) }
    case 1: item.number = random.below(5)
    case 2: random.one(of: store.trips).name = random.word()
    case 3: random.one(of: store.trips).owner = random.optional { $0.one(of: store.people) }
    case 4: item.tags = store.tags.filter { _ in random.bool() }
    case 5: person.rank = random.optional { $0.below(4) }
    case 6: random.one(of: store.tags).items.removeAll { $0 === item }
    default: random.one(of: store.trips).items.append(item)
    }
  }

  private func compare<Model: GraphModel>(
    _ type: Model.Type, _ store: GraphStore, _ random: inout RandomValues
  ) throws {
    let seed = random.generator.next()
    let predicate = GraphGenerator.predicate(for: type, seed: seed, depth: 2, in: store)
    let expected = try store.models(type).filter { try predicate.holds($0) }
    let descriptor = FetchDescriptor(predicate: predicate)
    let found = try store.context.fetch(descriptor)
    #expect(found == expected, "seed \(TestSeed.seed), predicate \(seed)")
    #expect(try store.context.fetchCount(descriptor) == expected.count)
    #expect(
      try store.context.fetchIdentifiers(descriptor) == expected.map(\.persistentModelID))
  }

  @Test func aFetchSeesPendingChangesOfRelatedModels() throws {
    let store = try GraphStore(seed: 3)
    let item = store.items[0]
    item.trip = store.trips[0]
    try store.context.save()
    item.name = "changed"
    let ofItem = FetchDescriptor(
      predicate: #Predicate<Trip> { $0.items.contains { $0.name == "changed" } })
    #expect(try store.context.fetch(ofItem) == [store.trips[0]])
    #expect(try store.context.fetchCount(ofItem) == 1)
    var saved = ofItem
    saved.includePendingChanges = false
    #expect(try store.context.fetch(saved).isEmpty)
    var visited: [Trip] = []
    try store.context.enumerate(ofItem, allowEscapingMutations: true) { visited.append($0) }
    #expect(visited == [store.trips[0]])
  }

  @Test func sortingSeesPendingChangesOfRelatedModels() throws {
    let store = try GraphStore(seed: 3)
    store.trips[0].number = 100
    store.trips[1].number = -100
    let byTrip = SortDescriptor(\Item.trip?.number)
    let found = try store.context.fetch(FetchDescriptor(sortBy: [byTrip]))
    #expect(found == store.items.sorted(using: byTrip))
  }

  @Test func batchDeletionSeesPendingChangesOfRelatedModels() throws {
    let store = try GraphStore(seed: 3)
    let item = store.items[0]
    item.trip = store.trips[0]
    try store.context.save()
    item.name = "changed"
    try store.context.delete(
      model: Trip.self, where: #Predicate { $0.items.contains { $0.name == "changed" } })
    #expect(store.trips[0].isDeleted)
    #expect(!store.trips[1].isDeleted)
  }
}
