import Foundation
import SQLCore
import Testing

@testable import OpenSwiftData

/// Random predicates and sort orders, evaluated by Foundation in memory and by SQL.
///
/// `PREDICATE_SEED` repeats a run, `PREDICATE_COUNT` sets the number of predicates.
@Suite("Differential") struct DifferentialTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let seed =
    environment["PREDICATE_SEED"].flatMap(UInt64.init) ?? UInt64.random(in: 0...UInt64.max)
  private static let count = environment["PREDICATE_COUNT"].flatMap(Int.init) ?? 20_000

  @Test func findsWhatMemoryFinds() throws {
    let batch = 500
    var exact = 0
    var failures = 0
    for start in stride(from: 0, to: Self.count, by: batch) {
      let table = try RowTable(count: 40, seed: Self.seed &+ UInt64(start))
      for index in start..<min(start + batch, Self.count) {
        let seed = Self.seed &+ UInt64(index)
        let predicate = Self.predicate(seed: seed)
        if table.translator.translate(predicate).isExact { exact += 1 }
        if let difference = try Self.difference(of: predicate, in: table) {
          Issue.record("seed \(Self.seed), predicate \(index): \(difference)")
          failures += 1
          if failures == 5 { return }
        }
      }
    }
    #expect(exact > Self.count / 2, "only \(exact) of \(Self.count) were said wholly in SQL")
  }

  private static func predicate(seed: UInt64) -> Predicate<Row> {
    Predicate<Row> { row in
      var generator = PredicateGenerator(random: RandomValues(seed: seed), row: row)
      return generator.condition(generator.random.below(4))
    }
  }

  private static func difference(
    of predicate: Predicate<Row>, in table: RowTable
  ) throws -> String? {
    let expected = try table.rows.filter { try predicate.evaluate($0) }.map(\.id)
    do {
      let found = try table.fetch(predicate)
      guard found != expected else { return nil }
      let wrong = Set(found).symmetricDifference(expected).sorted()
      return """
        memory finds \(expected), SQL finds \(found); first difference: \(Self.dump(table.rows[wrong[0] - 1]))
        \(table.text(predicate) ?? "-")
        \(predicate.expression)
        """
    } catch {
      return "\(error)\n\(predicate.expression)"
    }
  }

  private static func dump(_ row: Row) -> String {
    Mirror(reflecting: row).children.map { "\($0.label ?? "") = \(String(reflecting: $0.value))" }
      .joined(separator: ", ")
  }

  @Test func sortsAsMemorySorts() throws {
    for index in 0..<1_500 {
      var random = RandomValues(seed: Self.seed &+ UInt64(index))
      let table = try RowTable(count: 25, seed: random.generator.next(), allowsNaN: false)
      guard table.isOrderOfStringsConsistent else { continue }
      let descriptors = (0..<1 + random.below(3)).map { _ in Self.descriptor(&random) }
      let expected = table.rows.sorted(using: descriptors).map(\.id)
      let order = table.translator.order(by: descriptors)
      #expect(order.isExact, "\(descriptors)")
      let found = try table.identifiers("SELECT Z_PK FROM row ORDER BY \(order.terms)")
      if found != expected {
        let place = zip(found, expected).prefix { $0 == $1 }.count
        let pair = [found[place], expected[place]].map { Self.dump(table.rows[$0 - 1]) }
        Issue.record("seed \(Self.seed), sort \(index): \(pair) by \(order.terms)")
      }
    }
  }

  private static func descriptor(_ random: inout RandomValues) -> SortDescriptor<Row> {
    let order: SortOrder = random.bool() ? .forward : .reverse
    let descriptors: [SortDescriptor<Row>] = [
      SortDescriptor(\.int, order: order), SortDescriptor(\.optionalInt, order: order),
      SortDescriptor(\.tiny, order: order), SortDescriptor(\.unsigned, order: order),
      SortDescriptor(\.optionalUnsigned, order: order), SortDescriptor(\.double, order: order),
      SortDescriptor(\.optionalDouble, order: order), SortDescriptor(\.float, order: order),
      SortDescriptor(\.name, order: order), SortDescriptor(\.optionalName, order: order),
      SortDescriptor(\.name, comparator: .lexical, order: order),
      SortDescriptor(\.optionalName, comparator: .lexical, order: order),
      SortDescriptor(\.date, order: order), SortDescriptor(\.optionalDate, order: order),
      SortDescriptor(\.decimal, order: order), SortDescriptor(\.optionalDecimal, order: order),
      SortDescriptor(\.uuid, order: order), SortDescriptor(\.optionalUUID, order: order),
      SortDescriptor(\.status, order: order), SortDescriptor(\.optionalStatus, order: order),
      SortDescriptor(\.address.city, order: order), SortDescriptor(\.address.zip, order: order),
    ]
    return random.one(of: descriptors)
  }
}
