import Foundation
import OpenSwiftData
import Testing

/// Collects the reports of a save.
private final class Told: @unchecked Sendable {
  // `@unchecked`: notifications are posted on the thread that saves.

  var lines: [String] = []
}

/// Models that inherit from models; a fetch of the base class returns instances of all subclasses.
@Suite("Inheritance")
struct InheritanceTests {
  private func makeStore(_ kind: TestedStore) throws -> TestStore {
    try TestStore(kind, JourneySchema.models)
  }

  @Test(arguments: TestedStore.supporting(.inheritance))
  func aFetchOfTheBaseReturnsSubclasses(_ kind: TestedStore) throws {
    let store = try makeStore(kind)
    try store.makeContext().saveJourneys()
    for context in [store.makeContext(), try store.makeReopenedContext()] {
      let all = try context.journeys(Journey.self)
      #expect(all.map(\.name) == ["day", "fair", "holiday", "plain", "work"])
      let types = all.map { "\(type(of: $0))" }
      #expect(types == ["DayOff", "FairVisit", "Holiday", "Journey", "WorkJourney"])
      let fair = try #require(all[1] as? FairVisit)
      #expect((fair.topic, fair.allowance, fair.rating) == ("Swift", 50, 5))
      #expect((all[0] as? DayOff)?.reason == .wellness)
      #expect((all[4] as? WorkJourney)?.company == "Fish & Co")
      #expect((all[3].rating, all[2].rating) == (3, 3))
    }
  }

