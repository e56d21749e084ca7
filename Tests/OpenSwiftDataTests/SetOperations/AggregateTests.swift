import Foundation
import OpenSwiftData
import Testing

@Suite("Aggregates")
struct AggregateTests {
  private let all = FetchDescriptor<Purchase>()

  @Test(arguments: Backend.available)
  func computesSeveralWithOneStatement(_ backend: Backend) throws {
    let store = try TestStore(backend, for: Purchase.self)
    let saved = try store.makeContext().savePurchases(50)
    let context = store.makeContext()
    let texts = try statements(in: store.container) {
      let (count, sum, average, first, last) = try context.aggregate(
        all, .count, .sum(\.tiny), .average(\.ratio), .minimum(\.date), .maximum(\.date))
      #expect(count == 50 && sum == saved.reduce(0) { $0 + Int($1.tiny) })
      #expect(average == saved.reduce(0) { $0 + $1.ratio } / 50)
      #expect(first == saved.map(\.date).min() && last == saved.map(\.date).max())
    }
    let terms =
      #"COUNT(*), SUM(ZTINY), COUNT(ZRATIO), SUM(ZRATIO), MAX(ZRATIO), "#
      + #"MIN(ZDATE), MAX(ZDATE)"#
    #expect(texts == ["SELECT \(terms) FROM ZPURCHASE"])
  }

  @Test(arguments: Backend.available)
  func computesOverNothing(_ backend: Backend) throws {
    let context = try TestStore(backend, for: Purchase.self).makeContext()
    let (count, values, sum, prices, ratios) = try context.aggregate(
      all, .count, .count(\.comment), .sum(\.count), .sum(\.price), .sum(\.optionalRatio))
    #expect(count == 0 && values == 0 && sum == 0 && prices == 0 && ratios == 0)
    let (average, price, first, last, distinct) = try context.aggregate(
      all, .average(\.count), .average(\.discount), .minimum(\.title), .maximum(\.stage),
      .countDistinct(\.title))
    #expect(average == nil && price == nil && first == nil && last == nil && distinct == 0)
  }

  @Test func takesAPredicate() throws {
    let context = try TestStore(.memory, for: Purchase.self).makeContext()
    let saved = try context.savePurchases(30)
    let sum = try context.aggregate(
      Purchase.self, where: #Predicate { $0.isPaid }, .sum(\.count))
    #expect(sum == saved.filter(\.isPaid).reduce(0) { $0 + $1.count })
    #expect(try context.aggregate(Purchase.self, .count) == 30)
  }

  @Test func leavesOutWhatTheLimitLeavesOut() throws {
    let context = try TestStore(.memory, for: Purchase.self).makeContext()
    try context.savePurchases(10)
    var descriptor = FetchDescriptor<Purchase>(sortBy: [SortDescriptor(\.code, order: .reverse)])
    (descriptor.fetchLimit, descriptor.fetchOffset) = (3, 1)
    let (count, sum) = try context.aggregate(descriptor, .count, .sum(\.code))
    #expect(count == 3 && sum == 9 + 8 + 7)
  }

  @Test(arguments: [false, true])
  func neitherWrapsNorTrapsWhereASumDoesNotFit(isPending: Bool) throws {
    let context = try TestStore(.memory, for: Wide.self).makeContext()
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
    #expect(small == -256 && medium == 2 * Int(UInt32.max))
    let (average, unsigned) = try context.aggregate(all, .average(\.int), .average(\.uint64))
    #expect(average == Double(Int.max) && unsigned == Double(UInt64.max))
  }

  @Test func sumsThatFitAfterAllAreFound() throws {
    let context = try TestStore(.memory, for: Wide.self).makeContext()
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

  @Test(arguments: [false, true])
  func knowsNaNAndInfinities(isPending: Bool) throws {
    let context = try TestStore(.memory, for: Wide.self).makeContext()
    for (value, other) in [(1, 2.5), (Double.nan, .infinity), (-3, -.infinity)] {
      let wide = Wide()
      (wide.double, wide.optionalDouble, wide.float) = (value, other, Float(other))
      wide.decimal = value.isNaN ? .nan : Decimal(value)
      context.insert(wide)
    }
    if !isPending { try context.save() }
    let (sum, smallest, greatest, odd) = try context.aggregate(
      Wide.self, .sum(\.double), .minimum(\.double), .maximum(\.double), .sum(\.optionalDouble))
    #expect(sum.isNaN && smallest == -3 && greatest?.isNaN == true && odd.isNaN)
    let (least, most, decimals) = try context.aggregate(
      Wide.self, .minimum(\.float), .maximum(\.optionalDouble), .sum(\.decimal))
    #expect(least == -.infinity && most == .infinity && decimals.isNaN)
  }

  @Test func sumsDecimalsExactly() throws {
    let context = try TestStore(.file, for: Purchase.self).makeContext()
    let saved = try context.savePurchases(300)
    let (sum, average, most) = try context.aggregate(
      all, .sum(\.price), .average(\.price), .maximum(\.discount))
    #expect(sum == saved.reduce(0) { $0 + $1.price } && average == sum / 300)
    #expect(most == saved.compactMap(\.discount).max())
  }

  @Test func countsDistinctValuesAsSwiftTellsThemApart() throws {
    let context = try TestStore(.memory, for: Purchase.self).makeContext()
    let saved = try context.savePurchases(200)
    let (titles, comments, spots, moods) = try context.aggregate(
      all, .countDistinct(\.title), .countDistinct(\.comment), .countDistinct(\.spot),
      .countDistinct(\.mood))
    #expect(titles == Set(saved.map(\.title)).count)
    #expect(comments == Set(saved.compactMap(\.comment)).count)
    #expect(spots == Set(saved.compactMap(\.spot)).count && moods == 2)
    #expect(throws: SwiftDataError.unsupportedKeyPath) {
      try context.aggregate(all, .countDistinct(\.tags))
    }
  }

  @Test func findsExtremesInTheOrderOfTheType() throws {
    let context = try TestStore(.memory, for: Purchase.self).makeContext()
    let saved = try context.savePurchases(100)
    let (first, last, wide, stage, token, byte) = try context.aggregate(
      all, .minimum(\.title), .maximum(\.comment), .maximum(\.wide), .minimum(\.stage),
      .maximum(\.token), .minimum(\.byte))
    #expect(first == saved.map(\.title).min() && last == saved.compactMap(\.comment).max())
    #expect(wide == saved.map(\.wide).max() && stage == .open)
    #expect(token == saved.map(\.token).max() && byte == saved.compactMap(\.byte).min())
  }

  @Test func usesAnIndexForAnExtreme() throws {
    let store = try TestStore(.file, for: Purchase.self)
    try store.makeContext().savePurchases(5)
    let texts = try statements(in: store.container) {
      _ = try store.makeContext().aggregate(all, .maximum(\.code))
    }
    #expect(texts == ["SELECT MAX(ZCODE) FROM ZPURCHASE"])
  }
}
