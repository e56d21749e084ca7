import Foundation
import OpenSwiftData
import StoreTesting
import Testing

/// Comparisons with NaN, which is sorted after all numbers.
///
/// The store must find the same models as memory, with and without an index.
@Suite("NaN in comparisons")
struct NotANumberTests {
  @Model final class Reading {
    #Index<Reading>([\.sensor, \.value], [\.at])

    var sensor: String
    var value: Double
    var at: Date
    var spread: Double?
    var number: Int

    init(sensor: String, value: Double, at: Date, spread: Double?, number: Int) {
      (self.sensor, self.value, self.at) = (sensor, value, at)
      (self.spread, self.number) = (spread, number)
    }
  }

  private static let values = [0, -0.0, 1, 2.5, -3, .infinity, -.infinity, .nan, .nan]

  private static func reading(_ random: inout SeededGenerator) -> Reading {
    func value() -> Double { values.randomElement(using: &random) ?? 0 }
    return Reading(
      sensor: ["a", "b", "c"].randomElement(using: &random) ?? "", value: value(),
      at: Date(timeIntervalSinceReferenceDate: value()),
      spread: Bool.random(using: &random) ? nil : value(),
      number: Int.random(in: 0...1, using: &random))
  }

  /// Creates each predicate at one location in the source, with different constants at each call.
  private static func predicates(_ one: Reading, _ other: Reading) -> [Predicate<Reading>] {
    let (sensor, value, at, number) = (one.sensor, one.value, one.at, one.number)
    let (value2, spread) = (other.value, other.value)
    return [
      #Predicate { $0.sensor == sensor && $0.value >= value },
      #Predicate { $0.value > value && sensor == $0.sensor },
      #Predicate { $0.at >= at },
      #Predicate { $0.at > at },
      #Predicate { $0.at < at },
      #Predicate { at < $0.at },
      #Predicate { at <= $0.at },
      #Predicate { $0.value <= value },
      #Predicate { $0.at >= at && $0.number == number },
      #Predicate { $0.sensor == sensor && $0.value >= value && $0.value < value2 },
      #Predicate { $0.sensor == sensor && $0.value >= value && $0.at >= at },
      #Predicate { !($0.at >= at) },
      #Predicate { $0.at >= at || $0.number == number },
      #Predicate { !($0.sensor == sensor && $0.value >= value) },
      #Predicate { $0.value >= value },
      #Predicate { ($0.spread ?? 1) >= spread && $0.sensor == sensor },
      #Predicate { $0.spread.flatMap { $0 >= spread } == true },
    ]
  }

  @Test(arguments: TestedStore.supporting(.nonFiniteNumbers, .everyDate))
  func comparisonsWithNaNFindWhatMemoryFinds(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Reading.self)
    var random = SeededGenerator(seed: 17)
    let context = store.makeContext()
    for _ in 0..<80 { context.insert(Self.reading(&random)) }
    try context.save()
    let all = try context.fetch(FetchDescriptor<Reading>())
    for _ in 0..<120 {
      let (one, other) = (Self.reading(&random), Self.reading(&random))
      for predicate in Self.predicates(one, other) {
        let expected = try all.filter(predicate.evaluate).count
        #expect(
          try context.fetchCount(FetchDescriptor(predicate: predicate)) == expected,
          "\(predicate), \(one.value), \(one.at.timeIntervalSinceReferenceDate)")
      }
    }
  }

  @Test(arguments: TestedStore.supporting(.nonFiniteNumbers))
  func nanIsSortedAfterAllNumbers(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Reading.self)
    let context = store.makeContext()
    for value in [2.5, .nan, -3, .infinity] {
      context.insert(Reading(sensor: "a", value: value, at: .now, spread: nil, number: 0))
    }
    try context.save()
    for (order, texts) in [
      (SortOrder.forward, ["-3.0", "2.5", "inf", "nan"]),
      (.reverse, ["nan", "inf", "2.5", "-3.0"]),
    ] {
      let sort = [SortDescriptor(\Reading.value, order: order)]
      let found = try store.makeContext().fetch(FetchDescriptor(sortBy: sort))
      #expect(found.map { "\($0.value)" } == texts)
    }
  }

  @Model final class Price {
    var amount: Decimal
    var discount: Decimal?
    var number: Int

    init(amount: Decimal, discount: Decimal?, number: Int) {
      (self.amount, self.discount, self.number) = (amount, discount, number)
    }
  }

  private static func predicates(_ one: Decimal, _ other: Decimal) -> [Predicate<Price>] {
    [
      #Predicate { $0.amount < one }, #Predicate { $0.amount <= one },
      #Predicate { $0.amount > one }, #Predicate { $0.amount >= one },
      #Predicate { one < $0.amount }, #Predicate { !($0.amount >= one) },
      #Predicate { !($0.amount < one) && !($0.amount > other) },
      #Predicate { ($0.discount ?? other) < one }, #Predicate { ($0.discount ?? one) >= other },
      #Predicate { $0.discount.flatMap { $0 <= one } == true },
      #Predicate { !($0.discount.flatMap { $0 < one } ?? true) },
      #Predicate { $0.discount.flatMap { $0 > one } == nil },
      #Predicate { $0.amount < ($0.discount ?? one) },
      #Predicate { ($0.discount ?? one) <= $0.amount },
      #Predicate { !($0.amount > ($0.discount ?? other)) },
      #Predicate { $0.amount == one || $0.amount != other }, #Predicate { $0.amount != one },
    ]
  }

  @Test(arguments: TestedStore.supporting(.nonFiniteNumbers))
  func decimalNaNIsLessThanAllDecimals(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Price.self)
    let context = store.makeContext()
    let values: [Decimal] = [1, .nan, -2, 0.5, 0, 7, .nan]
    for (number, value) in values.enumerated() {
      let discount = number % 3 == 0 ? nil : values[(number * 2) % values.count]
      context.insert(Price(amount: value, discount: discount, number: number))
    }
    try context.save()
    let all = try context.fetch(FetchDescriptor<Price>())
    for (one, other) in values.flatMap({ one in values.dropFirst().map { (one, $0) } }) {
      for (number, predicate) in Self.predicates(one, other).enumerated() {
        let expected = try all.filter(predicate.evaluate).map(\.number).sorted()
        let found = try context.fetch(FetchDescriptor(predicate: predicate)).map(\.number).sorted()
        #expect(found == expected, "predicate \(number), \(one), \(other)")
      }
    }
  }

  /// A decimal NaN is sorted after nil and before all other decimals.
  @Test(arguments: TestedStore.supporting(.nonFiniteNumbers))
  func decimalNaNIsSortedBeforeAllDecimals(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Price.self)
    let context = store.makeContext()
    let values: [Decimal?] = [1, .nan, nil, -2, .nan, nil, 0.5, nil, .nan]
    for (number, value) in values.enumerated() {
      context.insert(Price(amount: value ?? 7, discount: value, number: number))
    }
    try context.save()
    let all = try context.fetch(FetchDescriptor<Price>())
    for order in [SortOrder.forward, .reverse] {
      let last = SortDescriptor(\Price.number)
      for sort in [
        [SortDescriptor(\Price.discount, order: order), last],
        [SortDescriptor(\Price.amount, order: order), last],
      ] {
        let found = try store.makeContext().fetch(FetchDescriptor(sortBy: sort))
        #expect(found.map(\.number) == all.sorted(using: sort).map(\.number))
      }
    }
  }
}
