import Foundation
import OpenSwiftData
import PostgresData
import PostgresDriver
import PostgresTesting
import SQLCore
import Testing

/// Stored numbers that models cannot represent, and the reverse.
@Suite("Values beyond the other side's range", .enabled(if: PostgresServer.isInstalled))
struct UnreadableNumberTests {
  @Model final class Bill {
    var name: String
    var sum: Decimal?
    var sums: [Decimal]?
    var day: Date?
    init(name: String) { self.name = name }
  }

  private let database: AgencyDatabase

  init() throws { database = try AgencyDatabase() }

  private func context() throws -> ModelContext {
    var mapping = PostgresMapping(schema: database.schema)
    mapping[Bill.self] = .table("bill")
    return ModelContext(try database.container(allowsSave: true, mapping, [Bill.self]))
  }

  private func makeBills(_ value: String, _ column: String = "sum") throws {
    try database.connection.execute(
      """
      CREATE TABLE bill (id serial PRIMARY KEY, name text NOT NULL, sum numeric, sums numeric[], \
      day timestamptz); \
      INSERT INTO bill (name, \(column)) VALUES ('first', NULL), ('second', \(value))
      """)
  }

  private static let digits = String(repeating: "1234567890", count: 6)

  @Test(arguments: ["Infinity", "-Infinity", digits, "0." + digits])
  func numbersBeyondDecimalAreNamed(_ value: String) throws {
    try makeBills("'\(value)'")
    let context = try context()
    let error = #expect(throws: SwiftDataError.valueCannotBeRead) {
      try context.fetch(FetchDescriptor<Bill>()).map(\.sum)
    }
    let text = "\(error, default: "")"
    for part in ["Bill.sum", "in the column", "row 2", value] {
      #expect(text.contains(part), "\(text)")
    }
    #expect(error?.recoverySuggestion?.contains("38 digits") == true, "\(text)")
    var names = FetchDescriptor<Bill>(sortBy: [SortDescriptor(\.name)])
    names.propertiesToFetch = [\.name]
    #expect(try context.fetch(names).map(\.name) == ["first", "second"])
  }

  @Test(arguments: ["Infinity", digits, "-0." + digits, "1e130", "1e-130"])
  func elementsBeyondDecimalAreNamed(_ value: String) throws {
    try makeBills("'{1,\(value)}'", "sums")
    let context = try context()
    let error = #expect(throws: SwiftDataError.valueCannotBeRead) {
      try context.fetch(FetchDescriptor<Bill>()).map(\.sums)
    }
    let text = "\(error, default: "")"
    for part in ["Bill.sums", "in the column", "row 2"] { #expect(text.contains(part), "\(text)") }
  }

  @Test func elementsOfUpTo38DigitsAreRead() throws {
    let sums = ["12345678901234567890123456789012345678", "-0.00012000", "1200", "1e100", "0"]
    try makeBills("'{\(sums.joined(separator: ","))}'", "sums")
    let bills = try context().fetch(FetchDescriptor<Bill>(sortBy: [SortDescriptor(\.name)]))
    #expect(bills.map(\.sums) == [nil, sums.compactMap { Decimal(string: $0) }])
  }

  @Test(arguments: ["Infinity", digits]) func otherRowsAreReadable(_ value: String) throws {
    try makeBills("'\(value)'")
    var errors: [SwiftDataError] = []
    let bills = try context().fetch(FetchDescriptor<Bill>()) { errors.append($0) }
    #expect(bills.map(\.name) == ["first"])
    #expect(errors == [.valueCannotBeRead])
    let text = "\(errors)"
    for part in ["\(database.schema).bill.sum", "row 2", value] {
      #expect(text.contains(part), "\(text)")
    }
  }

  @Test func notANumberIsRead() throws {
    try makeBills("'NaN'")
    let bills = try context().fetch(FetchDescriptor<Bill>(sortBy: [SortDescriptor(\.name)]))
    #expect(bills.map { $0.sum?.isNaN } == [nil, true])
  }

  @Test(arguments: ["Infinity", digits])
  func setOperationsNameNumbersBeyondDecimal(_ value: String) throws {
    try makeBills("'\(value)'")
    let context = try context()
    let error = #expect(throws: SwiftDataError.self) {
      _ = try context.fetch(FetchDescriptor<Bill>(), selecting: \.sum)
    }
    let text = "\(error, default: "")"
    #expect(text.contains(value), "\(text)")
  }

  @Test(arguments: [true, false])
  func unstorableCharactersAndDatesAreRefused(_ isMapped: Bool) throws {
    try makeBills("NULL")
    let context =
      try isMapped
      ? context()
      : ModelContext(
        try ModelContainer(
          for: Schema([Bill.self]), migrationPlan: nil,
          configurations: [
            PostgresConfiguration(database.address, databaseSchema: database.schema + "_own")
          ]))
    for (property, change) in [
      ("name", { $0.name = "a\u{0}b" }),
      ("day", { $0.day = .distantPast.addingTimeInterval(-1e13) }),
      ("day", { $0.day = Date(timeIntervalSinceReferenceDate: 1e15) }),
    ] as [(String, (Bill) -> Void)] {
      let bill = Bill(name: "new")
      context.insert(bill)
      change(bill)
      let error = #expect(throws: SwiftDataError.valueCannotBeStored) { try context.save() }
      let text = "\(error, default: "")"
      #expect(text.contains("Bill.\(property)"), "\(text)")
      #expect(!text.contains("externalStorage"), "\(text)")
      context.rollback()
    }
    let bill = Bill(name: "new")
    context.insert(bill)
    try context.save()
    let nul = "\u{0}"
    let error = #expect(throws: SwiftDataError.self) {
      try context.update(Bill.self, .set(\.name, to: nul))
    }
    #expect(error == .valueCannotBeStored)
    #expect(!"\(error, default: "")".contains("externalStorage"))
  }
}
