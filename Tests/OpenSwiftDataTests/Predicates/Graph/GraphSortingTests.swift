import Foundation
import SQLCore
import Testing

@testable import OpenSwiftData

@Suite("Sorting over graphs") struct GraphSortingTests {
  private let store: GraphStore

  init() throws { store = try GraphStore(seed: TestSeed.seed, size: 40) }

  private func expect<Model: GraphModel>(
    _ descriptors: SortDescriptor<Model>..., isExact: Bool = true,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let order = try store.translator(for: Model.self).order(by: descriptors)
    #expect(order.isExact == isExact, sourceLocation: location)
    let expected = store.models(Model.self).sorted(using: descriptors).map(\.persistentModelID)
    let context = ModelContext(store.container)
    let found = try context.fetch(FetchDescriptor(sortBy: descriptors)).map(\.persistentModelID)
    #expect(found == expected, "seed \(TestSeed.seed)", sourceLocation: location)
  }

  @Test func sortingFollowsOptionalRelationships() throws {
    try expect(SortDescriptor(\Item.trip?.number))
    try expect(SortDescriptor(\Item.trip?.number, order: .reverse))
    try expect(SortDescriptor(\Item.trip?.rank), SortDescriptor(\Item.number, order: .reverse))
    try expect(SortDescriptor(\Item.trip?.owner?.rank, order: .reverse))
    try expect(SortDescriptor(\Pass.trip?.owner?.boss?.number))
    try expect(SortDescriptor(\Item.trip?.pass?.number), SortDescriptor(\Item.trip?.number))
  }

  @Test func sortingFollowsPlainRelationships() throws {
    try expect(SortDescriptor(\Note.item.number))
    try expect(SortDescriptor(\Note.item.trip?.rank), SortDescriptor(\Note.item.number))
  }

  @Test func sortingUsesTheGivenStringComparator() throws {
    try expect(SortDescriptor(\Item.trip?.name))
    try expect(SortDescriptor(\Item.trip?.motto, comparator: .lexical, order: .reverse))
    try expect(SortDescriptor(\Item.trip?.name, comparator: .localizedStandard))
    try expect(SortDescriptor(\Note.item.name, comparator: .localized, order: .reverse))
    try expect(SortDescriptor(\Note.item.trip?.motto, comparator: .localizedStandard))
  }

  @Test func computedValuesAreSortedInMemory() throws {
    try expect(SortDescriptor(\Item.trip?.name.count), isExact: false)
    try expect(SortDescriptor(\Trip.items.count), isExact: false)
    try expect(SortDescriptor(\Item.nameOfTrip), isExact: false)
  }
}

extension Item {
  fileprivate var nameOfTrip: String? { trip?.name.lowercased() }
}
