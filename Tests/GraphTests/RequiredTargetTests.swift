import Foundation
import OpenSwiftData
import Testing

@Model final class Publisher {
  var name: String
  @Relationship(inverse: \Volume.publisher) var volumes: [Volume] = []
  init(name: String) { self.name = name }
}

/// Needs a publisher, and a shelf mark of its own.
@Model final class Volume {
  var title: String
  var publisher: Publisher
  @Relationship(inverse: \ShelfMark.volume) var mark: ShelfMark?
  init(title: String, publisher: Publisher) {
    self.title = title
    self.publisher = publisher
  }
}

@Model final class ShelfMark {
  @Attribute(.unique) var text: String
  var volume: Volume
  init(text: String, volume: Volume) {
    self.text = text
    self.volume = volume
  }
}

/// Models whose other end is not optional.
@Suite("Targets that models need")
struct RequiredTargetTests {
  private static let models: [any PersistentModel.Type] = [
    Publisher.self, Volume.self, ShelfMark.self, Ticket.self, Citizen.self, Passport.self,
  ]

  /// A store with one publisher of two volumes, the first of which has a mark, and a ticket.
  private func store(_ backend: Backend) throws -> TestStore {
    let store = try TestStore(backend, Self.models)
    let context = store.makeContext()
    let publisher = Publisher(name: "p")
    let volumes = ["a", "b"].map { Volume(title: $0, publisher: publisher) }
    for volume in volumes { context.insert(volume) }
    context.insert(ShelfMark(text: "A1", volume: volumes[0]))
    context.insert(Ticket(seat: 1, holder: Citizen(name: "Ann")))
    try context.save()
    return store
  }

  private func refuses(
    _ context: ModelContext, naming rows: [String], at location: SourceLocation = #_sourceLocation
  ) throws {
    let error = #expect(throws: SwiftDataError.self, sourceLocation: location) {
      try context.save()
    }
    #expect(error == .modelValidationFailure, sourceLocation: location)
    let text = String(describing: error)
    for row in rows { #expect(text.contains(row), sourceLocation: location) }
  }

  private func counts(_ store: TestStore) throws -> [Int] {
    let context = store.makeContext()
    return [
      try context.fetchCount(FetchDescriptor<Publisher>()),
      try context.fetchCount(FetchDescriptor<Volume>()),
      try context.fetchCount(FetchDescriptor<ShelfMark>()),
      try context.fetchCount(FetchDescriptor<Ticket>()),
      try context.fetchCount(FetchDescriptor<Citizen>()),
    ]
  }

  @Test(arguments: Backend.available)
  func keepTheOwnerOfMembers(_ backend: Backend) throws {
    let store = try store(backend)
    let context = store.makeContext()
    let publisher = try #require(try context.fetch(FetchDescriptor<Publisher>()).first)
    let volume = try #require(try context.fetch(FetchDescriptor<Volume>()).first)
    context.delete(publisher)
    volume.title += "!"
    try refuses(context, naming: ["Publisher/p1", "Volume/p1", "Volume/p2"])
    #expect(publisher.isDeleted && volume.hasChanges)
    #expect(try counts(store) == [1, 2, 1, 1, 1])
    // With another publisher, or deleted as well, nothing needs it any more.
    volume.publisher = Publisher(name: "q")
    for other in try context.fetch(FetchDescriptor<Volume>()) where other !== volume {
      context.delete(other)
    }
    try context.save()
    #expect(publisher.modelContext == nil)
    #expect(try counts(store) == [1, 1, 1, 1, 1])
    let last = try #require(try store.makeContext().fetch(FetchDescriptor<Volume>()).first)
    #expect(last.title == volume.title)
  }

