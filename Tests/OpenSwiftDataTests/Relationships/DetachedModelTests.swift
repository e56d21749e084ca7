import Foundation
import OpenSwiftData
import SQLCore
import SQLiteDriver
import Testing

/// Models that the program retains stay readable after their context is released.
@Suite("Models whose context has ended")
struct DetachedModelTests {
  private static let models = GraphSchema.models + [Writer.self, Draft.self]

  private func makeStore(_ backend: Backend) throws -> TestStore {
    let store = try TestStore(backend, Self.models)
    let context = store.makeContext()
    let alps = Trip(name: "Alps")
    context.insert(alps)
    alps.items = (1...3).map { Item(title: "\($0)") }
    alps.notes = ["x", "y"].map(Remark.init)
    let post = Post(title: "p")
    context.insert(post)
    post.tags = ["a", "b"].map(Tag.init)
    let root = Folder(name: "root")
    context.insert(root)
    root.children = [Folder(name: "left"), Folder(name: "right")]
    let ann = Citizen(name: "Ann")
    context.insert(ann)
    ann.passport = Passport(number: 1)
    context.insert(Ticket(seat: 4, holder: ann))
    let writer = Writer(name: "W")
    context.insert(writer)
    writer.drafts = ["d", "e"].map(Draft.init)
    try context.save()
    alps.items.reverse()
    alps.notes?.reverse()
    writer.drafts.reverse()
    try context.save()
    return store
  }

  /// The first model of a type, from a context that is released on return.
  private func lone<Model: PersistentModel>(
    _ type: Model.Type, _ store: TestStore, _ predicate: Predicate<Model>? = nil
  ) throws -> Model {
    let found = try store.makeContext().fetch(FetchDescriptor<Model>(predicate: predicate))
    return try #require(found.first)
  }

  private func count<Model: PersistentModel>(
    _ type: Model.Type, _ store: TestStore
  ) throws -> Int {
    try store.makeReopenedContext().fetchCount(FetchDescriptor<Model>())
  }

