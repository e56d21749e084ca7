import Foundation
import OpenSwiftData
import Testing

/// Inherited relationships, and relationships to models with subclasses.
@Suite("Inheritance in graphs")
struct InheritanceGraphTests {
  private func makeStore(_ kind: TestedStore) throws -> TestStore {
    try TestStore(kind, JourneySchema.models)
  }

  @Test(arguments: TestedStore.supporting(.inheritance))
  func aToOneRelationshipLeadsToSubclasses(_ kind: TestedStore) throws {
    let store = try makeStore(kind)
    let context = store.makeContext()
    let journeys = try context.saveJourneys()
    for journey in journeys { context.insert(Leg(title: journey.name, journey: journey)) }
    try context.save()
    #expect(journeys.allSatisfy { $0.legs.count == 1 })
    let other = try store.makeReopenedContext()
    let legs = try other.fetch(FetchDescriptor<Leg>(sortBy: [SortDescriptor(\.title)]))
    let types = legs.compactMap(\.journey).map { "\(type(of: $0))" }
    #expect(types == ["DayOff", "FairVisit", "Holiday", "Journey", "WorkJourney"])
    #expect((legs[1].journey as? FairVisit)?.topic == "Swift")
    #expect(legs.allSatisfy { $0.journey?.legs == [$0] })
    let single = store.makeContext()
    let leg = try single.fetch(FetchDescriptor<Leg>(predicate: #Predicate { $0.title == "fair" }))
    #expect((leg.first?.journey as? FairVisit)?.allowance == 50)
  }

  @Test(arguments: TestedStore.supporting(.inheritance))
  func membersAreOfSeveralClasses(_ kind: TestedStore) throws {
    let store = try makeStore(kind)
    let context = store.makeContext()
    let journeys = try context.saveJourneys()
    let agency = Agency(name: "a")
    context.insert(agency)
    agency.journeys = [journeys[2], journeys[0], journeys[4]]
    agency.best = journeys[2]
    let traveller = Traveller(name: "t")
    context.insert(traveller)
    traveller.journeys = [journeys[1], journeys[3], journeys[2]]
    try context.save()
    let other = try store.makeReopenedContext()
    let same = try #require(try other.fetch(FetchDescriptor<Agency>()).first)
    #expect(same.journeys.map(\.name) == ["fair", "plain", "day"])
    #expect(same.journeys[0] is FairVisit)
    #expect(same.journeys[2] is DayOff)
    #expect(same.best === same.journeys[0])
    let tourist = try #require(try other.fetch(FetchDescriptor<Traveller>()).first)
    #expect(tourist.journeys.map { "\(type(of: $0))" } == ["WorkJourney", "Holiday", "FairVisit"])
    #expect(tourist.journeys[2].travellers == [tourist])
    #expect(tourist.journeys[2].agency === same)
    tourist.journeys.removeAll { $0 is Holiday }
    tourist.journeys.append(same.journeys[2])
    same.journeys.swapAt(0, 2)
    try other.save()
    let third = store.makeContext()
    let day = try #require(try third.journey(DayOff.self, "day"))
    #expect(day.travellers.map(\.name) == ["t"])
    #expect(day.agency?.journeys.map(\.name) == ["day", "plain", "fair"])
    #expect(try third.journey(Holiday.self, "holiday")?.travellers == [])
  }

  @Test(arguments: TestedStore.supporting(.inheritance))
  func aSubclassHasRelationshipsOfItsOwn(_ kind: TestedStore) throws {
    let store = try makeStore(kind)
    let context = store.makeContext()
    let journeys = try context.saveJourneys()
    let work = try #require(journeys[1] as? WorkJourney)
    let fair = try #require(journeys[2] as? FairVisit)
    work.receipts = [Receipt(amount: 1), Receipt(amount: 2)]
    let receipt = Receipt(amount: 3)
    context.insert(receipt)
    receipt.journey = fair
    #expect(fair.receipts == [receipt])
    let holiday = try #require(journeys[3] as? Holiday)
    holiday.next = fair
    try context.save()
    let other = try store.makeReopenedContext()
    let all = try other.journeys(Journey.self)
    #expect((all[4] as? WorkJourney)?.receipts.map(\.amount) == [1, 2])
    #expect((all[1] as? FairVisit)?.receipts.map(\.amount) == [3])
    #expect((all[2] as? Holiday)?.next === all[1])
    let receipts = try other.fetch(FetchDescriptor<Receipt>(sortBy: [SortDescriptor(\.amount)]))
    #expect(receipts[2].journey === all[1])
    #expect(receipts[0].journey === all[4])
    (all[1] as? FairVisit)?.receipts.append(receipts[0])
    #expect((all[4] as? WorkJourney)?.receipts == [receipts[1]])
    try other.save()
    let amounts = try store.makeContext().journey(FairVisit.self, "fair")?.receipts.map(\.amount)
    #expect(amounts?.sorted() == [1, 3])
  }

  @Test(arguments: TestedStore.supporting(.inheritance))
  func deleteRulesOfAllLevelsApply(_ kind: TestedStore) throws {
    let store = try makeStore(kind)
    let context = store.makeContext()
    let journeys = try context.saveJourneys()
    let fair = try #require(journeys[2] as? FairVisit)
    let holiday = try #require(journeys[3] as? Holiday)
    fair.legs = [Leg(title: "l")]
    fair.receipts = [Receipt(amount: 1)]
    holiday.next = fair
    let agency = Agency(name: "a")
    context.insert(agency)
    (agency.journeys, agency.best) = ([fair, holiday], fair)
    let traveller = Traveller(name: "t")
    context.insert(traveller)
    traveller.journeys = [fair, holiday]
    try context.save()
    context.delete(fair)
    try context.save()
    #expect(agency.journeys == [holiday])
    #expect(agency.best == nil)
    #expect(holiday.next == nil)
    #expect(traveller.journeys == [holiday])
    let other = try store.makeReopenedContext()
    #expect(try other.fetchCount(FetchDescriptor<Leg>()) == 0)
    #expect(try other.fetchCount(FetchDescriptor<Receipt>()) == 0)
    #expect(try other.journey(Holiday.self, "holiday")?.next == nil)
    #expect(try other.fetch(FetchDescriptor<Agency>()).first?.best == nil)
  }

  @Test(arguments: TestedStore.supporting(.inheritance))
  func deleteRulesApplyToRowsNotLoaded(_ kind: TestedStore) throws {
    let store = try makeStore(kind)
    do {
      let context = store.makeContext()
      let journeys = try context.saveJourneys()
      for case let work as WorkJourney in journeys { work.receipts = [Receipt(amount: 1)] }
      for journey in journeys { journey.legs = [Leg(title: journey.name)] }
      try context.save()
    }
    let context = store.makeContext()
    try context.delete(model: Journey.self, where: #Predicate { $0.name != "work" })
    #expect(try context.fetchCount(FetchDescriptor<Leg>()) == 1)
    #expect(try context.fetchCount(FetchDescriptor<Receipt>()) == 1)
    try context.save()
    let other = store.makeContext()
    #expect(try other.fetch(FetchDescriptor<Leg>()).map(\.title) == ["work"])
    #expect(try other.fetch(FetchDescriptor<Receipt>()).first?.journey?.name == "work")
  }

  @Test(arguments: TestedStore.supporting(.inheritance))
  func insertingAModelInsertsRelatedModels(_ kind: TestedStore) throws {
    let store = try makeStore(kind)
    let context = store.makeContext()
    let traveller = Traveller(name: "t")
    let fair = FairVisit(name: "f", topic: "x")
    fair.receipts = [Receipt(amount: 9)]
    fair.legs.append(Leg(title: "l"))
    traveller.journeys = [fair, DayOff(name: "d")]
    context.insert(traveller)
    try context.save()
    let other = try store.makeReopenedContext()
    let found = try #require(try other.fetch(FetchDescriptor<Traveller>()).first)
    #expect(found.journeys.map(\.name) == ["f", "d"])
    #expect((found.journeys[0] as? FairVisit)?.receipts.map(\.amount) == [9])
    #expect(found.journeys[0].legs.map(\.title) == ["l"])
  }

  @Test(arguments: TestedStore.supporting(.inheritance))
  func prefetchingLoadsSubclasses(_ kind: TestedStore) throws {
    let store = try makeStore(kind)
    do {
      let context = store.makeContext()
      for journey in try context.saveJourneys() {
        journey.legs = [Leg(title: journey.name)]
      }
      try context.save()
    }
    let context = store.makeContext()
    var legs = FetchDescriptor<Leg>(sortBy: [SortDescriptor(\.title)])
    legs.relationshipKeyPathsForPrefetching = [\.journey]
    let found = try context.fetch(legs)
    #expect((found[1].journey as? FairVisit)?.topic == "Swift")
    var fairs = FetchDescriptor<FairVisit>()
    fairs.relationshipKeyPathsForPrefetching = [\.legs, \.receipts]
    #expect(try store.makeContext().fetch(fairs).first?.legs.map(\.title) == ["fair"])
    // Sorts by an inherited property through a relationship.
    let sorted = try context.fetch(
      FetchDescriptor<Leg>(sortBy: [SortDescriptor(\.journey?.name, order: .reverse)]))
    #expect(sorted.map(\.title) == ["work", "plain", "holiday", "fair", "day"])
  }

  @Test(arguments: TestedStore.supporting(.inheritance))
  func relationshipsAreReadAfterTheContextEnded(_ kind: TestedStore) throws {
    let store = try makeStore(kind)
    do {
      let context = store.makeContext()
      for journey in try context.saveJourneys() {
        journey.legs = [Leg(title: journey.name)]
        (journey as? WorkJourney)?.receipts = [Receipt(amount: 4)]
      }
      try context.save()
    }
    let legs = try store.makeContext().fetch(
      FetchDescriptor<Leg>(sortBy: [SortDescriptor(\.title)]))
    let fair = try #require(legs[1].journey as? FairVisit)
    #expect((fair.topic, fair.receipts.map(\.amount)) == ("Swift", [4]))
    #expect(fair.receipts.first?.journey === fair)
    let agency = Agency(name: "a")
    let context = store.makeContext()
    context.insert(agency)
    agency.journeys.append(fair)
    try context.save()
    #expect(try store.makeContext().journey(FairVisit.self, "fair")?.agency?.name == "a")
  }

  @Test(arguments: TestedStore.supporting(.inheritance))
  func undoRestoresRelationships(_ kind: TestedStore) throws {
    let store = try makeStore(kind)
    let context = store.makeContext()
    let journeys = try context.saveJourneys()
    let fair = try #require(journeys[2] as? FairVisit)
    fair.receipts = [Receipt(amount: 1), Receipt(amount: 2)]
    fair.legs = [Leg(title: "l")]
    try context.save()
    let manager = UndoManager()
    context.undoManager = manager
    fair.receipts.removeLast()
    fair.legs = []
    context.processPendingChanges()
    manager.undo()
    #expect((fair.receipts.count, fair.legs.count) == (2, 1))
    context.delete(fair)
    context.processPendingChanges()
    manager.undo()
    try context.save()
    let stored = try #require(try store.makeContext().journey(Journey.self, "fair") as? FairVisit)
    #expect(stored.receipts.map(\.amount).sorted() == [1, 2])
    #expect(stored.legs.count == 1)
  }
}
