import Foundation
import PredicateSQL
import Testing

@testable import OpenSwiftData

/// `#Predicate { $0 is Sub }` and `as?` select the same subclasses in stores and in memory.
@Suite("Predicates about classes") struct InheritancePredicateTests {
  private let store: FleetStore

  init() throws { store = try FleetStore(seed: TestSeed.seed) }

  private func translator<Model: PersistentModel>(_ type: Model.Type) throws -> PredicateTranslator
  {
    PredicateTranslator(columns: try store.container.core.bindings.binding(for: type))
  }

  // `isExact` specifies whether SQL evaluates the whole predicate.
  private func expect<Model: PersistentModel>(
    _ models: [Model], _ predicate: Predicate<Model>, isExact: Bool = true,
    _ location: SourceLocation = #_sourceLocation, _ plain: (Model) -> Bool
  ) throws {
    let expected = Set(models.filter(plain).map(\.persistentModelID))
    let found = try ModelContext(store.container).fetch(FetchDescriptor(predicate: predicate))
    #expect(Set(found.map(\.persistentModelID)) == expected, sourceLocation: location)
    let inMemory = Set(try models.filter(predicate.evaluate).map(\.persistentModelID))
    #expect(inMemory == expected, sourceLocation: location)
    let translation = try translator(Model.self).translate(predicate)
    #expect(
      translation.isExact == isExact, "\(translation.obstacle.debugDescription)",
      sourceLocation: location)
  }

  @Test func predicatesTestTheClass() throws {
    let all = store.crafts
    try expect(all, #Predicate { $0 is SailingCraft }) { $0 is SailingCraft }
    try expect(all, #Predicate { $0 is Yacht || $0 is Ferry }) { $0 is Yacht || $0 is Ferry }
    try expect(all, #Predicate { !($0 is SailingCraft) }) { !($0 is SailingCraft) }
    try expect(all, #Predicate { $0 is Ferry && $0.name == "a" }) { $0 is Ferry && $0.name == "a" }
    let sailing = all.compactMap { $0 as? SailingCraft }
    try expect(sailing, #Predicate { $0 is Yacht && $0.sails > 1 }) { $0 is Yacht && $0.sails > 1 }
    try expect(sailing, #Predicate { !($0 is Yacht) && $0.name != "b" }) {
      !($0 is Yacht) && $0.name != "b"
    }
  }

  @Test func predicatesReadPropertiesOfASubclass() throws {
    let all = store.crafts
    try expect(all, #Predicate { ($0 as? SailingCraft)?.sails ?? 0 > 1 }) {
      ($0 as? SailingCraft)?.sails ?? 0 > 1
    }
    try expect(all, #Predicate { ($0 as? Yacht)?.owner == "a" }) { ($0 as? Yacht)?.owner == "a" }
    try expect(all, #Predicate { ($0 as? Yacht)?.owner == nil }) { ($0 as? Yacht)?.owner == nil }
    try expect(all, #Predicate { ($0 as? Ferry)?.cars == 2 || $0.length > 2 }) {
      ($0 as? Ferry)?.cars == 2 || $0.length > 2
    }
    // Properties that the subclass inherits, on both levels.
    try expect(all, #Predicate { ($0 as? Yacht)?.sails == 2 }) { ($0 as? Yacht)?.sails == 2 }
    try expect(all, #Predicate { ($0 as? Yacht)?.name == "a" }) { ($0 as? Yacht)?.name == "a" }
    try expect(all, #Predicate { ($0 as? Yacht)?.isHired == false }) {
      ($0 as? Yacht)?.isHired == false
    }
    try expect(
      all,
      #Predicate { craft in
        if let ferry = craft as? Ferry { ferry.cars > 1 } else { craft.name == "a" }
      }
    ) { craft in
      if let ferry = craft as? Ferry { ferry.cars > 1 } else { craft.name == "a" }
    }
    try expect(all, #Predicate { ($0 as? Yacht) != nil }) { ($0 as? Yacht) != nil }
    let sailing = all.compactMap { $0 as? SailingCraft }
    try expect(sailing, #Predicate { ($0 as? Yacht)?.owner == "b" && $0.length < 3 }) {
      ($0 as? Yacht)?.owner == "b" && $0.length < 3
    }
  }

  @Test func predicatesTestClassesThroughRelationships() throws {
    try expect(store.harbours, #Predicate { $0.flagship is Yacht }) { $0.flagship is Yacht }
    try expect(store.harbours, #Predicate { !($0.flagship is Yacht) }) { !($0.flagship is Yacht) }
    try expect(store.harbours, #Predicate { ($0.flagship as? SailingCraft)?.sails == 2 }) {
      ($0.flagship as? SailingCraft)?.sails == 2
    }
    try expect(store.harbours, #Predicate { $0.crafts.contains { $0 is Ferry } }) {
      $0.crafts.contains { $0 is Ferry }
    }
    try expect(store.harbours, #Predicate { $0.crafts.allSatisfy { !($0 is Ferry) } }) {
      $0.crafts.allSatisfy { !($0 is Ferry) }
    }
    try expect(store.harbours, #Predicate { $0.crafts.filter { $0 is Yacht }.count > 1 }) {
      $0.crafts.filter { $0 is Yacht }.count > 1
    }
    try expect(
      store.harbours,
      #Predicate { $0.crafts.contains { ($0 as? Yacht)?.owner == "a" && $0.length > 0 } }
    ) { $0.crafts.contains { ($0 as? Yacht)?.owner == "a" && $0.length > 0 } }
    try expect(store.sailors, #Predicate { $0.craft is Yacht }) { $0.craft is Yacht }
    try expect(store.sailors, #Predicate { $0.craft?.name == "a" }) { $0.craft?.name == "a" }
    try expect(store.sailors, #Predicate { $0.craft?.home?.flagship is Ferry }) {
      $0.craft?.home?.flagship is Ferry
    }
    try expect(
      store.crafts, #Predicate { ($0 as? SailingCraft)?.crew.contains { $0.name == "a" } == true }
    ) { ($0 as? SailingCraft)?.crew.contains { $0.name == "a" } == true }
    let one = store.crafts[3]
    try expect(store.harbours, #Predicate { $0.flagship == one }) { $0.flagship == one }
    let identifier = one.persistentModelID
    try expect(store.crafts, #Predicate { $0.persistentModelID == identifier }) { $0 === one }
  }

  @Test func predicatesCompareIdentifiersOfSubclasses() throws {
    let yachts = store.crafts.compactMap { $0 as? Yacht }
    let identifiers = yachts.prefix(2).map(\.persistentModelID)
    let (first, other) = (identifiers[0], store.crafts.filter { !($0 is Yacht) }[0].id)
    try expect(yachts, #Predicate { $0.persistentModelID == first }) { $0.id == first }
    try expect(yachts, #Predicate { $0.id == first && $0.name != "" }) { $0.id == first }
    try expect(yachts, #Predicate { identifiers.contains($0.persistentModelID) }) {
      identifiers.contains($0.id)
    }
    try expect(yachts, #Predicate { $0.persistentModelID == other }) { _ in false }
    try expect(store.crafts, #Predicate { ($0 as? Yacht)?.persistentModelID == first }) {
      $0.id == first
    }
    let sailing = store.crafts.compactMap { $0 as? SailingCraft }
    let yacht = yachts[0]
    try expect(store.sailors, #Predicate { $0.craft == yacht }) { $0.craft === yacht }
    try expect(sailing, #Predicate { identifiers.contains($0.id) }) { identifiers.contains($0.id) }
  }

  @Test func modelsAreSortedByInheritedProperties() throws {
    let yachts = store.crafts.compactMap { $0 as? Yacht }
    let order: [SortDescriptor<Yacht>] = [
      SortDescriptor(\.sails, order: .reverse), SortDescriptor(\.name), SortDescriptor(\.owner),
    ]
    #expect(try translator(Yacht.self).order(by: order).isExact)
    let found = try ModelContext(store.container).fetch(FetchDescriptor(sortBy: order))
    // nil comes first.
    let sorted = yachts.sorted {
      ($1.sails, $0.name, $0.owner ?? "") < ($0.sails, $1.name, $1.owner ?? "")
    }
    func keys(_ yachts: [Yacht]) -> [String] {
      yachts.map { "\($0.sails) \($0.name) \($0.owner ?? "-")" }
    }
    #expect(keys(found) == keys(sorted))
    #expect(Set(found.map(\.persistentModelID)) == Set(yachts.map(\.persistentModelID)))
    let bySailor = SortDescriptor(\Sailor.craft?.name)
    #expect(try translator(Sailor.self).order(by: [bySailor]).isExact)
    let sailors = try ModelContext(store.container).fetch(FetchDescriptor(sortBy: [bySailor]))
    let names = sailors.map { $0.craft?.name ?? "" }
    #expect(names == store.sailors.map { $0.craft?.name ?? "" }.sorted())
  }

  /// Random conditions on a store without and with unsaved changes.
  @Test func randomConditionsFindTheSameInStoresAndInMemory() throws {
    let count = TestSeed.count / 40
    var exact = 0
    for index in 0..<count {
      let seed = TestSeed.seed &+ UInt64(index)
      let store = index.isMultiple(of: 20) ? try FleetStore(seed: seed) : self.store
      var random = RandomValues(seed: seed)
      let predicate = Self.condition(&random, depth: random.below(4))
      let context = ModelContext(store.container)
      if try translator(Craft.self).translate(predicate).isExact { exact += 1 }
      let expected = Set(try store.crafts.filter(predicate.evaluate).map(\.persistentModelID))
      let count = try context.fetchCount(FetchDescriptor(predicate: predicate))
      let found = try context.fetch(FetchDescriptor(predicate: predicate))
      #expect(Set(found.map(\.persistentModelID)) == expected, "seed \(seed)")
      #expect(count == expected.count, "seed \(seed)")
      // Unsaved changes affect the results as well.
      for model in try context.fetch(FetchDescriptor<SailingCraft>()) where random.bool() {
        model.sails = random.below(4)
      }
      context.insert(Ferry(name: "a", length: 1, cars: random.below(5)))
      let all = try context.fetch(FetchDescriptor<Craft>())
      let wanted = Set(try all.filter(predicate.evaluate).map(\.persistentModelID))
      let pending = try context.fetch(FetchDescriptor(predicate: predicate))
      #expect(Set(pending.map(\.persistentModelID)) == wanted, "seed \(seed), pending")
    }
    #expect(exact > count / 2, "only \(exact) of \(count) were said wholly in SQL")
  }

  private static func condition(_ random: inout RandomValues, depth: Int) -> Predicate<Craft> {
    guard depth > 0 else { return leaf(&random) }
    let first = condition(&random, depth: depth - 1)
    let second = condition(&random, depth: depth - 1)
    return switch random.below(3) {
    case 0: #Predicate { first.evaluate($0) && second.evaluate($0) }
    case 1: #Predicate { first.evaluate($0) || second.evaluate($0) }
    default: #Predicate { !first.evaluate($0) }
    }
  }

  private static func leaf(_ random: inout RandomValues) -> Predicate<Craft> {
    let number = random.below(4)
    let name = random.one(of: ["a", "b", "c"])
    return switch random.below(14) {
    case 0: #Predicate { $0 is SailingCraft }
    case 1: #Predicate { $0 is Yacht }
    case 2: #Predicate { $0 is Ferry }
    case 3: #Predicate { ($0 as? SailingCraft)?.sails == number }
    case 4: #Predicate { ($0 as? SailingCraft)?.sails ?? 2 < number }
    case 5: #Predicate { ($0 as? Yacht)?.owner == name }
    case 6: #Predicate { ($0 as? Yacht)?.owner != name }
    case 7: #Predicate { ($0 as? Ferry)?.cars ?? 0 > number }
    case 8: #Predicate { $0.name == name }
    case 9: #Predicate { ($0 as? Yacht)?.name == name }
    case 10: #Predicate { $0.home?.flagship is Yacht }
    case 11: #Predicate { $0.home?.name == name }
    case 12: #Predicate { $0.home?.crafts.contains { $0 is Ferry } == true }
    default:
      #Predicate { craft in
        if let yacht = craft as? Yacht { yacht.sails > number } else { craft.name == name }
      }
    }
  }
}
