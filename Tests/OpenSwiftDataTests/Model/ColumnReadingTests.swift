import Foundation
import SQLCore
import SQLiteDriver
import StoreTesting
import Testing

@testable import OpenSwiftData

/// A new instance reads all columns of a row at once; a refreshed instance reads them one by one.
///
/// Both must see the same values, no matter what another program wrote.
@Suite("Reading columns")
struct ColumnReadingTests {
  @Test func columnsReadTheSameTogetherOrSingly() throws {
    let store = try TestStore(.file, for: Wide.self)
    let context = store.makeContext()
    let rowCount = 400
    for number in 0..<rowCount {
      let wide = Wide()
      wide.optionalInt16 = Int16(number)
      context.insert(wide)
    }
    try context.save()
    let url = try #require(store.url)
    let order = FetchDescriptor<Wide>(sortBy: [SortDescriptor(\.optionalInt16)])
    let (fetching, refreshing, faulting) = (
      store.makeContext(), store.makeContext(), store.makeContext()
    )
    let former = try refreshing.fetch(order)
    #expect(former.count == rowCount)
    try scramble(url.path, rowCount)

    let fetched = try fetching.fetch(order)
    let refreshed = try refreshing.fetch(order)
    #expect(fetched.count == rowCount)
    let areSame = zip(refreshed, former).allSatisfy(===)
    #expect(areSame)
    for (new, known) in zip(fetched, refreshed) {
      let fault = try #require(faulting.model(for: new.persistentModelID) as? Wide)
      #expect(plainValues(new) == plainValues(known))
      #expect(plainValues(new) == plainValues(fault))
    }
  }

  /// If SQLite's values of a row are not evenly spaced in memory, each one is requested separately.
  @Test func columnsRequestedSinglyReadTheSame() throws {
    let store = try TestStore(.file, for: Wide.self)
    let context = store.makeContext()
    let rowCount = 200
    for number in 0..<rowCount {
      let wide = Wide()
      wide.optionalInt16 = Int16(number)
      context.insert(wide)
    }
    try context.save()
    try scramble(try #require(store.url).path, rowCount)
    let order = FetchDescriptor<Wide>(sortBy: [SortDescriptor(\.optionalInt16)])
    let asking = store.makeContext()
    let connection = try asking.recordSession(try #require(context.registry.sessions.first).store)
      .connection
    try #require(connection as? SQLiteConnection).findsColumnsByAdding = false
    let (asked, added) = (try asking.fetch(order), try store.makeContext().fetch(order))
    #expect(asked.count == rowCount)
    #expect(asked.map(plainValues) == added.map(plainValues))
  }

  /// Writes a value of random type into each column that is read without a codec.
  private func scramble(_ path: String, _ rowCount: Int) throws {
    let connection = try SQLiteConnection(path: path, mode: .readWrite)
    var random = SeededGenerator(seed: 400)
    let columns = [
      "ZBOOL", "ZINT", "ZINT64", "ZDOUBLE", "ZSTRING", "ZDATE", "ZUUID", "ZOPTIONALBOOL",
      "ZOPTIONALINT", "ZOPTIONALINT64", "ZOPTIONALDOUBLE", "ZOPTIONALSTRING", "ZOPTIONALDATE",
      "ZOPTIONALUUID",
    ]
    for key in 1...rowCount {
      let values = columns.map { _ in Self.values.randomElement(using: &random) ?? .null }
      let assignments = columns.map { "\($0) = ?" }.joined(separator: ", ")
      try connection.run(
        "UPDATE ZWIDE SET \(assignments) WHERE Z_PK = ?", values + [.integer(Int64(key))])
    }
  }

  private static let values: [SQLValue] = [
    .null, .integer(0), .integer(1), .integer(-7), .integer(.max), .integer(.min), .real(0.5),
    .real(-3), .real(1e300), .real(.infinity), .text(""), .text("12"), .text("3.25 and more"),
    .text("exactly 15 byte"), .text("and these are 16"), .text("naïve"), .text("a\u{0}b"),
    .text(String(repeating: "long ", count: 2000)), .blob(Data()), .blob(Data([0x61, 0xff])),
    .blob(Data(0..<16)), .blob(Data(0..<17)), .blob(Data([0x7f, 0xf8, 0, 0, 0, 0, 0, 0])),
  ]

  private func plainValues(_ wide: Wide) -> [String] {
    [
      "\(wide.bool) \(wide.int) \(wide.int64) \(wide.double) \(wide.uuid)",
      wide.string, wide.optionalString ?? "nil", "\(wide.optionalBool as Any)",
      "\(wide.optionalInt as Any) \(wide.optionalInt64 as Any)",
      "\(wide.optionalDouble as Any) \(wide.optionalUUID as Any)",
      // Foundation cannot describe every date.
      "\(wide.date.timeIntervalSinceReferenceDate)",
      "\(wide.optionalDate?.timeIntervalSinceReferenceDate as Any)",
    ]
  }
}
