import Foundation
import OpenSwiftData
import Testing

/// Faults are loaded when they are needed, and together for all models of a result.
@Suite("Faulting and prefetching")
struct FaultingTests {
  /// Saves trips with items and remarks, and posts with shared tags.
  private func fill(_ store: TestStore, trips: Int, items: Int) throws {
    let context = store.makeContext()
    let tags = (0..<5).map { Tag(label: "\($0)") }
    for number in 0..<trips {
      let trip = Trip(name: "\(number)")
      trip.items = (0..<items).map { Item(title: "\(number)-\($0)") }
      context.insert(trip)
      if number < 100 {
        trip.notes = [Remark(text: "\(number)")]
        let post = Post(title: "\(number)")
        post.tags = [tags[number % 5], tags[(number + 1) % 5]]
        context.insert(post)
      }
    }
    try context.save()
  }

  @Test(arguments: Backend.available)
  func prefetchingRunsOneStatementPerRelationship(_ backend: Backend) throws {
    let store = try TestStore(backend, GraphSchema.models)
    try fill(store, trips: 10_000, items: 5)
    let context = store.makeContext()
    var count = 0
    let statements = try statements(in: store.container) {
      var descriptor = FetchDescriptor<Trip>()
      descriptor.relationshipKeyPathsForPrefetching = [\.items]
      let trips = try context.fetch(descriptor)
      for trip in trips { count += trip.items.count }
    }
    #expect(count == 50_000)
    #expect(statements.count == 2)
  }

  @Test(arguments: Backend.available)
  func walkingRunsOneStatementPer500Models(_ backend: Backend) throws {
    let store = try TestStore(backend, GraphSchema.models)
    try fill(store, trips: 2_000, items: 5)
    let context = store.makeContext()
    var count = 0
    let walked = try countStatements(in: store.container) {
      for trip in try context.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)])) {
        count += trip.items.count
      }
    }
    #expect(count == 10_000)
    #expect(walked == 1 + 4)

    let other = store.makeContext()
    let toOne = try countStatements(in: store.container) {
      let items = try other.fetch(FetchDescriptor<Item>())
      for item in items.reversed() { count -= item.trip?.name.isEmpty == false ? 1 : 0 }
    }
    #expect(count == 0)
    #expect(toOne <= 1 + 2_000 / 100)
  }

  @Test(arguments: Backend.available)
  func everyKindOfRelationshipIsPrefetched(_ backend: Backend) throws {
    let store = try TestStore(backend, GraphSchema.models)
    try fill(store, trips: 300, items: 2)
    let context = store.makeContext()
    var descriptor = FetchDescriptor<Post>()
    descriptor.relationshipKeyPathsForPrefetching = [\.tags]
    var posts: [Post] = []
    #expect(try countStatements(in: store.container) { posts = try context.fetch(descriptor) } == 2)
    #expect(countStatements(in: store.container) { posts.forEach { _ = $0.tags[0].label } } == 0)
    #expect(posts.allSatisfy { $0.tags.count == 2 })

    var items = FetchDescriptor<Item>()
    items.relationshipKeyPathsForPrefetching = [\.trip]
    var found: [Item] = []
    #expect(try countStatements(in: store.container) { found = try context.fetch(items) } == 2)
    #expect(countStatements(in: store.container) { found.forEach { _ = $0.trip?.name } } == 0)

    var trips = FetchDescriptor<Trip>()
    trips.relationshipKeyPathsForPrefetching = [\.items, \.notes]
    var all: [Trip] = []
    #expect(try countStatements(in: store.container) { all = try context.fetch(trips) } == 3)
    #expect(all.filter { $0.notes?.count == 1 }.count == 100)
  }

  @Test(arguments: Backend.available)
  func nestedRelationshipsArePrefetched(_ backend: Backend) throws {
    let store = try TestStore(backend, GraphSchema.models)
    try fill(store, trips: 300, items: 2)
    let context = store.makeContext()
    var descriptor = FetchDescriptor<Item>()
    descriptor.relationshipKeyPathsForPrefetching = [\.trip?.notes]
    var items: [Item] = []
    let count = try countStatements(in: store.container) { items = try context.fetch(descriptor) }
    #expect(count == 3)
    let rest = countStatements(in: store.container) {
      for item in items { _ = item.trip?.notes?.count }
    }
    #expect(rest == 0)
  }

  @Test(arguments: Backend.available)
  func relationshipsReadByComputedKeyPathsArePrefetched(_ backend: Backend) throws {
    let store = try TestStore(backend, GraphSchema.models)
    try fill(store, trips: 200, items: 2)
    let context = store.makeContext()
    var descriptor = FetchDescriptor<Item>()
    descriptor.relationshipKeyPathsForPrefetching = [\.notesOfTrip]
    var items: [Item] = []
    #expect(try countStatements(in: store.container) { items = try context.fetch(descriptor) } == 3)
    let rest = countStatements(in: store.container) {
      for item in items { _ = item.trip?.notes?.count }
    }
    #expect(rest == 0)
  }

  @Test func prefetchingAnAttributeIsAnError() throws {
    let store = try TestStore(.memory, GraphSchema.models)
    let context = store.makeContext()
    context.insert(Trip(name: "Alps"))
    var descriptor = FetchDescriptor<Trip>()
    descriptor.relationshipKeyPathsForPrefetching = [\.name]
    #expect(throws: SwiftDataError.unsupportedKeyPath) { try context.fetch(descriptor) }
  }

  @Test(arguments: Backend.available)
  func onlyChosenPropertiesAreRead(_ backend: Backend) throws {
    let store = try TestStore(backend, GraphSchema.models)
    try fill(store, trips: 3, items: 1)
    let context = store.makeContext()
    var descriptor = FetchDescriptor<Item>()
    descriptor.propertiesToFetch = [\.title]
    var items: [Item] = []
    let texts = try statements(in: store.container) { items = try context.fetch(descriptor) }
    #expect(texts.map { $0.contains("ZTRIP") } == [false])
    #expect(countStatements(in: store.container) { _ = items.map(\.title) } == 0)
    #expect(items.compactMap(\.trip).count == 3)
  }

  @Test(arguments: Backend.available)
  func knownModelsNeedNoStatement(_ backend: Backend) throws {
    let store = try TestStore(backend, GraphSchema.models)
    try fill(store, trips: 20, items: 3)
    let context = store.makeContext()
    let trips = try context.fetch(FetchDescriptor<Trip>())
    let items = try context.fetch(FetchDescriptor<Item>())
    let count = countStatements(in: store.container) {
      for item in items { #expect(trips.contains { $0 === item.trip }) }
    }
    #expect(count == 0)
  }
}

extension Item {
  fileprivate var notesOfTrip: [Remark]? { trip?.notes }
}