  @Test(arguments: TestedStore.supporting(.inheritance))
  func aFetchOfASubclassReturnsItsOwnRows(_ kind: TestedStore) throws {
    let store = try makeStore(kind)
    try store.makeContext().saveJourneys()
    let context = store.makeContext()
    #expect(try context.journeys(WorkJourney.self).map(\.name) == ["fair", "work"])
    #expect(try context.journeys(FairVisit.self).map(\.name) == ["fair"])
    #expect(try context.journeys(Holiday.self).map(\.name) == ["day", "holiday"])
    #expect(try context.journeys(DayOff.self).map(\.name) == ["day"])
    let generous = try context.journeys(
      WorkJourney.self,
      #Predicate<WorkJourney> { $0.allowance > 30 && $0.rating == 5 && $0.name != "" })
    #expect(generous.map(\.name) == ["fair"])
  }

  @Test(arguments: TestedStore.supporting(.inheritance))
  func oneRowIsOneInstanceForEveryClass(_ kind: TestedStore) throws {
    let store = try makeStore(kind)
    try store.makeContext().saveJourneys()
    let context = store.makeContext()
    let fair = try #require(try context.journey(Journey.self, "fair"))
    #expect(try context.journey(WorkJourney.self, "fair") === fair)
    #expect(try context.journey(FairVisit.self, "fair") === fair)
    let identifier = fair.persistentModelID
    #expect(identifier.entityName == "FairVisit")
    #expect(context.model(for: identifier) === fair)
    #expect(context.registeredModel(for: identifier) as Journey? === fair)
    #expect(context.registeredModel(for: identifier) as FairVisit? === fair)
    #expect(context.registeredModel(for: identifier) as Holiday? == nil)
    let other = store.makeContext()
    let fault = other.model(for: identifier)
    #expect((fault as? FairVisit)?.topic == "Swift")
    #expect(try other.journey(Journey.self, "fair") === fault)
  }

  @Test(arguments: TestedStore.supporting(.inheritance))
  func identifiersAndCountsFollowTheFetchedClass(_ kind: TestedStore) throws {
    let store = try makeStore(kind)
    let journeys = try store.makeContext().saveJourneys()
    let context = store.makeContext()
    #expect(try context.fetchCount(FetchDescriptor<Journey>()) == 5)
    #expect(try context.fetchCount(FetchDescriptor<WorkJourney>()) == 2)
    #expect(try context.fetchCount(FetchDescriptor<DayOff>()) == 1)
    let identifiers = try context.fetchIdentifiers(FetchDescriptor<Journey>())
    #expect(Set(identifiers) == Set(journeys.map(\.persistentModelID)))
    let names = try context.fetchIdentifiers(FetchDescriptor<WorkJourney>()).map(\.entityName)
    #expect(Set(names) == ["WorkJourney", "FairVisit"])
    context.insert(FairVisit(name: "new", topic: "x"))
    #expect(try context.fetchCount(FetchDescriptor<Journey>()) == 6)
    #expect(try context.fetchCount(FetchDescriptor<WorkJourney>()) == 3)
    #expect(try context.fetchCount(FetchDescriptor<Holiday>()) == 2)
    #expect(try context.journeys(Journey.self).count == 6)
  }

  @Test(arguments: TestedStore.supporting(.inheritance))
  func batchesHaveInstancesOfSubclasses(_ kind: TestedStore) throws {
    let store = try makeStore(kind)
    try store.makeContext().saveJourneys()
    let context = store.makeContext()
    var descriptor = FetchDescriptor<Journey>(sortBy: [SortDescriptor(\.name, order: .reverse)])
    descriptor.includePendingChanges = false
    let batch = try context.fetch(descriptor, batchSize: 2)
    #expect(batch.map { "\(type(of: $0))" }.first == "WorkJourney")
    #expect(batch.map(\.name) == ["work", "plain", "holiday", "fair", "day"])
    var seen: [String] = []
    try context.enumerate(FetchDescriptor<Journey>(sortBy: [SortDescriptor(\.name)]), batchSize: 2)
    {
      seen.append(($0 as? FairVisit)?.topic ?? $0.name)
    }
    #expect(seen == ["day", "Swift", "holiday", "plain", "work"])
    descriptor.fetchLimit = 2
    descriptor.fetchOffset = 2
    #expect(try context.fetch(descriptor).map(\.name) == ["holiday", "fair"])
  }

  @Test(arguments: TestedStore.supporting(.inheritance))
  func unfetchedPropertiesAreReadLater(_ kind: TestedStore) throws {
    let store = try makeStore(kind)
    try store.makeContext().saveJourneys()
    let context = store.makeContext()
    var descriptor = FetchDescriptor<Journey>(sortBy: [SortDescriptor(\.name)])
    descriptor.propertiesToFetch = [\.name]
    let found = try context.fetch(descriptor)
    #expect(found.map(\.name) == ["day", "fair", "holiday", "plain", "work"])
    #expect((found[1] as? FairVisit)?.topic == "Swift")
    #expect((found[4] as? WorkJourney)?.allowance == 20)
    #expect(found[1].rating == 5)
    var inherited = FetchDescriptor<FairVisit>()
    inherited.propertiesToFetch = [\.allowance, \.name]
    #expect(try store.makeContext().fetch(inherited).first?.topic == "Swift")
  }

  @Test(arguments: TestedStore.supporting(.inheritance))
  func changesOfAnyLevelAreSaved(_ kind: TestedStore) throws {
    let store = try makeStore(kind)
    try store.makeContext().saveJourneys()
    let context = store.makeContext()
    let fair = try #require(try context.journey(FairVisit.self, "fair"))
    fair.rating = 1
    fair.allowance += 1
    fair.topic = "Linux"
    let day = try #require(try context.journey(Journey.self, "day") as? DayOff)
    day.reason = .family
    #expect(context.changedModelsArray.count == 2)
    try context.save()
    let other = try store.makeReopenedContext()
    let stored = try #require(try other.journey(Journey.self, "fair") as? FairVisit)
    #expect((stored.rating, stored.allowance, stored.topic) == (1, 51, "Linux"))
    #expect(try other.journey(DayOff.self, "day")?.reason == .family)
  }

  @Test(arguments: TestedStore.supporting(.inheritance))
  func deletionsOfAnyClassAreSaved(_ kind: TestedStore) throws {
    let store = try makeStore(kind)
    let context = store.makeContext()
    let journeys = try context.saveJourneys()
    let fair = try #require(journeys[2] as? FairVisit)
    context.delete(fair)
    context.delete(journeys[0])
    #expect(try context.journeys(Journey.self).map(\.name) == ["day", "holiday", "work"])
    try context.save()
    #expect((fair.topic, fair.allowance, fair.modelContext) == ("Swift", 50, nil))
    let other = try store.makeReopenedContext()
    #expect(try other.journeys(Journey.self).map(\.name) == ["day", "holiday", "work"])
  }

  @Test(arguments: TestedStore.supporting(.inheritance))
  func deletingByPredicateCanExcludeSubclasses(_ kind: TestedStore) throws {
    let store = try makeStore(kind)
    try store.makeContext().saveJourneys()
    let context = store.makeContext()
    try context.delete(model: WorkJourney.self, includeSubclasses: false)
    try context.save()
    #expect(try store.makeContext().journeys(Journey.self).count == 4)
    #expect(try store.makeContext().journeys(WorkJourney.self).map(\.name) == ["fair"])
    context.insert(DayOff(name: "unsaved"))
    context.insert(Holiday(name: "unsaved"))
    try context.delete(
      model: Holiday.self, where: #Predicate { $0.name == "unsaved" || $0.rating == 3 },
      includeSubclasses: false)
    try context.save()
    #expect(try store.makeContext().journeys(Holiday.self).map(\.name) == ["day", "unsaved"])
    try context.delete(model: Journey.self, where: #Predicate { $0.rating > 4 || $0.name == "day" })
    try context.save()
    #expect(try store.makeContext().journeys(Journey.self).map(\.name) == ["plain", "unsaved"])
    try context.delete(model: Journey.self)
    try context.save()
    #expect(try store.makeReopenedContext().fetchCount(FetchDescriptor<Journey>()) == 0)
  }

  @Test(arguments: TestedStore.supporting(.inheritance))
  func rollbackRestoresAllLevels(_ kind: TestedStore) throws {
    let store = try makeStore(kind)
    let context = store.makeContext()
    let journeys = try context.saveJourneys()
    let fair = try #require(journeys[2] as? FairVisit)
    (fair.topic, fair.rating, fair.allowance) = ("no", 0, 0)
    context.delete(journeys[3])
    context.insert(WorkJourney(name: "gone"))
    context.rollback()
    #expect((fair.topic, fair.rating, fair.allowance) == ("Swift", 5, 50))
    #expect(try context.journeys(Journey.self).count == 5)
  }

  @Test(arguments: TestedStore.supporting(.inheritance))
  func undoRestoresAllLevels(_ kind: TestedStore) throws {
    let store = try makeStore(kind)
    let context = store.makeContext()
    let journeys = try context.saveJourneys()
    let manager = UndoManager()
    context.undoManager = manager
    let fair = try #require(journeys[2] as? FairVisit)
    (fair.topic, fair.rating) = ("no", 0)
    context.processPendingChanges()
    manager.undo()
    #expect((fair.topic, fair.rating) == ("Swift", 5))
    manager.redo()
    #expect((fair.topic, fair.rating) == ("no", 0))
    context.processPendingChanges()
    context.delete(fair)
    try context.save()
    manager.undo()
    try context.save()
    let stored = try #require(try store.makeContext().journey(Journey.self, "fair") as? FairVisit)
    #expect((stored.topic, stored.allowance) == ("no", 50))
  }

  @Test(arguments: TestedStore.supporting(.inheritance))
  func instancesAdoptChangesOfOtherContexts(_ kind: TestedStore) throws {
    let store = try makeStore(kind)
    let first = store.makeContext()
    let journeys = try first.saveJourneys()
    let fair = try #require(journeys[2] as? FairVisit)
    let second = store.makeContext()
    let same = try #require(try second.journey(FairVisit.self, "fair"))
    (same.topic, same.rating) = ("other", 2)
    try second.save()
    #expect(try first.journey(Journey.self, "fair") === fair)
    #expect((fair.topic, fair.rating) == ("other", 2))
    second.delete(same)
    try second.save()
    #expect(try first.journeys(Journey.self).count == 4)
  }

  @Test(arguments: TestedStore.supporting(.inheritance))
  func modelsStayUsableAfterTheirContextEnded(_ kind: TestedStore) throws {
    let store = try makeStore(kind)
    try store.makeContext().saveJourneys()
    let journeys = try store.makeContext().journeys(Journey.self)
    let fair = try #require(journeys[1] as? FairVisit)
    #expect((fair.name, fair.topic, fair.allowance) == ("fair", "Swift", 50))
    #expect(fair.persistentModelID.entityName == "FairVisit")
    let fault = store.makeContext().model(for: fair.persistentModelID)
    #expect((fault as? FairVisit)?.topic == "Swift")
    let context = store.makeContext()
    fair.topic = "later"
    context.insert(fair)
    try context.save()
    #expect(try store.makeContext().journey(FairVisit.self, "fair")?.topic == "later")
    #expect(try store.makeContext().fetchCount(FetchDescriptor<Journey>()) == 5)
  }

  @Test(arguments: TestedStore.supporting(.inheritance))
  func mirrorsShowInheritedValues(_ kind: TestedStore) throws {
    let store = try makeStore(kind)
    try store.makeContext().saveJourneys()
    let fair = try #require(try store.makeContext().journey(Journey.self, "fair"))
    let labels = Mirror(reflecting: fair).children.compactMap(\.label)
    #expect(labels == ["name", "rating", "allowance", "company", "topic"])
  }

  @Test(arguments: TestedStore.supporting(.inheritance))
  func largeValuesOfSubclassesAreStored(_ kind: TestedStore) throws {
    let store = try makeStore(kind)
    let context = store.makeContext()
    let fair = FairVisit(name: "big", topic: "t")
    let map = Data(repeating: 7, count: 300_000)
    fair.map = map
    context.insert(fair)
    context.insert(WorkJourney(name: "small"))
    try context.save()
    let found = try store.makeContext().journeys(Journey.self)
    #expect((found.first as? FairVisit)?.map == map)
    for changed in [nil, Data([1])] {
      let other = store.makeContext()
      try #require(try other.journey(FairVisit.self, "big")).map = changed
      try other.save()
      let reopened = try store.makeReopenedContext()
      let first = try reopened.journeys(Journey.self).first
      let stored = try #require(first as? FairVisit)
      #expect(stored.map == changed)
    }
  }

  @Test(arguments: TestedStore.supporting(.inheritance))
  func saveNotificationsNameTheClassesOfRows(_ kind: TestedStore) throws {
    let store = try makeStore(kind)
    let context = store.makeContext()
    try context.saveJourneys()
    let told = Told()
    let observer = NotificationCenter.default.addObserver(
      forName: ModelContext.didSave, object: context, queue: nil
    ) { note in
      for key in ["deleted", "updated", "inserted"] {
        let identifiers = note.userInfo?[key] as? [PersistentIdentifier] ?? []
        told.lines.append(key + ":" + identifiers.map(\.entityName).sorted().joined(separator: ","))
      }
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    try context.delete(model: Holiday.self)
    try #require(try context.journey(Journey.self, "fair")).rating = 2
    context.insert(DayOff(name: "x"))
    try context.save()
    #expect(
      told.lines == [
        "deleted:DayOff,Holiday", "updated:FairVisit",
        "inserted:DayOff",
      ])
  }
}
