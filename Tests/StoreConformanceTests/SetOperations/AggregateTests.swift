import Foundation
import OpenSwiftData
import Testing

@Suite("Aggregates")
struct AggregateTests {
  private let all = FetchDescriptor<Purchase>()

  @Test(arguments: TestedStore.all)
  func aggregatesOverNoRowsAreZeroOrNil(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Purchase.self).makeContext()
    let (count, values, sum, prices, ratios) = try context.aggregate(
      all, .count, .count(\.comment), .sum(\.count), .sum(\.price), .sum(\.optionalRatio))
    #expect(count == 0)
    #expect(values == 0)
    #expect(sum == 0)
    #expect(prices == 0)
    #expect(ratios == 0)
    let (average, price, first, last, distinct) = try context.aggregate(
      all, .average(\.count), .average(\.discount), .minimum(\.title), .maximum(\.stage),
      .countDistinct(\.title))
    #expect(average == nil)
    #expect(price == nil)
    #expect(first == nil)
    #expect(last == nil)
    #expect(distinct == 0)
  }

  @Test(arguments: TestedStore.all)
  func aggregatesApplyAPredicate(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Purchase.self).makeContext()
    let saved = try context.savePurchases(30)
    let sum = try context.aggregate(
      Purchase.self, where: #Predicate { $0.isPaid }, .sum(\.count))
    #expect(sum == saved.filter(\.isPaid).reduce(0) { $0 + $1.count })
    #expect(try context.aggregate(Purchase.self, .count) == 30)
  }

  @Test(arguments: TestedStore.all)
  func aggregatesApplyLimitAndOffset(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Purchase.self).makeContext()
    try context.savePurchases(10)
    var descriptor = FetchDescriptor<Purchase>(sortBy: [SortDescriptor(\.code, order: .reverse)])
    (descriptor.fetchLimit, descriptor.fetchOffset) = (3, 1)
    let (count, sum) = try context.aggregate(descriptor, .count, .sum(\.code))
    #expect(count == 3)
    #expect(sum == 9 + 8 + 7)
  }

  @Test(arguments: TestedStore.all, [false, true])
  func sumsOutOfRangeAreRefused(_ kind: TestedStore, isPending: Bool) throws {
    let context = try TestStore(kind, for: Wide.self).makeContext()
    for _ in 0..<2 {
      let wide = Wide()
      (wide.int, wide.int64, wide.uint64, wide.uint32) = (.max, .min, .max, .max)
      (wide.int8, wide.decimal) = (.min, .greatestFiniteMagnitude)
      context.insert(wide)
    }
    if !isPending { try context.save() }
    let all = FetchDescriptor<Wide>()
    let error = #expect(throws: SwiftDataError.resultOutOfRange) {
      try context.aggregate(all, .sum(\.int))
    }
    #expect(error?.description.contains("Wide.int") == true)
    #expect(throws: SwiftDataError.resultOutOfRange) { try context.aggregate(all, .sum(\.int64)) }
    #expect(throws: SwiftDataError.resultOutOfRange) { try context.aggregate(all, .sum(\.uint64)) }
    #expect(throws: SwiftDataError.resultOutOfRange) { try context.aggregate(all, .sum(\.decimal)) }
    let (small, medium) = try context.aggregate(all, .sum(\.int8), .sum(\.uint32))
    #expect(small == -256)
    #expect(medium == 2 * Int(UInt32.max))
    let (average, unsigned) = try context.aggregate(all, .average(\.int), .average(\.uint64))
    #expect(average == Double(Int.max))
    #expect(unsigned == Double(UInt64.max))
  }

  @Test(arguments: TestedStore.all)
  func sumsFitDespiteOverflowingParts(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Wide.self).makeContext()
    for value in [Int.max, .max, .min, .min, 5] {
      let wide = Wide()
      wide.int = value
      wide.optionalUInt64 = value > 0 ? UInt64(max(value - 3, 5)) : nil
      context.insert(wide)
    }
    try context.save()
    #expect(try context.aggregate(Wide.self, .sum(\.int)) == 3)
    #expect(try context.aggregate(Wide.self, .sum(\.optionalUInt64)) == UInt64.max - 2)
  }

  @Test(arguments: TestedStore.supporting(.nonFiniteNumbers), [false, true])
  func aggregatesHandleNaNAndInfinities(_ kind: TestedStore, isPending: Bool) throws {
    let context = try TestStore(kind, for: Wide.self).makeContext()
    for (value, other) in [(1, 2.5), (Double.nan, .infinity), (-3, -.infinity)] {
      let wide = Wide()
      (wide.double, wide.optionalDouble, wide.float) = (value, other, Float(other))
      wide.decimal = value.isNaN ? .nan : Decimal(value)
      context.insert(wide)
    }
    if !isPending { try context.save() }
    let (sum, smallest, greatest, odd) = try context.aggregate(
      Wide.self, .sum(\.double), .minimum(\.double), .maximum(\.double), .sum(\.optionalDouble))
    #expect(sum.isNaN)
    #expect(smallest == -3)
    #expect(greatest?.isNaN == true)
    #expect(odd.isNaN)
    let (least, most, decimals) = try context.aggregate(
      Wide.self, .minimum(\.float), .maximum(\.optionalDouble), .sum(\.decimal))
    #expect(least == -.infinity)
    #expect(most == .infinity)
    #expect(decimals.isNaN)
  }

  @Test(arguments: TestedStore.all)
  func decimalsAreSummedExactly(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Purchase.self).makeContext()
    let saved = try context.savePurchases(300)
    let (sum, average, most) = try context.aggregate(
      all, .sum(\.price), .average(\.price), .maximum(\.discount))
    #expect(sum == saved.reduce(0) { $0 + $1.price })
    #expect(average == sum / 300)
    #expect(most == saved.compactMap(\.discount).max())
  }

  @Test(arguments: TestedStore.all)
  func distinctCountsAgreeWithSwift(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Purchase.self).makeContext()
    let saved = try context.savePurchases(200)
    let (titles, comments, spots, moods) = try context.aggregate(
      all, .countDistinct(\.title), .countDistinct(\.comment), .countDistinct(\.spot),
      .countDistinct(\.mood))
    #expect(titles == Set(saved.map(\.title)).count)
    #expect(comments == Set(saved.compactMap(\.comment)).count)
    #expect(spots == Set(saved.compactMap(\.spot)).count)
    #expect(moods == 2)
    #expect(throws: SwiftDataError.unsupportedKeyPath) {
      try context.aggregate(all, .countDistinct(\.tags))
    }
  }

  @Test(arguments: TestedStore.all)
  func extremesFollowTheOrderOfTheType(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Purchase.self).makeContext()
    let saved = try context.savePurchases(100)
    let (first, last, wide, stage, token, byte) = try context.aggregate(
      all, .minimum(\.title), .maximum(\.comment), .maximum(\.wide), .minimum(\.stage),
      .maximum(\.token), .minimum(\.byte))
    #expect(first == saved.map(\.title).min())
    #expect(last == saved.compactMap(\.comment).max())
    #expect(wide == saved.map(\.wide).max())
    #expect(stage == .open)
    #expect(token == saved.map(\.token).max())
    #expect(byte == saved.compactMap(\.byte).min())
  }

  @Test(arguments: TestedStore.supporting(.nonFiniteNumbers))
  func floatingPointSumsOverflowToInfinity(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Wide.self).makeContext()
    for value in [1e308, 1.5e308, 3] {
      let wide = Wide()
      (wide.double, wide.optionalDouble) = (value, -value)
      wide.float = Float.greatestFiniteMagnitude
      context.insert(wide)
    }
    try context.save()
    let (sum, other, small) = try context.aggregate(
      Wide.self, .sum(\.double), .sum(\.optionalDouble), .sum(\.float))
    #expect(sum == .infinity)
    #expect(other == -.infinity)
    #expect(small == 3 * Double(Float.greatestFiniteMagnitude))
    let groups = try context.aggregate(
      FetchDescriptor<Wide>(), groupedBy: \.bool, computing: .average(\.double))
    #expect(groups.map(\.values) == [.infinity])
  }

  @Test(arguments: TestedStore.supporting(.nonFiniteNumbers))
  func decimalNaNIsOrderedBeforeNumbers(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Wide.self).makeContext()
    for value in [3, nil, Decimal.nan, -2, Decimal.nan] {
      let wide = Wide()
      (wide.decimal, wide.optionalDecimal) = (value ?? 7, value)
      context.insert(wide)
    }
    try context.save()
    let all = FetchDescriptor<Wide>()
    let (least, most, distinct) = try context.aggregate(
      all, .minimum(\.decimal), .maximum(\.optionalDecimal), .countDistinct(\.optionalDecimal))
    #expect(least?.isNaN == true)
    #expect(most == 3)
    #expect(distinct == 3)
    #expect(try context.fetch(all, selectingDistinct: \.optionalDecimal) == [nil, .nan, -2, 3])
  }
}
