import Foundation
import OpenSwiftData
import Testing

/// How a saved deletion affects related models.
@Suite("Delete rules")
struct DeleteRuleTests {
  @Test(arguments: TestedStore.all)
  func cascadeDeletesMembers(_ kind: TestedStore) throws {
    let store = try TestStore(kind, GraphSchema.models)
    let context = store.makeContext()
    let trip = Trip(name: "Alps")
    trip.items = [Item(title: "a"), Item(title: "b")]
    trip.notes = [Remark(text: "high")]
    context.insert(trip)
    context.insert(Item(title: "free"))
    try context.save()
    let (first, remark) = (trip.items[0], trip.notes?.first)
    context.delete(trip)
    trip.items.append(Item(title: "late"))
    try context.save()
    #expect(first.modelContext == nil)
    #expect(first.title == "a")
    #expect(remark?.modelContext === context)
    #expect(try context.fetch(FetchDescriptor<Item>()).map(\.title) == ["free"])
    #expect(try store.makeContext().fetchCount(FetchDescriptor<Remark>()) == 1)
  }

  @Test(arguments: TestedStore.all)
  func nullifyUnlinksDeletedMembers(_ kind: TestedStore) throws {
    let store = try TestStore(kind, GraphSchema.models)
    let context = store.makeContext()
    let item = Item(title: "a", trip: Trip(name: "Alps"))
    context.insert(item)
    let post = Post(title: "p")
    post.tags = [Tag(label: "x"), Tag(label: "y")]
    context.insert(post)
    try context.save()
    let trip = try #require(item.trip)
    context.delete(item)
    context.delete(post.tags[0])
    try context.save()
    #expect(trip.items.isEmpty)
    #expect(post.tags.map(\.label) == ["y"])
    let other = try store.makeReopenedContext()
    #expect(try other.fetch(FetchDescriptor<Trip>()).first?.items == [])
    #expect(try other.fetch(FetchDescriptor<Post>()).first?.tags.map(\.label) == ["y"])
  }

