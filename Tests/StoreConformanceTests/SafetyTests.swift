import Foundation
import OpenSwiftData
import Testing

/// The properties of every model can be read and set, whatever happened to it before.
@Suite("Safety of the graph")
struct GraphSafetyTests {
  private func touch(_ trip: Trip) {
    _ = (trip.name, trip.items.map(\.title), trip.notes?.count, trip.modelContext, trip.isDeleted)
    trip.name += "!"
    trip.items.append(Item(title: "new"))
    trip.items.first?.trip = nil
    trip.items = trip.items.reversed()
    trip.notes = [Remark(text: "x")]
    trip.notes?.removeAll()
  }

  @Test func modelsNeverInsertedKeepTheirValues() {
    let trip = Trip(name: "Alps")
    touch(trip)
    let item = Item(title: "a", trip: trip)
    #expect(item.trip === trip)
    #expect(Ticket(seat: 1, holder: Citizen(name: "Ann")).holder.name == "Ann")
  }

  @Test(arguments: TestedStore.all)
  func deletedModelsStayReadable(_ kind: TestedStore) throws {
    let store = try TestStore(kind, GraphSchema.models)
    let context = store.makeContext()
    let trip = Trip(name: "Alps")
    trip.items = [Item(title: "a")]
    context.insert(trip)
    try context.save()
    let item = trip.items[0]
    context.delete(trip)
    touch(trip)
    try context.save()
    #expect(item.title == "a")
    touch(trip)
    #expect(trip.name.hasPrefix("Alps"))
    context.insert(trip)
    try context.save()
    #expect(try store.makeContext().fetchCount(FetchDescriptor<Trip>()) == 1)
  }

  @Test(arguments: TestedStore.all)
  func rolledBackModelsStayReadable(_ kind: TestedStore) throws {
    let store = try TestStore(kind, GraphSchema.models)
    let context = store.makeContext()
    let trip = Trip(name: "Alps")
    trip.items = [Item(title: "a")]
    context.insert(trip)
    let item = trip.items[0]
    context.rollback()
    #expect(trip.modelContext == nil)
    #expect(item.modelContext == nil)
    #expect(trip.name == "Alps")
    #expect(item.title == "a")
    touch(trip)
    #expect(trip.name == "Alps!")
    _ = item.trip
    item.trip = trip
    #expect(item.trip === trip)
    #expect(!context.hasChanges)
    #expect(try store.makeContext().fetchCount(FetchDescriptor<Trip>()) == 0)
    // Without a context, inverse relationships form a retain cycle, as in plain objects.
    item.trip = nil
  }

  @Test(arguments: TestedStore.all)
  func modelsOutliveTheirContext(_ kind: TestedStore) throws {
    let store = try TestStore(kind, GraphSchema.models)
    var trip: Trip?
    var item: Item?
    do {
      let context = store.makeContext()
      let made = Trip(name: "Alps")
      made.items = [Item(title: "a"), Item(title: "b")]
      context.insert(made)
      try context.save()
      trip = try context.fetch(FetchDescriptor<Trip>()).first
      item = trip?.items.first
    }
    let read = try #require(trip)
    #expect(read.modelContext == nil)
    #expect(read.items.map(\.title) == ["a", "b"])
    #expect(item?.trip === read)
    touch(read)
  }

