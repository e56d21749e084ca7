import Foundation
import SQLCore
import Testing

@testable import OpenSwiftData

/// Typical app predicates over relationships, compared with plain Swift.
@Suite("Predicates of apps over relationships") struct GraphFormsTests {
  private let store: GraphStore

  init() throws { store = try GraphStore(seed: TestSeed.seed, size: 40) }

  // `isExact` specifies whether SQL evaluates the whole predicate.
  private func expect<Model: GraphModel>(
    _ predicate: Predicate<Model>, isExact: Bool = true,
    _ location: SourceLocation = #_sourceLocation, _ plain: (Model) -> Bool
  ) throws {
    let expected = store.models(Model.self).filter(plain).map(\.persistentModelID)
    let descriptor = FetchDescriptor(predicate: predicate)
    let found = try ModelContext(store.container).fetch(descriptor).map(\.persistentModelID)
    #expect(found == expected, "seed \(TestSeed.seed)", sourceLocation: location)
    let memory = try store.models(Model.self).filter { try predicate.holds($0) }
      .map(\.persistentModelID)
    #expect(memory == expected, "seed \(TestSeed.seed), in memory", sourceLocation: location)
    let translation = try store.translator(for: Model.self).translate(predicate)
    #expect(
      translation.isExact == isExact, "\(translation.obstacle.debugDescription)",
      sourceLocation: location)
  }

  @Test func predicatesFollowToOneRelationships() throws {
    let name = "a"
    try expect(#Predicate<Item> { $0.trip?.name == name }) { $0.trip?.name == name }
    try expect(#Predicate<Item> { $0.trip?.name != name }) { $0.trip?.name != name }
    try expect(#Predicate<Item> { $0.trip?.owner?.name == name }) { $0.trip?.owner?.name == name }
    try expect(#Predicate<Item> { $0.trip?.owner?.boss?.rank == nil }) {
      $0.trip?.owner?.boss?.rank == nil
    }
    try expect(#Predicate<Item> { $0.trip?.motto == nil }) { $0.trip?.motto == nil }
    try expect(#Predicate<Item> { $0.trip?.isOpen == true }) { $0.trip?.isOpen == true }
    try expect(#Predicate<Item> { $0.trip?.number ?? 0 > 2 }) { $0.trip?.number ?? 0 > 2 }
    try expect(#Predicate<Item> { ($0.trip?.motto ?? "a") == name }) {
      ($0.trip?.motto ?? "a") == name
    }
    try expect(#Predicate<Note> { $0.item.name == name }) { $0.item.name == name }
    try expect(#Predicate<Note> { $0.item.trip?.name == name || $0.item.isOpen }) {
      $0.item.trip?.name == name || $0.item.isOpen
    }
    try expect(#Predicate<Trip> { $0.pass?.number == 3 }) { $0.pass?.number == 3 }
    try expect(#Predicate<Pass> { $0.trip?.isOpen ?? false }) { $0.trip?.isOpen ?? false }
    try expect(#Predicate<Item> { $0.trip?.name.localizedStandardContains("A") ?? false }) {
      $0.trip?.name.localizedStandardContains("A") ?? false
    }
  }

  @Test func predicatesTestWhetherATargetExists() throws {
    // Separate statements: combined with the expectation, a predicate takes the compiler too long.
    let isFree = #Predicate<Item> { $0.trip == nil }
    try expect(isFree) { $0.trip == nil }
    let isBelow = #Predicate<Item> { $0.trip != nil && $0.spareOf == nil }
    try expect(isBelow) { $0.trip != nil && $0.spareOf == nil }
    try expect(#Predicate<Item> { $0.trip != nil && $0.trip!.name == "a" }) { $0.trip?.name == "a" }
    let hasNoOwner = #Predicate<Item> { $0.trip?.owner == nil }
    try expect(hasNoOwner) { $0.trip?.owner == nil }
    let hasNoWriter = #Predicate<Note> { $0.writer == nil }
    try expect(hasNoWriter) { $0.writer == nil }
  }

  @Test func predicatesCompareWithCapturedModels() throws {
    let trip = store.trips[3]
    let (none, some): (Trip?, Trip?) = (nil, trip)
    let id = trip.persistentModelID
    let ids: [PersistentIdentifier?] = store.trips.prefix(7).map(\.persistentModelID)
    let chosen = store.trips.prefix(7).map(\.persistentModelID)
    let items = Array(store.items.prefix(9))
    try expect(#Predicate<Item> { $0.trip == trip }) { $0.trip === trip }
    try expect(#Predicate<Item> { $0.trip == some || $0.spareOf == none }) {
      $0.trip === trip || $0.spareOf == nil
    }
    try expect(#Predicate<Item> { $0.trip != trip }) { $0.trip !== trip }
    try expect(#Predicate<Item> { $0.trip?.persistentModelID == id }) { $0.trip === trip }
    try expect(#Predicate<Item> { $0.trip?.id == id }) { $0.trip === trip }
    try expect(#Predicate<Item> { ids.contains($0.trip?.persistentModelID) }) {
      ids.contains($0.trip?.persistentModelID)
    }
    try expect(
      #Predicate<Item> { if let trip = $0.trip { chosen.contains(trip.id) } else { false } }
    ) { $0.trip.map { chosen.contains($0.id) } ?? false }
    try expect(#Predicate<Note> { items.contains($0.item) }) { items.contains($0.item) }
    let item = store.items[0]
    try expect(#Predicate<Trip> { $0.items.contains(item) }) { $0.items.contains(item) }
    try expect(#Predicate<Tag> { !$0.items.contains(item) }) { !$0.items.contains(item) }
  }

  @Test func predicatesCompareModelsWithEachOther() throws {
    // Separate statements, for the same reason as above.
    let isSpare = #Predicate<Item> { $0.trip == $0.spareOf }
    try expect(isSpare) { $0.trip == $0.spareOf }
    try expect(#Predicate<Item> { item in item.trip?.items.contains { $0 == item } ?? false }) {
      $0.trip != nil
    }
    try expect(#Predicate<Person> { $0.boss?.boss == $0.boss }) { $0.boss?.boss == $0.boss }
    try expect(#Predicate<Trip> { trip in trip.owner?.trips.contains(trip) == true }) {
      $0.owner != nil
    }
  }

  @Test func predicatesTestMembers() throws {
    let name = "a"
    try expect(#Predicate<Trip> { $0.items.isEmpty }) { $0.items.isEmpty }
    try expect(#Predicate<Trip> { $0.items.count > 2 }) { $0.items.count > 2 }
    try expect(#Predicate<Trip> { $0.items.contains { $0.name == name } }) {
      $0.items.contains { $0.name == name }
    }
    try expect(#Predicate<Trip> { !$0.items.contains { $0.motto == nil } }) {
      !$0.items.contains { $0.motto == nil }
    }
    try expect(#Predicate<Trip> { $0.items.contains(where: { $0.isOpen && $0.number > 1 }) }) {
      $0.items.contains(where: { $0.isOpen && $0.number > 1 })
    }
    try expect(#Predicate<Trip> { $0.items.allSatisfy { $0.isOpen } }) {
      $0.items.allSatisfy { $0.isOpen }
    }
    try expect(#Predicate<Trip> { $0.items.filter { $0.isOpen }.count == 1 }) {
      $0.items.filter { $0.isOpen }.count == 1
    }
    try expect(#Predicate<Trip> { $0.items.filter { $0.rank == nil }.isEmpty }) {
      $0.items.filter { $0.rank == nil }.isEmpty
    }
    let hasNoneOpen = #Predicate<Trip> { $0.items.first(where: { $0.isOpen }) == nil }
    try expect(hasNoneOpen) {
      $0.items.first(where: { $0.isOpen }) == nil
    }
    try expect(#Predicate<Item> { $0.tags.contains { $0.name == name } }) {
      $0.tags.contains { $0.name == name }
    }
    try expect(#Predicate<Tag> { $0.items.filter { $0.trip == nil }.count >= 3 }) {
      $0.items.filter { $0.trip == nil }.count >= 3
    }
    try expect(#Predicate<Person> { $0.staff.contains { $0.staff.isEmpty } }) {
      $0.staff.contains { $0.staff.isEmpty }
    }
  }

  @Test func predicatesTestOptionalMembers() throws {
    try expect(#Predicate<Trip> { $0.spares?.isEmpty == false }) { $0.spares?.isEmpty == false }
    try expect(#Predicate<Trip> { $0.spares?.isEmpty ?? true }) { $0.spares?.isEmpty ?? true }
    try expect(#Predicate<Trip> { $0.spares?.contains { $0.isOpen } ?? false }) {
      $0.spares?.contains { $0.isOpen } ?? false
    }
    try expect(#Predicate<Trip> { $0.spares?.contains { $0.isOpen } == true }) {
      $0.spares?.contains { $0.isOpen } == true
    }
    try expect(#Predicate<Trip> { ($0.spares?.filter { $0.isOpen }.count ?? 0) > 0 }) {
      ($0.spares?.filter { $0.isOpen }.count ?? 0) > 0
    }
    try expect(#Predicate<Trip> { $0.spares!.contains { $0.isOpen } }) {
      $0.spares!.contains { $0.isOpen }
    }
    try expect(#Predicate<Item> { $0.trip?.spares?.isEmpty == true }) {
      $0.trip?.spares?.isEmpty == true
    }
    try expect(#Predicate<Item> { $0.trip?.spares?.contains { $0.isOpen } == false }) {
      $0.trip?.spares?.contains { $0.isOpen } == false
    }
  }

  @Test func closuresMayNest() throws {
    let name = "a"
    try expect(
      #Predicate<Person> { $0.trips.contains { $0.items.contains { $0.tags.isEmpty } } }
    ) { $0.trips.contains { $0.items.contains { $0.tags.isEmpty } } }
    try expect(
      #Predicate<Person> { person in
        person.trips.contains { trip in
          trip.items.contains { $0.number > person.number && $0.name == trip.name }
        }
      }
    ) { person in
      person.trips.contains { trip in
        trip.items.contains { $0.number > person.number && $0.name == trip.name }
      }
    }
    try expect(
      #Predicate<Trip> { trip in
        trip.items.allSatisfy { item in
          item.tags.contains { $0.name == name || $0.number == trip.owner?.number }
        }
      }
    ) { trip in
      trip.items.allSatisfy { item in
        item.tags.contains { $0.name == name || $0.number == trip.owner?.number }
      }
    }
    try expect(
      #Predicate<Trip> {
        $0.items.filter { $0.tags.count > 1 }.contains { $0.spareOf?.name == name }
      }
    ) { $0.items.filter { $0.tags.count > 1 }.contains { $0.spareOf?.name == name } }
  }

  @Test func predicatesMayHaveStatements() throws {
    let search = "a"
    try expect(
      #Predicate<Item> { item in
        if let trip = item.trip {
          return trip.name.contains(search) || trip.items.count > 2
        }
        return item.isOpen
      }
    ) { item in
      if let trip = item.trip {
        return trip.name.contains(search) || trip.items.count > 2
      }
      return item.isOpen
    }
    try expect(#Predicate<Item> { $0.trip.flatMap { $0.owner }.map { $0.number > 1 } ?? true }) {
      $0.trip.flatMap { $0.owner }.map { $0.number > 1 } ?? true
    }
    let isOpen = #Predicate<Item> { $0.isOpen }
    try expect(#Predicate<Trip> { $0.items.contains { isOpen.evaluate($0) } }) {
      $0.items.contains { $0.isOpen }
    }
    try expect(#Predicate<Item> { ($0.isOpen ? $0.trip?.number : $0.rank) == 2 }) {
      ($0.isOpen ? $0.trip?.number : $0.rank) == 2
    }
  }

  @Test func conditionsOnTheOrderAreLeftToMemory() throws {
    let wide = #Predicate<Trip> { $0.isOpen && $0.items.first?.number == 1 }
    let translation = try store.translator(for: Trip.self).translate(wide)
    #expect(!translation.isExact)
    #expect(translation.condition != nil)
  }

  @Test func danglingKeysCountAsNil() throws {
    let store = try GraphStore(seed: 11)
    let writer = try #require(store.notes.compactMap(\.writer).first).persistentModelID
    let connection = try store.context.recordSession(store.container.core.stores[0]).connection
    try connection.run("DELETE FROM ZPERSON WHERE Z_PK = \(writer.key)")
    let context = ModelContext(store.container)
    let notes = try context.fetch(FetchDescriptor<Note>())
    func check(_ predicate: Predicate<Note>) throws {
      let found = try ModelContext(store.container).fetch(FetchDescriptor(predicate: predicate))
      let expected = try notes.filter { try predicate.holds($0) }
      #expect(found.map(\.persistentModelID) == expected.map(\.persistentModelID))
    }
    try check(#Predicate { $0.writer == nil })
    try check(#Predicate { $0.writer != nil })
    try check(#Predicate { $0.writer?.persistentModelID == writer })
    try check(#Predicate { $0.writer?.name == nil })
    try check(#Predicate { $0.writer?.name != "a" })
    try check(#Predicate { $0.writer?.staff.isEmpty ?? false })
  }
}