  @Test(arguments: Backend.available)
  func detachedModelsReadRelationshipsOverSeveralHops(_ backend: Backend) throws {
    let store = try makeStore(backend)
    let trip = try lone(Trip.self, store)
    #expect(trip.modelContext == nil)
    #expect(trip.items.map(\.title) == ["3", "2", "1"])
    #expect(trip.notes?.map(\.text) == ["y", "x"])
    #expect(trip.items[0].trip === trip)
    #expect(trip.items[0].trip?.items.map(\.title) == ["3", "2", "1"])
    #expect(trip.items[0].modelContext == nil)
    #expect(trip.items[0] === trip.items[0])
    let item = try lone(Item.self, store, #Predicate { $0.title == "2" })
    #expect(item.trip?.items.map(\.title) == ["3", "2", "1"])
    let owner = try #require(item.trip)
    #expect(owner.items[1] === item)
    #expect(item.trip === owner)
  }

  @Test(arguments: Backend.available)
  func detachedModelsReadCyclicRelationships(_ backend: Backend) throws {
    let store = try makeStore(backend)
    let post = try lone(Post.self, store)
    #expect(post.tags.map(\.label) == ["a", "b"])
    #expect(post.tags[1].posts.map(\.title) == ["p"])
    #expect(post.tags[0].posts[0] === post)
    let root = try lone(Folder.self, store, #Predicate { $0.name == "root" })
    #expect(root.parent == nil)
    #expect(root.children?.map(\.name) == ["left", "right"])
    #expect(root.children?.last?.parent === root)
    let passport = try lone(Passport.self, store)
    #expect(passport.citizen?.name == "Ann")
    #expect(passport.citizen?.passport === passport)
    #expect(try lone(Ticket.self, store).holder.passport?.number == 1)
  }

  @Test(arguments: Backend.available)
  func detachedModelsWrittenByHandReadAndSave(_ backend: Backend) throws {
    let store = try makeStore(backend)
    let writer = try lone(Writer.self, store)
    #expect(writer.modelContext == nil)
    #expect(writer.name == "W")
    #expect(writer.drafts.map(\.title) == ["e", "d"])
    #expect(writer.drafts[0].writer === writer)
    #expect(!writer.hasChanges)
    let draft = try lone(Draft.self, store)
    #expect(draft.writer?.drafts.contains { $0 === draft } == true)
    let told = Told(store)
    draft.title = "new"
    draft.writer = nil
    writer.drafts = []
    #expect(told.names == ["Draft.title", "Draft.writer", "Writer.drafts"])
    #expect(draft.hasChanges)
    #expect(draft.writer == nil)
    #expect(writer.drafts.isEmpty)
    let context = store.makeContext()
    context.insert(draft)
    try context.save()
    #expect(try lone(Draft.self, store, #Predicate { $0.title == "new" }).writer == nil)
    #expect(try count(Draft.self, store) == 2)
  }

  @Test func theDatabaseLivesAsLongAsTheModel() throws {
    func make() throws -> Item {
      let container = try ModelContainer(
        for: Trip.self, Remark.self,
        configurations: ModelConfiguration(isStoredInMemoryOnly: true))
      let context = ModelContext(container)
      let trip = Trip(name: "Alps")
      trip.items = [Item(title: "a"), Item(title: "b")]
      context.insert(trip)
      try context.save()
      return try #require(ModelContext(container).fetch(FetchDescriptor<Item>()).first)
    }
    let item = try make()
    #expect(item.trip?.items.map(\.title).sorted() == ["a", "b"])
  }

  @Test(arguments: Backend.available)
  func rowsDeletedMeanwhileReadAsMissing(_ backend: Backend) throws {
    let store = try makeStore(backend)
    let item = try lone(Item.self, store)
    let ticket = try lone(Ticket.self, store)
    let identifier = try lone(Trip.self, store).persistentModelID
    let fault = try #require(store.makeContext().model(for: identifier) as? Trip)
    let context = store.makeContext()
    try context.delete(model: Ticket.self)
    try context.delete(model: Citizen.self)
    try context.delete(model: Trip.self)
    try context.save()
    #expect(item.trip == nil)
    #expect(ticket.holder.name.isEmpty)
    #expect(fault.name.isEmpty)
    #expect(fault.items.isEmpty)
    #expect(fault.notes?.isEmpty == true)
  }

  @Test func unreadableValuesAreReadAtTheNextAttempt() throws {
    let store = try makeStore(.file)
    let file = try SQLiteConnection(path: #require(store.url).path, mode: .readWrite)
    let trip = try lone(Trip.self, store)
    let identifier = trip.persistentModelID
    let fault = try #require(store.makeContext().model(for: identifier) as? Trip)
    let told = Told(store)
    try file.execute("ALTER TABLE ZITEM RENAME TO HIDDENITEM")
    try file.execute("ALTER TABLE ZTRIP RENAME TO HIDDENTRIP")
    #expect(trip.items.isEmpty)
    #expect(fault.name.isEmpty)
    fault.name += "!"
    trip.items.append(Item(title: "4"))
    // Inserting a copy of unreadable values would overwrite the stored ones.
    let context = store.makeContext()
    context.insert(fault)
    #expect(throws: (any Error).self) { try context.save() }
    try file.execute("ALTER TABLE HIDDENTRIP RENAME TO ZTRIP")
    try file.execute("ALTER TABLE HIDDENITEM RENAME TO ZITEM")
    #expect(fault.name == "Alps")
    #expect(trip.items.map(\.title) == ["3", "2", "1"])
    #expect(told.names == ["Trip.name", "Trip.items"])
    #expect(!fault.hasChanges)
    #expect(!trip.hasChanges)
  }

  @Test(arguments: Backend.available)
  func changesThatAreNeverSavedAreReported(_ backend: Backend) throws {
    let store = try makeStore(backend)
    let trip = try lone(Trip.self, store)
    let told = Told(store)
    #expect(!trip.hasChanges)
    trip.name = "Andes"
    trip.name += "!"
    trip.items.removeLast()
    trip.items[0].trip = nil
    trip.notes = nil
    #expect(told.names == ["Trip.name", "Trip.items", "Item.trip", "Trip.notes"])
    #expect(told.identifiers.first == trip.persistentModelID)
    #expect(trip.hasChanges)
    #expect(trip.name == "Andes!")
    #expect(trip.items.map(\.title) == ["3", "2"])
    #expect(trip.items[0].trip == nil)
    #expect(trip.notes == nil)
    let post = try lone(Post.self, store)
    post.tags.append(Tag(label: "c"))
    _ = post.tags.count
    #expect(post.tags.map(\.label) == ["a", "b", "c"])
    #expect(told.names.last == "Post.tags")
    #expect(told.names.count == 5)
    #expect(try lone(Trip.self, store).name == "Alps")
  }

  @Test(arguments: Backend.available)
  func readingDoesNotCountAsAChange(_ backend: Backend) throws {
    let store = try makeStore(backend)
    let told = Told(store)
    let item = try lone(Item.self, store)
    item.trip?.items.sort { $0.title > $1.title }
    item.trip = item.trip
    withUnsafeMutablePointer(to: &item.trip) { _ in }
    let post = try lone(Post.self, store)
    withUnsafeMutablePointer(to: &post.tags) { _ in }
    #expect(told.names == [])
    #expect(!item.hasChanges)
    #expect(!post.hasChanges)
    #expect(item.trip != nil)
  }

  @Test(arguments: Backend.available)
  func aDetachedModelInsertedElsewhereKeepsItsRow(_ backend: Backend) throws {
    let store = try makeStore(backend)
    let told = Told(store)
    let trip = try lone(Trip.self, store)
    let identifier = trip.persistentModelID
    trip.name = "Andes"
    trip.items.swapAt(0, 2)
    trip.items.append(Item(title: "4"))
    #expect(told.names == ["Trip.name", "Trip.items"])
    let context = store.makeContext()
    context.insert(trip)
    #expect(trip.modelContext === context)
    #expect(trip.persistentModelID == identifier)
    #expect(try context.fetch(FetchDescriptor<Trip>()).first === trip)
    #expect(trip.hasChanges)
    #expect(trip.items.allSatisfy { $0.modelContext === context })
    try context.save()
    let read = try lone(Trip.self, store)
    #expect(read.name == "Andes")
    #expect(read.items.map(\.title) == ["1", "2", "3", "4"])
    #expect(read.notes?.map(\.text) == ["y", "x"])
    #expect(try count(Trip.self, store) == 1)
    #expect(try count(Item.self, store) == 4)
  }

  @Test(arguments: Backend.available)
  func theInstanceOfTheRowReceivesTheChanges(_ backend: Backend) throws {
    let store = try makeStore(backend)
    _ = Told(store)
    let trip = try lone(Trip.self, store)
    trip.name = "Andes"
    trip.items = []
    let context = store.makeContext()
    let known = try #require(context.fetch(FetchDescriptor<Trip>()).first)
    known.notes?.removeLast()
    context.insert(trip)
    #expect(known.name == "Andes")
    #expect(known.items.isEmpty)
    #expect(trip.notes?.count == 1)
    trip.name = "Alps"
    #expect(known.name == "Alps")
    #expect(trip.modelContext === context)
    known.name = "Altai"
    try context.save()
    #expect(trip.name == "Altai")
    let read = try lone(Trip.self, store)
    #expect(read.name == "Altai")
    #expect(read.items.isEmpty)
    #expect(read.notes?.map(\.text) == ["y"])
    #expect(try count(Trip.self, store) == 1)
  }

  @Test(arguments: Backend.available)
  func relatedDetachedModelsKeepTheirRows(_ backend: Backend) throws {
    let store = try makeStore(backend)
    _ = Told(store)
    let (trip, post) = (try lone(Trip.self, store), try lone(Post.self, store))
    let context = store.makeContext()
    let item = Item(title: "new", trip: trip)
    context.insert(item)
    #expect(trip.modelContext === context)
    #expect(trip.items.map(\.title) == ["3", "2", "1", "new"])
    let tag = Tag(label: "new")
    context.insert(tag)
    tag.posts.append(post)
    #expect(post.modelContext === context)
    let other = Trip(name: "Other")
    context.insert(other)
    let moved = try lone(Item.self, store, #Predicate { $0.title == "2" })
    moved.trip = other
    #expect(moved.modelContext === context)
    try context.save()
    let read = try lone(Trip.self, store, #Predicate { $0.name == "Alps" })
    #expect(read.items.map(\.title) == ["3", "1", "new"])
    #expect(try lone(Post.self, store).tags.map(\.label) == ["a", "b", "new"])
    #expect(try count(Trip.self, store) == 2)
    #expect(try count(Item.self, store) == 4)
    #expect(try count(Post.self, store) == 1)
  }

  @Test(arguments: Backend.available)
  func deletingADetachedModelDeletesItsRow(_ backend: Backend) throws {
    let store = try makeStore(backend)
    let trip = try lone(Trip.self, store)
    let context = store.makeContext()
    context.delete(trip)
    #expect(trip.isDeleted)
    try context.save()
    #expect(try count(Trip.self, store) == 0)
    #expect(try count(Item.self, store) == 0)
  }

  @Test(arguments: Backend.available)
  func detachedModelsWithoutRowsAreInsertedAsNew(_ backend: Backend) throws {
    let store = try makeStore(backend)
    let trip = try lone(Trip.self, store)
    let ticket = try lone(Ticket.self, store)
    let context = store.makeContext()
    try context.delete(model: Trip.self)
    try context.delete(model: Ticket.self)
    try context.save()
    context.insert(trip)
    context.insert(ticket)
    try context.save()
    #expect(try lone(Trip.self, store).name == "Alps")
    #expect(try lone(Ticket.self, store).holder.name == "Ann")
    #expect(try count(Citizen.self, store) == 1)
  }

  @Test(arguments: Backend.available)
  func unsavedChangesStayWithADetachedModel(_ backend: Backend) throws {
    let store = try makeStore(backend)
    func change() throws -> Trip {
      let context = store.makeContext()
      let trip = try #require(context.fetch(FetchDescriptor<Trip>()).first)
      trip.name = "Andes"
      return trip
    }
    let trip = try change()
    #expect(trip.name == "Andes")
    #expect(trip.hasChanges)
    let context = store.makeContext()
    context.insert(trip)
    try context.save()
    #expect(try lone(Trip.self, store).name == "Andes")
  }

  @Test func differentThreadsReadDifferentModels() async throws {
    let store = try makeStore(.file)
    let context = store.makeContext()
    for number in 0..<8 {
      let trip = Trip(name: "\(number)")
      trip.items = (0..<20).map { Item(title: "\(number)-\($0)") }
      context.insert(trip)
    }
    try context.save()
    let trips = try store.makeContext().fetch(
      FetchDescriptor<Trip>(predicate: #Predicate { $0.name != "Alps" }))
    let wrapped = trips.map(Handed.init)
    let counts = await withTaskGroup(of: Int.self) { group in
      for trip in wrapped {
        group.addTask {
          var count = 0
          for _ in 0..<20 {
            for item in trip.model.items { count += item.trip?.items.count ?? 0 }
          }
          return count
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts == Array(repeating: 20 * 20 * 20, count: 8))
  }
}

/// A model that is passed to the one task that uses it.
private struct Handed: @unchecked Sendable {
  let model: Trip
}

/// Collects the reports of lost changes.
private final class Told: @unchecked Sendable {
  // `@unchecked`: the tests set properties on one thread.
  private(set) var names: [String] = []
  private(set) var identifiers: [PersistentIdentifier] = []

  init(_ store: TestStore) {
    store.container.lostChangeHandler = { [self] change in
      names.append("\(change.entityName).\(change.propertyName)")
      identifiers.append(change.persistentModelID)
    }
  }
}