  @Test func contextsOutliveTheirContainer() throws {
    var container: ModelContainer? = try ModelContainer(
      for: Schema(GraphSchema.models),
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(try #require(container))
    container = nil
    let trip = Trip(name: "Alps")
    context.insert(trip)
    touch(trip)
    try context.save()
    #expect(try context.fetch(FetchDescriptor<Trip>()) == [trip])
  }

  @Test(arguments: TestedStore.all)
  func erasedModelsStayReadableAndSaveNothing(_ kind: TestedStore) throws {
    let store = try TestStore(kind, GraphSchema.models)
    let context = store.makeContext()
    let post = Post(title: "p")
    post.tags = [Tag(label: "x")]
    context.insert(post)
    try context.save()
    let other = store.makeContext()
    let known = try #require(try other.fetch(FetchDescriptor<Post>()).first)
    try store.container.erase()
    #expect(post.title == "p")
    #expect(known.tags.isEmpty)
    post.title = "q"
    post.tags = []
    known.tags = [Tag(label: "y")]
    try context.save()
    #expect(try store.makeContext().fetchCount(FetchDescriptor<Post>()) == 0)
  }

  @Test(arguments: TestedStore.all)
  func aModelOfAnotherContextIsRefused(_ kind: TestedStore) throws {
    let store = try TestStore(kind, GraphSchema.models)
    let (context, other) = (store.makeContext(), store.makeContext())
    let (trip, item) = (Trip(name: "Alps"), Item(title: "a"))
    context.insert(trip)
    other.insert(item)
    trip.items.append(item)
    #expect(trip.items.isEmpty)
    #expect(throws: SwiftDataError.missingModelContext) { try context.save() }
    item.trip = trip
    #expect(item.trip == nil)
    #expect(throws: SwiftDataError.missingModelContext) { try other.save() }
    try context.save()
    try other.save()
  }

  @Test(arguments: TestedStore.supporting(.bulk))
  func foldersOfAnyDepthAreReleased(_ kind: TestedStore) throws {
    var last = Folder(name: "0")
    for number in 1..<200_000 { last = Folder(name: "\(number)", parent: last) }
    #expect(last.parent != nil)
    let store = try TestStore(kind, GraphSchema.models)
    let context = store.makeContext()
    context.insert(last)
    try context.save()
  }
}

/// Retain cycles between models do not outlive the context.
@Suite("Memory of the graph")
struct GraphMemoryTests {
  private final class Watch {
    weak var first: AnyObject?
    weak var second: AnyObject?
  }

  private func watch(
    _ store: TestStore, _ body: (ModelContext) throws -> (AnyObject, AnyObject)
  ) rethrows -> Watch {
    let watch = Watch()
    let context = store.makeContext()
    let (first, second) = try body(context)
    (watch.first, watch.second) = (first, second)
    withExtendedLifetime(context) {}
    return watch
  }

  @Test(arguments: TestedStore.all)
  func cyclesAreFreedWithTheContext(_ kind: TestedStore) throws {
    let store = try TestStore(kind, GraphSchema.models)
    let kinds: [(ModelContext) throws -> (AnyObject, AnyObject)] = [
      { context in
        let item = Item(title: "a", trip: Trip(name: "Alps"))
        context.insert(item)
        try context.save()
        return (item, try #require(item.trip))
      },
      { context in
        let post = Post(title: "p")
        post.tags = [Tag(label: "x")]
        context.insert(post)
        try context.save()
        _ = post.tags[0].posts
        return (post, post.tags[0])
      },
      { context in
        let citizen = Citizen(name: "Ann")
        citizen.passport = Passport(number: 1)
        context.insert(citizen)
        try context.save()
        return (citizen, try #require(citizen.passport?.citizen?.passport))
      },
      { context in
        let (one, two) = (Folder(name: "one"), Folder(name: "two"))
        context.insert(one)
        one.children = [two]
        two.children = [one]
        return (one, two)
      },
    ]
    for kind in kinds {
      let watch = try watch(store, kind)
      #expect(watch.first == nil)
      #expect(watch.second == nil)
    }
  }

  @Test(arguments: TestedStore.all)
  func oneToManyCyclesAreFreedBeforeTheContext(_ kind: TestedStore) throws {
    let store = try TestStore(kind, GraphSchema.models)
    let context = store.makeContext()
    for number in 0..<10 {
      context.insert(Item(title: "\(number)", trip: Trip(name: "\(number)")))
    }
    try context.save()
    weak var trip: Trip?
    weak var item: Item?
    do {
      let trips = try context.fetch(FetchDescriptor<Trip>())
      let items = trips.flatMap(\.items)
      #expect(items.allSatisfy { $0.trip?.items.contains($0) == true })
      (trip, item) = (trips[3], items[3])
    }
    #expect(trip == nil)
    #expect(item == nil)
  }
}
