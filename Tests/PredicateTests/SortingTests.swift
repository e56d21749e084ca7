import Foundation
import SQLCore
import Testing

@testable import OpenSwiftData

@Suite("Sorting") struct SortingTests {
  private let translator = PredicateTranslator(columns: RowColumnResolver())

  private func text(_ descriptors: SortDescriptor<Row>...) -> String {
    SQLDialect.sqlite.render(translator.order(by: descriptors).terms).text
  }

  @Test func endsWithThePrimaryKey() {
    #expect(text() == "\"Z_PK\"")
    #expect(text(SortDescriptor(\.int)) == "\"ZINT\", \"Z_PK\"")
    #expect(text(SortDescriptor(\.int, order: .reverse)) == "\"ZINT\" DESC, \"Z_PK\"")
  }

  @Test func ordersAsTheTypeDoes() {
    #expect(text(SortDescriptor(\.unsigned)) == "\"ZUNSIGNED\" < 0, \"ZUNSIGNED\", \"Z_PK\"")
    #expect(text(SortDescriptor(\.name)) == "\"ZNAME\" COLLATE swift, \"Z_PK\"")
    #expect(
      text(SortDescriptor(\.name, comparator: .lexical))
        == "\"ZNAME\" COLLATE swift_lexical, \"Z_PK\"")
    #expect(
      text(SortDescriptor(\.status))
        == "CASE \"ZSTATUS\" WHEN ? THEN 1 WHEN ? THEN 0 WHEN ? THEN 2 END, \"Z_PK\"")
  }

  @Test func leavesToMemoryWhatNoColumnHolds() {
    let order = translator.order(by: [SortDescriptor(\Row.tags.count)])
    #expect(!order.isExact)
    #expect(order.terms == .name("Z_PK"))
  }
}
