import Foundation
import SQLCore
import Testing

@testable import OpenSwiftData

@Suite("Sorting") struct SortingTests {
  private let store: RowStore

  init() throws { store = try RowStore(count: 30, seed: 3) }

  private func text(_ descriptors: SortDescriptor<Row>...) -> String {
    SQLDialect.sqlite.render(store.translator.order(by: descriptors).terms).text
  }

  @Test func everySortEndsWithThePrimaryKey() {
    #expect(text() == "Z_PK")
    #expect(text(SortDescriptor(\.int)) == "ZINT, Z_PK")
    #expect(text(SortDescriptor(\.int, order: .reverse)) == "ZINT DESC, Z_PK")
  }

  @Test func aSortFollowsTheOrderOfTheType() {
    #expect(text(SortDescriptor(\.unsigned)) == "ZUNSIGNED < 0, ZUNSIGNED, Z_PK")
    #expect(text(SortDescriptor(\.name)) == "ZNAME COLLATE swift, Z_PK")
    #expect(
      text(SortDescriptor(\.name, comparator: .lexical))
        == "ZNAME COLLATE swift_lexical, Z_PK")
    #expect(
      text(SortDescriptor(\.status))
        == "CASE ZSTATUS WHEN ? THEN 1 WHEN ? THEN 0 WHEN ? THEN 2 END, Z_PK")
  }

  @Test func aSortFollowsTheLocale() throws {
    #expect(
      text(SortDescriptor(\.name, comparator: .localizedStandard))
        == "ZNAME COLLATE swift_localized_standard, Z_PK")
    #expect(
      text(SortDescriptor(\.optionalName, comparator: .localized, order: .reverse))
        == "ZOPTIONALNAME COLLATE swift_localized DESC, Z_PK")
    let descriptor = SortDescriptor(\Row.optionalName, comparator: .localizedStandard)
    let found = try store.fetch(FetchDescriptor(sortBy: [descriptor]))
    #expect(found == store.rows.sorted(using: descriptor).map(\.id))
  }

  @Test func valuesWithoutAColumnAreSortedInMemory() {
    let order = store.translator.order(by: [SortDescriptor(\Row.tags.count)])
    #expect(!order.isExact)
    #expect(order.terms == .name("Z_PK"))
  }
}