  @Test(arguments: Backend.available)
  func keepRowsThatNobodyLoaded(_ backend: Backend) throws {
    let store = try store(backend)
    let context = store.makeContext()
    try context.delete(model: Publisher.self, where: #Predicate { $0.name == "p" })
    try refuses(context, naming: ["Publisher/p1", "Volume/p1"])
    #expect(context.hasChanges)
    #expect(try counts(store) == [1, 2, 1, 1, 1])
    context.rollback()
    try context.delete(model: Volume.self, where: #Predicate { $0.title == "a" })
    try refuses(context, naming: ["Volume/p1", "ShelfMark/p1"])
    try context.delete(model: ShelfMark.self)
    try context.delete(model: Volume.self)
    try context.delete(model: Publisher.self)
    try context.save()
    #expect(try counts(store) == [0, 0, 0, 1, 1])
  }

  @Test(arguments: Backend.available)
  func keepOneWhoDoesNotKnowThem(_ backend: Backend) throws {
    let store = try store(backend)
    let context = store.makeContext()
    try context.delete(model: Citizen.self)
    try refuses(context, naming: ["Citizen/p1", "Ticket/p1"])
    #expect(try counts(store) == [1, 2, 1, 1, 1])
  }

  @Test(arguments: Backend.available)
  func cannotBeTakenAway(_ backend: Backend) throws {
    let store = try store(backend)
    let context = store.makeContext()
    let publisher = try #require(try context.fetch(FetchDescriptor<Publisher>()).first)
    let removed = publisher.volumes.removeFirst()
    try refuses(context, naming: ["Volume/p1", "Publisher"])
    publisher.volumes.append(removed)
    try context.save()
    let mark = try #require(try context.fetch(FetchDescriptor<ShelfMark>()).first)
    publisher.volumes[0].mark = ShelfMark(text: "A2", volume: publisher.volumes[1])
    try refuses(context, naming: ["ShelfMark/p1"])
    context.delete(mark)
    try context.save()
    #expect(try counts(store) == [1, 2, 1, 1, 1])
  }

  @Test(arguments: Backend.available)
  func doNotOutliveAnUnsavedOne(_ backend: Backend) throws {
    let store = try store(backend)
    let context = store.makeContext()
    let publisher = Publisher(name: "q")
    let volume = Volume(title: "c", publisher: publisher)
    context.insert(volume)
    context.delete(publisher)
    try refuses(context, naming: ["Volume", "Publisher"])
    context.delete(volume)
    try context.save()
    #expect(try counts(store) == [1, 2, 1, 1, 1])
  }

  /// What somebody else has deleted meanwhile is no more.
  @Test(arguments: Backend.available)
  func areNotSavedWithoutOneThatSomebodyElseDeleted(_ backend: Backend) throws {
    let store = try store(backend)
    do {
      let context = store.makeContext()
      context.insert(Publisher(name: "q"))
      try context.save()
    }
    let (context, other) = (store.makeContext(), store.makeContext())
    let query = FetchDescriptor<Publisher>(predicate: #Predicate { $0.name == "q" })
    let volume = try #require(try context.fetch(FetchDescriptor<Volume>()).first)
    volume.publisher = try #require(try context.fetch(query).first)
    let added = Volume(title: "c", publisher: volume.publisher)
    context.insert(added)
    other.delete(try #require(try other.fetch(query).first))
    try other.save()
    try refuses(context, naming: ["Publisher/p2", "Volume/p"])
    #expect(try counts(store) == [1, 2, 1, 1, 1])
    volume.publisher = try #require(
      try context.fetch(FetchDescriptor<Publisher>(predicate: #Predicate { $0.name == "p" })).first)
    context.delete(added)
    try context.save()
  }

  /// A row that gives way to another of the same unique value is deleted, too.
  @Test(arguments: Backend.available)
  func areNotTakenFromByAnotherContext(_ backend: Backend) throws {
    let store = try store(backend)
    let (context, other) = (store.makeContext(), store.makeContext())
    let volumes = try context.fetch(FetchDescriptor<Volume>(sortBy: [SortDescriptor(\.title)]))
    context.insert(ShelfMark(text: "B1", volume: volumes[1]))
    let their = try other.fetch(FetchDescriptor<Volume>(sortBy: [SortDescriptor(\.title)]))
    other.insert(ShelfMark(text: "B2", volume: their[1]))
    try other.save()
    try refuses(context, naming: ["Volume/p2", "ShelfMark/p2"])
    #expect(try counts(store) == [1, 2, 2, 1, 1])
  }
}
