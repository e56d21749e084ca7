import Foundation
import Testing

@testable import OpenSwiftData

/// Predicates with constants whose type the database cannot infer from their operands.
@Suite("Constants by themselves") struct ConstantOperandTests {
  @Test(arguments: StoreKind.available) func bareConstantsKeepTheirTypes(kind: StoreKind) throws {
    let (nan, infinity) = (Float.nan, Double.infinity)
    let (none, noTruth, noDate): (Int?, Bool?, Date?) = (nil, nil, nil)
    let (noName, noID, noCase): (String?, UUID?, Status?) = (nil, nil, nil)
    let (noNumber, noUnsigned, noDecimal): (Double?, UInt64?, Decimal?) = (nil, nil, nil)
    try compare(
      kind,
      [
        // Bounds that are columns.
        #Predicate { ($0.float..<$0.float).contains(nan) },
        #Predicate { ($0.float...$0.float).contains(nan) },
        #Predicate { ($0.double..<$0.double).contains(infinity) },
        // Nil with nil, and nil with a column.
        #Predicate { ($0.optionalInt.flatMap { one in none.flatMap { one == $0 } } ?? $0.flag) },
        #Predicate { ($0.optionalInt.flatMap { _ in noTruth } ?? $0.optionalFlag) ?? true },
        #Predicate { ($0.flag ? noTruth : noTruth) ?? ($0.optionalFlag ?? false) },
        #Predicate { ($0.flag ? noTruth : noTruth) == $0.optionalFlag },
        #Predicate { ($0.flag ? none : none) == $0.optionalInt },
        #Predicate { ($0.flag ? none : none) ?? 7 < $0.int },
        #Predicate { ($0.flag ? noDate : noDate) == $0.optionalDate },
        #Predicate { ($0.flag ? noDate : noDate) ?? $0.date == $0.date },
        #Predicate { ($0.flag ? noName : noName) == $0.optionalName },
        #Predicate { ($0.flag ? noName : noName) ?? $0.name == $0.name },
        #Predicate { ($0.flag ? noID : noID) == $0.optionalUUID },
        #Predicate { ($0.flag ? noID : noID) ?? $0.uuid == $0.uuid },
        #Predicate { ($0.flag ? noCase : noCase) == $0.optionalStatus },
        #Predicate { ($0.flag ? noCase : noCase) ?? $0.status == $0.status },
        #Predicate { ($0.flag ? noNumber : noNumber) == $0.optionalDouble },
        #Predicate { ($0.flag ? noNumber : noNumber) ?? $0.double == $0.double },
        #Predicate { ($0.flag ? noUnsigned : noUnsigned) == $0.optionalUnsigned },
        #Predicate { ($0.flag ? noUnsigned : noUnsigned) ?? $0.unsigned <= $0.unsigned },
        #Predicate { ($0.flag ? noDecimal : noDecimal) == $0.optionalDecimal },
        #Predicate { ($0.flag ? noDecimal : noDecimal) ?? $0.decimal <= $0.decimal },
        // Numbers whose order as text differs from their numeric order.
        #Predicate {
          ($0.optionalInt.flatMap { _ in 9 } ?? 9) < ($0.optionalFlag.flatMap { _ in 10 } ?? 10)
        },
        #Predicate { ($0.flag ? 9 : 9) < ($0.flag ? 10 : 10) },
      ])
  }

  private func compare(_ kind: StoreKind, _ predicates: [Predicate<Row>]) throws {
    let store = try RowStore(count: 40, seed: TestSeed.seed, in: kind)
    for (number, predicate) in predicates.enumerated() {
      let expected = try store.rows.filter(predicate.evaluate).map(\.id).sorted()
      let found = Result { try store.fetch(FetchDescriptor(predicate: predicate)).sorted() }
      #expect(
        throws: Never.self, "predicate \(number): \(store.text(predicate) ?? "in memory")"
      ) {
        let found = try found.get()
        #expect(found == expected, "predicate \(number): \(store.text(predicate) ?? "in memory")")
      }
    }
  }
}
