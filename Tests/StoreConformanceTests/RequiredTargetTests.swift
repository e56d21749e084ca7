import Foundation
import OpenSwiftData
import Testing

/// Models with required to-one relationships.
@Suite("Targets that models need")
struct RequiredTargetTests {
  private static let models: [any PersistentModel.Type] = [
    Publisher.self, Edition.self, ShelfMark.self, Ticket.self, Citizen.self, Passport.self,
  ]

  /// A store with a publisher of two editions, one shelf mark of the first edition, and a ticket.
  private func store(_ kind: TestedStore) throws -> TestStore {
    let store = try TestStore(kind, Self.models)
    let context = store.makeContext()
    let publisher = Publisher(name: "p")
    let editions = ["a", "b"].map { Edition(title: $0, publisher: publisher) }
    for edition in editions { context.insert(edition) }
    context.insert(ShelfMark(text: "A1", edition: editions[0]))
    context.insert(Ticket(seat: 1, holder: Citizen(name: "Ann")))
    try context.save()
    return store
  }

  private func refuses(
    _ context: ModelContext, naming rows: [String], in kind: TestedStore,
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let error = #expect(throws: SwiftDataError.self, sourceLocation: location) {
      try context.save()
    }
    #expect(error == .modelValidationFailure, sourceLocation: location)
    let text = String(describing: error)
    for row in rows { #expect(text.contains(kind.name(of: row)), sourceLocation: location) }
  }

  private func counts(_ store: TestStore) throws -> [Int] {
    let context = store.makeContext()
    return [
      try context.fetchCount(FetchDescriptor<Publisher>()),
      try context.fetchCount(FetchDescriptor<Edition>()),
      try context.fetchCount(FetchDescriptor<ShelfMark>()),
      try context.fetchCount(FetchDescriptor<Ticket>()),
      try context.fetchCount(FetchDescriptor<Citizen>()),
    ]
  }

  @Test(arguments: TestedStore.all)
  func anOwnerThatMembersRequireIsNotDeleted(_ kind: TestedStore) throws {
    let store = try store(kind)
    let context = store.makeContext()
    let publisher = try #require(try context.fetch(FetchDescriptor<Publisher>()).first)
    let editions = FetchDescriptor<Edition>(sortBy: [SortDescriptor(\.title)])
    let edition = try #require(try context.fetch(editions).first)
    context.delete(publisher)
    edition.title += "!"
    try refuses(context, naming: ["Publisher/p1", "Edition/p1", "Edition/p2"], in: kind)
    #expect(publisher.isDeleted)
    #expect(edition.hasChanges)
    #expect(try counts(store) == [1, 2, 1, 1, 1])
    // The publisher can be deleted once editions are deleted or have another publisher.
    edition.publisher = Publisher(name: "q")
    for other in try context.fetch(FetchDescriptor<Edition>()) where other !== edition {
      context.delete(other)
    }
    try context.save()
    #expect(publisher.modelContext == nil)
    #expect(try counts(store) == [1, 1, 1, 1, 1])
    let last = try #require(try store.makeContext().fetch(FetchDescriptor<Edition>()).first)
    #expect(last.title == edition.title)
  }

