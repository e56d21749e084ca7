import Foundation
import OpenSwiftData
import PostgresData
import PostgresDriver
import PostgresTesting
import SQLCore
import Testing

/// Times and days of other programs that are at or beyond the limits of timestamps.
@Suite("Days beyond timestamps", .enabled(if: PostgresServer.isInstalled))
struct UnreadableDayTests {
  struct Term: Codable, Hashable {
    var start: Date?
    var name: String?
  }

  @Model final class Event {
    var name: String
    var day: Date?
    var due: Date = Date(timeIntervalSinceReferenceDate: 0)
    var time: Date?
    var times: [Date]?
    var term: Term?
    var sum: Decimal?
    init(name: String) { self.name = name }
  }

  private let database: AgencyDatabase

  init() throws {
    database = try AgencyDatabase()
    try database.connection.execute(
      """
      CREATE DOMAIN birthday AS date;
      CREATE TABLE event (id serial PRIMARY KEY, name text NOT NULL, day date, \
      due birthday NOT NULL DEFAULT '2026-01-01', time timestamptz, times timestamptz[], \
      term_start date, term_name text, sum numeric);
      INSERT INTO event (name) VALUES ('first');
      """)
  }

  private func context() throws -> ModelContext {
    var mapping = PostgresMapping(schema: database.schema)
    mapping[Event.self] = .table("event")
    return ModelContext(try database.container(allowsSave: true, mapping, [Event.self]))
  }

  private func add(_ column: String, _ value: String, name: String = "second") throws {
    try database.connection.execute(
      "INSERT INTO event (name, \(column)) VALUES ('\(name)', '\(value)')")
  }

  private static let late = ["294277-01-01", "5874897-12-31"]

  private static let places = ["day", "due", "term_start"].flatMap { column in
    late.map { (column, $0) }
  }

  /// The other rows of a fetch stay readable.
  @Test(arguments: places) func lateDaysAreNamed(_ column: String, _ day: String) throws {
    try add(column, day)
    let context = try context()
    let property = column.replacing("_start", with: "")
    let error = #expect(throws: SwiftDataError.valueCannotBeRead) {
      try context.fetch(FetchDescriptor<Event>())
    }
    var errors: [SwiftDataError] = []
    let events = try context.fetch(FetchDescriptor<Event>()) { errors.append($0) }
    #expect(events.map(\.name) == ["first"])
    for error in [error, errors.first] {
      let text = "\(error, default: "")"
      for part in ["Event.\(property)", "\(database.schema).event.\(column)", "row 2", day] {
        #expect(text.contains(part), "\(part) in \(text)")
      }
    }
    #expect(errors.count == 1)
    var names = FetchDescriptor<Event>(sortBy: [SortDescriptor(\.name)])
    names.propertiesToFetch = [\.name]
    #expect(try context.fetch(names).map(\.name) == ["first", "second"])
    if column == "day" {
      #expect(error?.recoverySuggestion?.contains("294276") == true)
    }
  }

  @Test func lateDaysAreComparedAndReplaced() throws {
    for day in Self.late + ["2026-01-01", "infinity"] { try add("day", day, name: day) }
    let context = try context()
    let end = Date(timeIntervalSinceReferenceDate: 9_000_000_000_000)
    let isLate = #Predicate<Event> { event in event.day.flatMap { $0 > end } == true }
    #expect(try context.fetchCount(FetchDescriptor<Event>(predicate: isLate)) == 3)
    let error = #expect(throws: SwiftDataError.valueCannotBeRead) {
      _ = try context.fetch(FetchDescriptor<Event>(), selecting: \.day)
    }
    #expect("\(error, default: "")".contains("294277-01-01"))
    // Other properties of the row can be changed.
    let first = Self.late[0]
    var names = FetchDescriptor<Event>(predicate: #Predicate { $0.name == first })
    names.propertiesToFetch = [\.name]
    try context.fetch(names)[0].name = "changed"
    try context.save()
    #expect(
      try database.connection.rows("SELECT day::text FROM event WHERE name = 'changed'")
        == [[.text(first)]])
    let none: Date? = nil
    try context.update(Event.self, where: isLate, .set(\.day, to: none))
    #expect(try ModelContext(context.container).fetch(FetchDescriptor<Event>()).count == 5)
  }

  /// `Date` represents PostgreSQL's infinities, and all of its timestamps.
  @Test(
    arguments: [
      ("day", "infinity", Double.infinity), ("day", "-infinity", -.infinity),
      ("time", "infinity", .infinity), ("time", "-infinity", -.infinity),
      ("day", "290000-01-01", nil), ("time", "290000-01-01 00:00:00+00", nil),
      ("day", "4713-01-01 BC", nil), ("time", "4713-01-01 00:00:00+00 BC", nil),
      ("day", "294276-12-31", nil), ("day", "4714-11-24 BC", nil),
    ] as [(String, String, Double?)])
  func timestampsAreReadAndWritten(
    _ column: String, _ value: String, _ seconds: Double?
  ) throws {
    try add(column, value)
    let context = try context()
    let events = try context.fetch(
      FetchDescriptor<Event>(sortBy: [SortDescriptor(\.persistentModelID)]))
    let date = try #require(column == "day" ? events[1].day : events[1].time)
    if let seconds { #expect(date.timeIntervalSinceReferenceDate == seconds) }
    if column == "day" { events[0].day = date } else { events[0].time = date }
    try context.save()
    let rows = try database.connection.rows("SELECT DISTINCT \(column) = '\(value)' FROM event")
    #expect(rows == [[.bool(true)]])
  }

  @Test(arguments: ["infinity", "-infinity"])
  func infiniteElementsAreNamed(_ value: String) throws {
    try add("times", "{2026-01-01,\(value)}")
    var errors: [SwiftDataError] = []
    let events = try context().fetch(FetchDescriptor<Event>()) { errors.append($0) }
    #expect(events.map(\.name) == ["first"])
    let text = "\(errors)"
    for part in ["Event.times", "\(database.schema).event.times", "row 2"] {
      #expect(text.contains(part), "\(text)")
    }
  }

  /// Numbers and days of one row, beside each other.
  @Test func aRowIsReportedOnce() throws {
    let digits = String(repeating: "1234567890", count: 6)
    try database.connection.execute(
      "INSERT INTO event (name, day, sum) VALUES ('second', '5874897-12-31', \(digits)), "
        + "('third', NULL, 'NaN'), ('fourth', 'infinity', '-Infinity')")
    var errors: [SwiftDataError] = []
    let context = try context()
    let events = try context.fetch(
      FetchDescriptor<Event>(sortBy: [SortDescriptor(\.persistentModelID)])
    ) { errors.append($0) }
    #expect(events.map(\.name) == ["first", "third"])
    #expect(events.last?.sum?.isNaN == true)
    #expect(errors == [.valueCannotBeRead, .valueCannotBeRead])
    #expect("\(errors)".contains("row 4"))
  }
}
