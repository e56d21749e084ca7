import Foundation
import OpenSwiftData
import Testing

@Suite("Groups and distinct values")
struct GroupTests {
  private let all = FetchDescriptor<Purchase>()

  @Test(arguments: TestedStore.all)
  func rowsAreGroupedBySeveralAttributes(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Purchase.self).makeContext()
    let saved = try context.savePurchases(80)
    let groups = try context.aggregate(all, groupedBy: \.stage, \.isPaid, computing: .count)
    #expect(groups.map(\.key.0) == [.open, .open, .sent, .sent, .closed, .closed])
    #expect(groups.map(\.key.1) == [false, true, false, true, false, true])
    for ((stage, isPaid), count) in groups {
      #expect(count == saved.count { $0.stage == stage && $0.isPaid == isPaid })
    }
  }

  @Test(arguments: TestedStore.all)
  func anEmptyStoreHasNoGroups(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Purchase.self).makeContext()
    #expect(try context.aggregate(all, groupedBy: \.stage, computing: .count).isEmpty)
    #expect(try context.fetch(all, selectingDistinct: \.stage).isEmpty)
  }

  @Test(arguments: TestedStore.all)
  func distinctCompositeValuesAreReturned(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Purchase.self).makeContext()
    try context.savePurchases(90)
    let spots = try context.fetch(all, selectingDistinct: \.spot)
    #expect(spots == [nil, Spot(row: 1, seat: "é"), Spot(row: 2, seat: nil)])
    let seats = try context.fetch(all, selectingDistinct: \.spot?.row)
    #expect(seats == [nil, 1, 2])
  }
}
