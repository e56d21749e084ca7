import Foundation
import OpenSwiftData
import SQLCore
import SQLiteDriver
import Testing

@Suite("Aggregates")
struct AggregateTests {
  private let all = FetchDescriptor<Purchase>()

  @Test(arguments: Backend.available)
  func oneStatementComputesSeveralAggregates(_ backend: Backend) throws {
    let store = try TestStore(backend, for: Purchase.self)
    let saved = try store.makeContext().savePurchases(50)
    let context = store.makeContext()
    let texts = try statements(in: store.container) {
      let (count, sum, average, first, last) = try context.aggregate(
        all, .count, .sum(\.tiny), .average(\.ratio), .minimum(\.date), .maximum(\.date))
      #expect(count == 50)
      #expect(sum == saved.reduce(0) { $0 + Int($1.tiny) })
      #expect(average == saved.reduce(0) { $0 + $1.ratio } / 50)
      #expect(first == saved.map(\.date).min())
      #expect(last == saved.map(\.date).max())
    }
    let terms =
      #"COUNT(*), SUM(ZTINY), COUNT(ZRATIO), SUM(ZRATIO), MAX(ZRATIO), "#
      + #"MIN(ZDATE), MAX(ZDATE)"#
    #expect(texts == ["SELECT \(terms) FROM ZPURCHASE"])
  }

  @Test func aMaximumIsSelectedAlone() throws {
    let store = try TestStore(.file, for: Purchase.self)
    try store.makeContext().savePurchases(5)
    let texts = try statements(in: store.container) {
      _ = try store.makeContext().aggregate(all, .maximum(\.code))
    }
    #expect(texts == ["SELECT MAX(ZCODE) FROM ZPURCHASE"])
    // SQLite takes it from the end of the index; beside another aggregate it would read all rows.
    let file = try SQLiteConnection(path: #require(store.url).path, mode: .readOnly)
    let text = try #require(texts.first)
    let plan = try file.rows("EXPLAIN QUERY PLAN " + text).compactMap { $0.last?.text }
    #expect(plan.count == 1)
    #expect(plan.first?.hasPrefix("SEARCH") == true, "\(plan)")
    #expect(
      plan.first?.contains("USING COVERING INDEX Z_Purchase_UNIQUE_code") == true, "\(plan)")
  }
}