  @Test(arguments: TestedStore.all)
  func aDeletedTargetWithoutInverseIsUnlinked(_ kind: TestedStore) throws {
    let store = try TestStore(kind, GraphSchema.models)
    let context = store.makeContext()
    let worker = Worker(name: "Wu")
    worker.mentor = Citizen(name: "Ann")
    context.insert(worker)
    try context.save()
    context.delete(try #require(worker.mentor))
    try context.save()
    #expect(worker.mentor == nil)
    let other = try store.makeReopenedContext()
    #expect(try other.fetch(FetchDescriptor<Worker>()).first?.mentor == nil)
  }

  @Test(arguments: TestedStore.all)
  func denyRefusesTheWholeSave(_ kind: TestedStore) throws {
    let store = try TestStore(kind, GraphSchema.models)
    let context = store.makeContext()
    let company = Company(name: "Acme")
    company.owners = [Citizen(name: "Ann")]
    company.workers = [Worker(name: "Wu")]
    context.insert(company)
    try context.save()
    let worker = company.workers[0]
    context.delete(company)
    worker.name = "Wang"
    let error = #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(error == .modelValidationFailure)
    #expect("\(try #require(error))".contains(kind.name(of: "Worker/p")))
    #expect(company.isDeleted)
    #expect(try store.makeContext().fetchCount(FetchDescriptor<Company>()) == 1)
    worker.company = nil
    try context.save()
    #expect(company.modelContext == nil)
    #expect(try store.makeContext().fetch(FetchDescriptor<Worker>()).map(\.name) == ["Wang"])
  }

  @Test(arguments: TestedStore.all)
  func noActionLeavesAKeyThatReadsAsNil(_ kind: TestedStore) throws {
    let store = try TestStore(kind, GraphSchema.models)
    let context = store.makeContext()
    let company = Company(name: "Acme")
    company.owners = [Citizen(name: "Ann")]
    company.sites = [Site(place: "Rome")]
    context.insert(company)
    try context.save()
    context.delete(company)
    try context.save()
    let other = store.makeContext()
    let site = try #require(try other.fetch(FetchDescriptor<Site>()).first)
    #expect(site.company == nil)
  }

  @Test(arguments: TestedStore.all)
  func cascadesThroughCyclesEnd(_ kind: TestedStore) throws {
    let store = try TestStore(kind, GraphSchema.models)
    let context = store.makeContext()
    let (one, two) = (Folder(name: "one"), Folder(name: "two"))
    context.insert(one)
    one.children = [two]
    two.children = [one]
    #expect(one.parent === two)
    try context.save()
    context.delete(one)
    try context.save()
    #expect(try store.makeContext().fetchCount(FetchDescriptor<Folder>()) == 0)
  }

  @Test(arguments: TestedStore.supporting(.bulk))
  func deepGraphsDoNotOverflowTheStack(_ kind: TestedStore) throws {
    let store = try TestStore(kind, GraphSchema.models)
    let depth = 100_000
    do {
      let context = store.makeContext()
      var last = Folder(name: "0")
      context.insert(last)
      for number in 1..<depth {
        let next = Folder(name: "\(number)", parent: last)
        last = next
      }
      context.insert(last)
      try context.save()
    }
    let context = store.makeContext()
    #expect(try context.fetchCount(FetchDescriptor<Folder>()) == depth)
    let root = try #require(
      try context.fetch(FetchDescriptor<Folder>(predicate: #Predicate { $0.parent == nil })).first)
    context.delete(root)
    try context.save()
    #expect(try store.makeContext().fetchCount(FetchDescriptor<Folder>()) == 0)
  }

  @Test(arguments: TestedStore.all)
  func boundsAreCheckedWhenSaving(_ kind: TestedStore) throws {
    let store = try TestStore(kind, GraphSchema.models)
    let context = store.makeContext()
    let company = Company(name: "Acme")
    company.owners = ["Ann", "Bob", "Cy"].map(Citizen.init)
    context.insert(company)
    let error = #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(error == .modelValidationFailure)
    company.owners?.removeLast()
    try context.save()
    let other = store.makeContext()
    #expect(try other.fetch(FetchDescriptor<Company>()).first?.owners?.count == 2)
  }

  @Test(arguments: TestedStore.all)
  func deletingAnUnsavedModelRemovesItAtOnce(_ kind: TestedStore) throws {
    let store = try TestStore(kind, GraphSchema.models)
    let context = store.makeContext()
    let trip = Trip(name: "Alps")
    context.insert(trip)
    trip.items = [Item(title: "a"), Item(title: "b")]
    context.delete(trip.items[0])
    #expect(trip.items.map(\.title) == ["b"])
    let last = trip.items[0]
    context.delete(trip)
    #expect(last.modelContext == nil)
    #expect(!context.hasChanges)
    try context.save()
  }

  /// Only a new model has the relationship, and its target is deleted by the same save.
  @Test(arguments: TestedStore.all)
  func newModelsDropDeletedTargetsWithoutInverse(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Lodge.self, Warden.self)
    let context = store.makeContext()
    let (warden, other) = (Warden(name: "Ann"), Warden(name: "Bob"))
    context.insert(warden)
    context.insert(other)
    try context.save()
    let lodge = Lodge(name: "hut", warden: warden)
    context.insert(lodge)
    lodge.helpers = [warden, other]
    context.delete(warden)
    try context.save()
    #expect(lodge.warden == nil)
    #expect(lodge.helpers.map(\.name) == ["Bob"])
    let read = try #require(try store.makeContext().fetch(FetchDescriptor<Lodge>()).first)
    #expect(read.warden == nil)
    #expect(read.helpers.map(\.name) == ["Bob"])
  }

  @Test(arguments: TestedStore.all)
  func modelsDeletedByACascadeStayReadable(_ kind: TestedStore) throws {
    let store = try TestStore(kind, GraphSchema.models)
    let trip = Trip(name: "Alps")
    do {
      let context = store.makeContext()
      trip.items = [Item(title: "a")]
      context.insert(trip)
      try context.save()
    }
    let context = store.makeContext()
    let identifier = try #require(
      try store.makeContext().fetchIdentifiers(FetchDescriptor<Item>()).first)
    let fault = try #require(context.model(for: identifier) as? Item)
    context.delete(try #require(try context.fetch(FetchDescriptor<Trip>()).first))
    try context.save()
    #expect(fault.modelContext == nil)
    #expect(fault.title == "a")
  }

  /// A deletion does not cascade to a model that was related before the last change.
  @Test(arguments: TestedStore.all)
  func cascadeSparesTheFormerTarget(_ kind: TestedStore) throws {
    let store = try TestStore(kind, GraphSchema.models)
    let context = store.makeContext()
    let citizen = Citizen(name: "Ann")
    context.insert(citizen)
    citizen.passport = Passport(number: 1)
    try context.save()
    citizen.passport = Passport(number: 2)
    context.delete(citizen)
    try context.save()
    #expect(try store.makeContext().fetch(FetchDescriptor<Passport>()).map(\.number) == [1])
  }
}

@Model private final class Lodge {
  var name: String
  var warden: Warden?
  var helpers: [Warden] = []

  init(name: String, warden: Warden) { (self.name, self.warden) = (name, warden) }
}

@Model private final class Warden {
  var name: String
  init(name: String) { self.name = name }
}
