import Foundation
import OpenSwiftData
import Testing

/// Results in a context exclude models that the next save will delete by cascade.
@Suite("Pending cascades")
struct PendingCascadeTests {
  private func makeTrip(
    _ store: TestStore, items: Int = 3
  ) throws -> (context: ModelContext, trip: Trip) {
    let context = store.makeContext()
    let trip = Trip(name: "Alps")
    trip.items = (0..<items).map { Item(title: "\($0)") }
    context.insert(trip)
    context.insert(Item(title: "free"))
    try context.save()
    return (context, trip)
  }

  private func titles(
    _ context: ModelContext, _ change: (inout FetchDescriptor<Item>) -> Void = { _ in }
  ) throws -> [String] {
    var descriptor = FetchDescriptor<Item>(sortBy: [SortDescriptor(\.title)])
    change(&descriptor)
    return try context.fetch(descriptor).map(\.title)
  }

  @Test(arguments: Backend.available)
  func pendingCascadesLeaveFetches(_ backend: Backend) throws {
    let store = try TestStore(backend, GraphSchema.models)
    _ = try makeTrip(store)
    // Only the trip is in memory.
    let context = store.makeContext()
    context.delete(try context.fetch(FetchDescriptor<Trip>())[0])
    #expect(try titles(context) == ["free"])
    #expect(try titles(context) { $0.fetchLimit = 2 } == ["free"])
    #expect(try titles(context) { $0.fetchOffset = 1 } == [])
    #expect(try titles(context) { $0.includePendingChanges = false }.count == 4)
    #expect(try context.fetchCount(FetchDescriptor<Item>()) == 1)
    #expect(try context.fetchIdentifiers(FetchDescriptor<Item>()).count == 1)
    let zero = FetchDescriptor<Item>(predicate: #Predicate { $0.title == "0" })
    #expect(try context.fetch(zero).isEmpty)
    #expect(try context.fetchCount(zero) == 0)
    var seen: [String] = []
    try context.enumerate(FetchDescriptor<Item>(), allowEscapingMutations: true) {
      seen.append($0.title)
    }
    #expect(seen == ["free"])
    #expect(try store.makeContext().fetchCount(FetchDescriptor<Item>()) == 4)
    try context.save()
    #expect(try titles(store.makeContext()) == ["free"])
  }

  @Test func pendingCascadesLeaveSetOperations() throws {
    let store = try TestStore(.memory, GraphSchema.models)
    let (context, trip) = try makeTrip(store)
    context.delete(trip)
    #expect(try context.fetch(FetchDescriptor<Item>(), selecting: \.title) == ["free"])
    #expect(try context.update(Item.self, .set(\.title, to: "changed")) == 1)
    context.rollback()
    #expect(try titles(context) == ["0", "1", "2", "changed"])
  }

  @Test func pendingCascadesAreNotMarkedAsDeleted() throws {
    let store = try TestStore(.memory, GraphSchema.models)
    let (context, trip) = try makeTrip(store)
    let item = trip.items[0]
    context.delete(trip)
    #expect(try titles(context) == ["free"])
    #expect(!item.isDeleted)
    #expect(item.modelContext === context)
    #expect(context.deletedModelsArray.count == 1)
    #expect(trip.items.count == 3)
  }

  @Test func pendingCascadesReturnWhenTheDeletionIsReverted() throws {
    let store = try TestStore(.memory, GraphSchema.models)
    let (context, trip) = try makeTrip(store)
    let manager = UndoManager()
    context.undoManager = manager
    context.delete(trip)
    #expect(try titles(context).count == 1)
    manager.undo()
    #expect(try titles(context).count == 4)
    manager.redo()
    #expect(try titles(context).count == 1)
    context.rollback()
    #expect(try titles(context).count == 4)
    context.delete(trip)
    context.insert(trip)
    #expect(try titles(context).count == 4)
    try context.save()
    #expect(try store.makeContext().fetchCount(FetchDescriptor<Item>()) == 4)
  }

  @Test func movedMembersAreNotDeleted() throws {
    let store = try TestStore(.memory, GraphSchema.models)
    let (context, trip) = try makeTrip(store)
    let other = Trip(name: "Sea")
    context.insert(other)
    trip.items[0].trip = other
    trip.items[1].trip = nil
    trip.items.append(Item(title: "late"))
    context.delete(trip)
    let kept = try titles(context)
    try context.save()
    #expect(kept == (try titles(context)))
    #expect(kept.count == 3)
    #expect(!kept.contains("late"))
  }

  @Test func deniedDeletionsHideNoMembers() throws {
    let store = try TestStore(.memory, GraphSchema.models)
    let context = store.makeContext()
    let company = Company(name: "c")
    company.workers = [Worker(name: "w")]
    company.sites = [Site(place: "s")]
    company.owners = [Citizen(name: "o")]
    context.insert(company)
    try context.save()
    context.delete(company)
    #expect(try context.fetchCount(FetchDescriptor<Worker>()) == 1)
    #expect(try context.fetchCount(FetchDescriptor<Site>()) == 1)
    #expect(try context.fetchCount(FetchDescriptor<Citizen>()) == 1)
  }

  @Test func rowsThatWereNotLoadedCascade() throws {
    let store = try TestStore(.memory, GraphSchema.models)
    _ = try makeTrip(store)
    let context = store.makeContext()
    try context.delete(model: Trip.self)
    #expect(try titles(context) == ["free"])
    #expect(try context.fetchCount(FetchDescriptor<Item>()) == 1)
    try context.save()
    #expect(try titles(context) == ["free"])
  }

  @Test func pendingCascadesCostNothingWithoutCascadeRules() throws {
    let store = try TestStore(.memory, GraphSchema.models)
    let (context, trip) = try makeTrip(store)
    context.delete(trip.items[0])
    let plain = try countStatements(in: store.container) { _ = try titles(context) }
    #expect(plain == 1)
    context.rollback()
    context.delete(trip)
    let other = try countStatements(in: store.container) {
      _ = try context.fetchCount(FetchDescriptor<Post>())
    }
    #expect(other == 1)
    let cascading = try countStatements(in: store.container) { _ = try titles(context) }
    #expect(cascading == 2)
  }

  /// For random graphs with all kinds of cascades, a context shows the same models before and after
  /// a
  /// save.
  @Test(arguments: 1...60 as ClosedRange<UInt64>)
  func pendingCascadesShowWhatTheSaveLeaves(_ seed: UInt64) throws {
    let store = try TestStore(.memory, CascadeSchema.models)
    var random = SeededGenerator(seed: TestRun.seed(seed))
    let writer = store.makeContext()
    var hubs = (0..<12).map { Hub(number: $0) }
    for hub in hubs { writer.insert(hub) }
    for _ in 0..<25 { CascadeSchema.relate(hubs, &random) }
    for hub in hubs where Bool.random(using: &random) {
      hub.spokes.append(Spoke(number: hub.number))
      hub.labels.append(CascadeLabel(number: hub.number))
      hub.loose.append(Spoke(number: 100 + hub.number))
    }
    try writer.save()
    let context = seed % 2 == 0 ? writer : store.makeContext()
    hubs = try context.fetch(FetchDescriptor<Hub>(sortBy: [SortDescriptor(\.number)]))
    for _ in 0..<Int.random(in: 0..<8, using: &random) {
      if Bool.random(using: &random) { hubs.append(Hub(number: hubs.count)) }
      CascadeSchema.relate(hubs, &random)
    }
    for _ in 0..<Int.random(in: 1..<3, using: &random) {
      guard let hub = hubs.randomElement(using: &random), hub.modelContext != nil else { continue }
      context.delete(hub)
      hubs.removeAll { $0 === hub }
    }
    for _ in 0..<Int.random(in: 0..<3, using: &random) { CascadeSchema.relate(hubs, &random) }
    let (fetched, counted) = try (CascadeSchema.numbers(context), CascadeSchema.counts(context))
    try context.save()
    let (left, leftCounts) = try (CascadeSchema.numbers(context), CascadeSchema.counts(context))
    #expect(fetched == left, "seed \(seed)")
    #expect(counted == leftCounts, "seed \(seed)")
    #expect(try CascadeSchema.numbers(store.makeContext()) == left, "seed \(seed)")
  }
}

/// A model with every kind of relationship, all of which cascade.
@Model final class Hub {
  var number: Int
  var parent: Hub?
  @Relationship(deleteRule: .cascade, inverse: \Hub.parent) var children: [Hub] = []
  var before: Hub?
  @Relationship(deleteRule: .cascade, inverse: \Hub.before) var after: Hub?
  @Relationship(deleteRule: .cascade, inverse: \Spoke.hub) var spokes: [Spoke] = []
  /// Spokes without an inverse relationship.
  @Relationship(deleteRule: .cascade) var loose: [Spoke] = []
  @Relationship(deleteRule: .cascade, inverse: \CascadeLabel.hubs) var labels: [CascadeLabel] = []
  init(number: Int) { self.number = number }
}

@Model final class Spoke {
  var number: Int
  var hub: Hub?
  @Relationship(deleteRule: .cascade) var label: CascadeLabel?
  init(number: Int) { self.number = number }
}

@Model final class CascadeLabel {
  var number: Int
  var hubs: [Hub] = []
  init(number: Int) { self.number = number }
}

private enum CascadeSchema {
  static let models: [any PersistentModel.Type] = [Hub.self, Spoke.self, CascadeLabel.self]

