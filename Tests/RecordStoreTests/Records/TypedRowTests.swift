import CRowCells
import DataSchema
import Foundation
import SQLCore
import SwiftDataErrors
import Testing

@testable import RecordStore

/// The sources of written rows declare the types of their values.
@Suite("Typed rows")
struct TypedRowTests {
  @Test func plannedRowsKeepTheirTypes() throws {
    let folder = try TemporaryFolder()
    let engine = try RecordModels.open(folder)
    let number = UUID()
    let price = Decimal(string: "12345678901234567890.123456789") ?? 0
    let born = Date(timeIntervalSinceReferenceDate: -1.5)
    var changes = RecordChanges()
    _ = changes.insert(
      "Book",
      [
        "title": .text("A"), "pages": .integer(7), "price": .decimal(price),
        "isRead": .bool(true), "number": .uuid(number),
      ])
    _ = changes.insert("Author", ["name": .text("B"), "born": .date(born)])
    var planner = RecordPlanner(changes, engine)
    let plan = try planner.make()
    let book = try cells(plan, "Book", ["title", "pages", "price", "isRead", "number"])
    #expect(
      book.map { Int($0.kind) }
        == [
          OPENSWIFTDATA_TEXT, OPENSWIFTDATA_INTEGER, OPENSWIFTDATA_DECIMAL, OPENSWIFTDATA_BOOL,
          OPENSWIFTDATA_UUID,
        ].map { Int($0) })
    #expect(book[2].decimal == price)
    #expect(book[3].integer == 1)
    #expect(book[4].uuid == number)
    let author = try cells(plan, "Author", ["born"])
    #expect(Int(author[0].kind) == Int(OPENSWIFTDATA_DATE))
    #expect(author[0].date == born)
  }

  private func cells(
    _ plan: SavePlan, _ entity: String, _ properties: [String]
  ) throws -> [openswiftdata_cell] {
    let batch = try #require(plan.inserted.first { $0.entity.name == entity })
    return try properties.map { name in
      let property = try #require(batch.entity.propertyNumber(named: name))
      return batch.row(0)[try #require(batch.place(of: property))]
    }
  }

  @Test func valuesAreReadAsTheirTypes() {
    let date = Date(timeIntervalSinceReferenceDate: 2)
    #expect(RecordValue(.integer(2), type: .date) == .date(date))
    #expect(RecordValue(.date(date), type: .date) == .date(date))
    #expect(RecordValue(.integer(1), type: .boolean) == .bool(true))
    #expect(RecordValue(.bool(false), type: .boolean) == .bool(false))
    #expect(RecordValue(.real(0.5), type: .decimal) == .decimal(0.5))
    #expect(RecordValue(.text("x"), type: .date) == .text("x"))
    #expect(RecordValue.integer(3).sqlValue(as: .decimal) == .decimal(3))
    #expect(RecordValue.integer(1).sqlValue(as: .boolean) == nil)
  }
}
