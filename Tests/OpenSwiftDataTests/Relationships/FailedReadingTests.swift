import Foundation
import OpenSwiftData
import SQLCore
import SQLiteDriver
import Testing

/// Unreadable values are read again later, and no save writes values derived from them.
@Suite("Failures of reading")
struct FailedReadingTests {
  private let store: TestStore

  init() throws {
    store = try TestStore(.file, GraphSchema.models)
    let context = store.makeContext()
    let trip = Trip(name: "Alps")
    context.insert(trip)
    trip.items = (1...4).map { Item(title: "\($0)") }
    trip.notes = ["x", "y", "z"].map(Remark.init)
    let post = Post(title: "p")
    context.insert(post)
    post.tags = ["a", "b", "c"].map(Tag.init)
    let citizen = Citizen(name: "Ann")
    context.insert(citizen)
    citizen.passport = Passport(number: 1)
    try context.save()
    trip.items.reverse()
    trip.notes?.reverse()
    post.tags.reverse()
    try context.save()
  }

  /// Runs `body` while a table cannot be read, as during a disk failure.
  private func hiding(_ table: String, _ body: () throws -> Void) throws {
    let file = try SQLiteConnection(path: #require(store.url).path, mode: .readWrite)
    try file.execute("ALTER TABLE \(table) RENAME TO HIDDEN")
    try body()
    try file.execute("ALTER TABLE HIDDEN RENAME TO \(table)")
  }

  private func only<Model: PersistentModel>(
    _ type: Model.Type, _ context: ModelContext, _ predicate: Predicate<Model>? = nil
  ) throws -> Model {
    try #require(try context.fetch(FetchDescriptor<Model>(predicate: predicate)).first)
  }

  /// Expects the first save to report the failure, and the next one to succeed.
  private func saveAtTheSecondTry(
    _ context: ModelContext, at location: SourceLocation = #_sourceLocation
  ) throws {
    #expect(throws: (any Error).self, sourceLocation: location) { try context.save() }
    try context.save()
  }

  @Test func membersAddedWhileUnreadableJoinTheStoredOnes() throws {
    let context = store.makeContext()
    let trip = try only(Trip.self, context)
    let post = try only(Post.self, context)
    try hiding("ZITEM") {
      #expect(trip.items.isEmpty)
      trip.items.append(Item(title: "5"))
    }
    try hiding("ZREMARK") { trip.notes?.append(Remark(text: "new")) }
    try hiding("ZTAG") { post.tags.append(Tag(label: "d")) }
    let items = ["4", "3", "2", "1", "5"]
    #expect(trip.items.map(\.title) == items)
    try saveAtTheSecondTry(context)
    #expect(trip.items.map(\.title) == items)
    let last = try store.makeReopenedContext()
    let read = try only(Trip.self, last)
    #expect(read.items.map(\.title) == items)
    #expect(read.notes?.map(\.text) == ["z", "y", "x", "new"])
    #expect(try only(Post.self, last).tags.map(\.label) == ["c", "b", "a", "d"])
  }

  @Test func membersSetWhileUnreadableReplaceTheStoredOnes() throws {
    let context = store.makeContext()
    let trip = try only(Trip.self, context)
    let post = try only(Post.self, context)
    try hiding("ZITEM") { trip.items = [Item(title: "n"), Item(title: "m")] }
    try hiding("ZREMARK") { trip.notes = [] }
    try hiding("ZTAG") { post.tags = [Tag(label: "d")] }
    #expect(trip.items.map(\.title) == ["n", "m"])
    try saveAtTheSecondTry(context)
    let last = try store.makeReopenedContext()
    let read = try only(Trip.self, last)
    #expect(read.items.map(\.title) == ["n", "m"])
    #expect(try last.fetch(FetchDescriptor<Item>()).filter { $0.trip == nil }.count == 4)
    #expect(read.notes?.isEmpty == true)
    #expect(try only(Post.self, last).tags.map(\.label) == ["d"])
    #expect(try only(Tag.self, last, #Predicate { $0.label == "a" }).posts.isEmpty)
  }

  @Test func replacingUnreadableMembersRefusesTheSave() throws {
    let context = store.makeContext()
    let trip = try only(Trip.self, context)
    try hiding("ZREMARK") {
      trip.notes = []
      trip.name = "Andes"
      for _ in 0..<3 {
        #expect(throws: (any Error).self) { try context.save() }
        #expect(context.hasChanges)
      }
    }
    context.rollback()
    #expect(trip.name == "Alps")
    #expect(trip.notes?.map(\.text) == ["z", "y", "x"])
    let last = try store.makeReopenedContext()
    #expect(try only(Trip.self, last).notes?.map(\.text) == ["z", "y", "x"])
  }

  @Test func anUnreadableTargetIsReadAgainLater() throws {
    let context = store.makeContext()
    let item = try only(Item.self, context)
    try hiding("ZTRIP") {
      #expect(item.trip == nil)
      #expect(item.trip == nil)
    }
    #expect(item.trip?.name == "Alps")
    #expect(throws: (any Error).self) { try context.save() }
    let other = store.makeContext()
    let fault = try #require(other.model(for: item.persistentModelID) as? Item)
    try hiding("ZITEM") {
      #expect(fault.trip == nil)
      #expect(fault.title.isEmpty)
    }
    #expect(fault.trip?.name == "Alps")
    #expect(fault.title == item.title)
  }

  @Test func aTargetReplacesAnUnreadableOne() throws {
    let context = store.makeContext()
    let trip = try only(Trip.self, context)
    let identifier = try #require(trip.items.first?.persistentModelID)
    let other = store.makeContext()
    let owner = try only(Trip.self, other)
    let fault = try #require(other.model(for: identifier) as? Item)
    let second = Trip(name: "Andes")
    other.insert(second)
    try hiding("ZITEM") { fault.trip = second }
    #expect(owner.items.map(\.title) == ["3", "2", "1"])
    try saveAtTheSecondTry(other)
    #expect(fault.trip === second)
    #expect(second.items == [fault])
    let last = try store.makeReopenedContext()
    let trips = try last.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)]))
    #expect(trips.map { $0.items.map(\.title) } == [["3", "2", "1"], ["4"]])
  }

  @Test func aPartnerReplacesAnUnreadableOne() throws {
    let identifier = try only(Citizen.self, store.makeContext()).persistentModelID
    let context = store.makeContext()
    let fault = try #require(context.model(for: identifier) as? Citizen)
    try hiding("ZCITIZEN") { fault.passport = Passport(number: 2) }
    try saveAtTheSecondTry(context)
    let last = try store.makeReopenedContext()
    let passports = try last.fetch(FetchDescriptor<Passport>(sortBy: [SortDescriptor(\.number)]))
    #expect(passports.map { $0.citizen?.name } == [nil, "Ann"])
    #expect(try only(Citizen.self, last).passport?.number == 2)
    try StoreChecker(#require(store.url), GraphSchema.models).check()
  }

  @Test func anUnreadableValueIsNotChangedInPlace() throws {
    let identifier = try only(Trip.self, store.makeContext()).persistentModelID
    let context = store.makeContext()
    let trip = try #require(context.model(for: identifier) as? Trip)
    try hiding("ZTRIP") {
      #expect(trip.name.isEmpty)
      trip.name += "!"
      #expect(trip.name.isEmpty)
    }
    #expect(trip.name == "Alps")
    #expect(!trip.hasChanges)
    #expect(throws: (any Error).self) { try context.save() }
    let other = store.makeContext()
    let another = try #require(other.model(for: identifier) as? Trip)
    try hiding("ZTRIP") {
      another.name += "!"
      another.name = "Andes"
      another.name += "!"
    }
    try saveAtTheSecondTry(other)
    let last = try store.makeReopenedContext()
    #expect(try only(Trip.self, last).name == "Andes!")
  }

  @Test func undoDoesNotRestoreUnreadValues() throws {
    let identifier = try only(Trip.self, store.makeContext()).persistentModelID
    let context = store.makeContext()
    let manager = UndoManager()
    context.undoManager = manager
    let trip = try #require(context.model(for: identifier) as? Trip)
    try hiding("ZTRIP") { trip.name = "Andes" }
    try hiding("ZITEM") { trip.items.append(Item(title: "5")) }
    manager.undo()
    try saveAtTheSecondTry(context)
    let last = try store.makeReopenedContext()
    let read = try only(Trip.self, last)
    // The former name was never read, so that the new one stays.
    #expect(read.name == "Andes")
    #expect(read.items.prefix(4).map(\.title) == ["4", "3", "2", "1"])
  }

  @Test func aSaveFailsWhileMembersAreUnreadable() throws {
    let (context, other) = (store.makeContext(), store.makeContext())
    let trip = try only(Trip.self, context)
    trip.items.swapAt(0, 3)
    let order = trip.items.map(\.title)
    other.insert(Citizen(name: "Bob"))
    try other.save()
    try hiding("ZITEM") {
      trip.name = "Andes"
      for _ in 0..<2 { #expect(throws: (any Error).self) { try context.save() } }
    }
    try context.save()
    #expect(trip.items.map(\.title) == order)
    let last = try store.makeReopenedContext()
    #expect(try only(Trip.self, last).items.map(\.title) == order)
    #expect(try only(Trip.self, last).name == "Andes")
  }

  @Test func anUnreadModelIsReadBeforeItsDeletion() throws {
    let identifier = try only(Trip.self, store.makeContext()).persistentModelID
    let context = store.makeContext()
    let trip = try #require(context.model(for: identifier) as? Trip)
    try hiding("ZTRIP") { context.delete(trip) }
    try saveAtTheSecondTry(context)
    #expect(trip.modelContext == nil)
    #expect(trip.name == "Alps")
  }
}