  /// Changes relationships of some models at random.
  static func relate(_ hubs: [Hub], _ random: inout SeededGenerator) {
    guard let hub = hubs.randomElement(using: &random),
      let other = hubs.randomElement(using: &random), hub !== other
    else { return }
    switch Int.random(in: 0..<9, using: &random) {
    case 0: hub.children.append(other)
    case 1: hub.parent = other
    case 2: hub.after = other
    case 3: hub.after = nil
    case 4: if let spoke = hub.spokes.first { other.spokes.append(spoke) }
    case 5: if let spoke = hub.loose.first { other.loose.append(spoke) }
    case 6: if let label = hub.labels.first { other.labels.append(label) }
    case 7: if let spoke = other.spokes.last { spoke.label = hub.labels.last }
    default: if !hub.labels.isEmpty { hub.labels.removeFirst() }
    }
  }

  static func numbers(_ context: ModelContext) throws -> [[Int]] {
    [
      try context.fetch(FetchDescriptor<Hub>()).map(\.number).sorted(),
      try context.fetch(FetchDescriptor<Spoke>()).map(\.number).sorted(),
      try context.fetch(FetchDescriptor<CascadeLabel>()).map(\.number).sorted(),
    ]
  }

  static func counts(_ context: ModelContext) throws -> [Int] {
    [
      try context.fetchCount(FetchDescriptor<Hub>()),
      try context.fetchCount(FetchDescriptor<Spoke>()),
      try context.fetchCount(FetchDescriptor<CascadeLabel>()),
    ]
  }
}