  @Test(arguments: TestedStore.all)
  func rowsNotLoadedKeepTheirRequiredTargets(_ kind: TestedStore) throws {
    let store = try store(kind)
    let context = store.makeContext()
    try context.delete(model: Publisher.self, where: #Predicate { $0.name == "p" })
    try refuses(context, naming: ["Publisher/p1", "Edition/p1"], in: kind)
    #expect(context.hasChanges)
    #expect(try counts(store) == [1, 2, 1, 1, 1])
    context.rollback()
    try context.delete(model: Edition.self, where: #Predicate { $0.title == "a" })
    try refuses(context, naming: ["Edition/p1", "ShelfMark/p1"], in: kind)
    try context.delete(model: ShelfMark.self)
    try context.delete(model: Edition.self)
    try context.delete(model: Publisher.self)
    try context.save()
    #expect(try counts(store) == [0, 0, 0, 1, 1])
  }

  @Test(arguments: TestedStore.all)
  func requiredTargetsWithoutInverseAreNotDeleted(_ kind: TestedStore) throws {
    let store = try store(kind)
    let context = store.makeContext()
    try context.delete(model: Citizen.self)
    try refuses(context, naming: ["Citizen/p1", "Ticket/p1"], in: kind)
    #expect(try counts(store) == [1, 2, 1, 1, 1])
  }

  @Test(arguments: TestedStore.all)
  func requiredTargetsCannotBeUnlinked(_ kind: TestedStore) throws {
    let store = try store(kind)
    let context = store.makeContext()
    let publisher = try #require(try context.fetch(FetchDescriptor<Publisher>()).first)
    let removed = publisher.editions.removeFirst()
    try refuses(context, naming: ["Edition/p1", "Publisher"], in: kind)
    publisher.editions.append(removed)
    try context.save()
    let mark = try #require(try context.fetch(FetchDescriptor<ShelfMark>()).first)
    publisher.editions[0].mark = ShelfMark(text: "A2", edition: publisher.editions[1])
    try refuses(context, naming: ["ShelfMark/p1"], in: kind)
    context.delete(mark)
    try context.save()
    #expect(try counts(store) == [1, 2, 1, 1, 1])
  }

  @Test(arguments: TestedStore.all)
  func newModelsAreRefusedAfterDeletingTheirTarget(_ kind: TestedStore) throws {
    let store = try store(kind)
    let context = store.makeContext()
    let publisher = Publisher(name: "q")
    let edition = Edition(title: "c", publisher: publisher)
    context.insert(edition)
    context.delete(publisher)
    try refuses(context, naming: ["Edition", "Publisher"], in: kind)
    context.delete(edition)
    try context.save()
    #expect(try counts(store) == [1, 2, 1, 1, 1])
  }

  /// Another context has deleted the required target.
  @Test(arguments: TestedStore.supporting(.referentialIntegrity))
  func modelsWhoseTargetWasDeletedElsewhereAreRefused(_ kind: TestedStore) throws {
    let store = try store(kind)
    do {
      let context = store.makeContext()
      context.insert(Publisher(name: "q"))
      try context.save()
    }
    let (context, other) = (store.makeContext(), store.makeContext())
    let query = FetchDescriptor<Publisher>(predicate: #Predicate { $0.name == "q" })
    let edition = try #require(try context.fetch(FetchDescriptor<Edition>()).first)
    edition.publisher = try #require(try context.fetch(query).first)
    let added = Edition(title: "c", publisher: edition.publisher)
    context.insert(added)
    other.delete(try #require(try other.fetch(query).first))
    try other.save()
    try refuses(context, naming: ["Publisher/p2", "Edition/p"], in: kind)
    #expect(try counts(store) == [1, 2, 1, 1, 1])
    edition.publisher = try #require(
      try context.fetch(FetchDescriptor<Publisher>(predicate: #Predicate { $0.name == "p" })).first)
    context.delete(added)
    try context.save()
  }

  /// Another context has deleted a row by replacing it through its unique value.
  @Test(arguments: TestedStore.all)
  func aTargetClaimedByAnotherContextIsRefused(_ kind: TestedStore) throws {
    let store = try store(kind)
    let (context, other) = (store.makeContext(), store.makeContext())
    let editions = try context.fetch(FetchDescriptor<Edition>(sortBy: [SortDescriptor(\.title)]))
    context.insert(ShelfMark(text: "B1", edition: editions[1]))
    let their = try other.fetch(FetchDescriptor<Edition>(sortBy: [SortDescriptor(\.title)]))
    other.insert(ShelfMark(text: "B2", edition: their[1]))
    try other.save()
    try refuses(context, naming: ["Edition/p2", "ShelfMark/p2"], in: kind)
    #expect(try counts(store) == [1, 2, 2, 1, 1])
  }
}
