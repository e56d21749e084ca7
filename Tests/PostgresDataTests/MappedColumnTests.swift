import Foundation
import OpenSwiftData
import PostgresData
import PostgresDriver
import PostgresTesting
import SQLCore
import Testing

/// Columns of other programs' tables: the precision that they keep, and the triggers that fire on
/// changes.
@Suite("Columns of other programs' tables", .enabled(if: PostgresServer.isInstalled))
struct MappedColumnTests {
  struct Span: Codable, Hashable {
    var start: Date
    var length: Double
  }

  @Model final class Event {
    var title: String
    var day: Date?
    var at: Date?
    var span: Span?
    var mark: String?
    var ratio: Double?
    var note: Data?
    var times: [Date]?
    var parts: [Double]?
    init(title: String) { self.title = title }
  }

  private let database: AgencyDatabase

  init() throws {
    database = try AgencyDatabase()
    try database.connection.execute(
      """
      CREATE TABLE event (id serial PRIMARY KEY, title text NOT NULL, day date, at timestamp(0), \
      span_start timestamptz(3), span_length real, mark char(4), ratio real, note jsonb, \
      times timestamptz[], parts real[])
      """)
  }

  private func makeContext(_ address: String? = nil) throws -> ModelContext {
    var mapping = PostgresMapping(schema: database.schema)
    mapping[Event.self] = .table("event")
    var configuration = PostgresConfiguration(address ?? database.address)
    configuration.mapping = mapping
    return ModelContext(
      try ModelContainer(
        for: Schema([Event.self]), migrationPlan: nil, configurations: [configuration]))
  }

  private static func values(_ event: Event) -> [String] {
    [
      event.title, "\(String(describing: event.day?.timeIntervalSince1970))",
      "\(String(describing: event.at?.timeIntervalSince1970))",
      "\(String(describing: event.span))", event.mark ?? "-", "\(event.ratio ?? -1)",
      String(decoding: event.note ?? Data(), as: UTF8.self),
      "\(event.times?.map(\.timeIntervalSinceReferenceDate) ?? [])", "\(event.parts ?? [])",
    ]
  }

  private static func fill(_ event: Event, _ number: Double) {
    let date = Date(timeIntervalSince1970: 1_700_000_000.123_456_789 + number)
    (event.day, event.at, event.mark) = (date, date, "a ")
    event.span = Span(start: date, length: 0.1)
    event.ratio = 0.1
    event.note = Data(#"{"b": 1,   "a": 2}"#.utf8)
    (event.times, event.parts) = ([date], [0.1, number])
  }

  /// After a save, models have the values that the columns store, in inserted and changed rows.
  @Test func memoryHoldsWhatColumnsKeep() throws {
    let context = try makeContext()
    let event = Event(title: "first")
    Self.fill(event, 1)
    context.insert(event)
    try context.save()
    for isChanged in [false, true] {
      if isChanged {
        Self.fill(event, 2)
        try context.save()
      }
      let stored = try #require(
        try ModelContext(context.container).fetch(FetchDescriptor<Event>()).first)
      #expect(!context.hasChanges)
      #expect(Self.values(event) == Self.values(stored))
    }
    #expect(event.day == Date(timeIntervalSince1970: 1_699_920_000))
    #expect(event.mark == "a")
    #expect(event.at == Date(timeIntervalSince1970: 1_700_000_002))
    #expect(event.ratio == Double(Float(0.1)))
    #expect(event.title == "first")
  }

  /// Column triggers fire for changed columns only.
  @Test func triggersFireOnlyForChangedColumns() throws {
    try database.connection.execute(
      """
      CREATE TABLE seen (name text); \
      CREATE FUNCTION see() RETURNS trigger LANGUAGE plpgsql AS \
      $$ BEGIN INSERT INTO seen VALUES (TG_ARGV[0]); RETURN NULL; END $$; \
      CREATE TRIGGER a AFTER UPDATE OF title ON event FOR EACH ROW EXECUTE FUNCTION see('title'); \
      CREATE TRIGGER b AFTER UPDATE OF ratio, mark ON event FOR EACH ROW EXECUTE FUNCTION see('mark')
      """)
    let context = try makeContext()
    let events = (0..<3).map { Event(title: "it's \($0)") }
    for event in events { context.insert(event) }
    try context.save()
    events[0].title = "O'Neill \\ \"q\""
    events[1].mark = "m"
    Self.fill(events[2], 3)
    try context.save()
    let seen = try database.connection.rows("SELECT name FROM seen ORDER BY name")
    #expect(seen == [[.text("mark")], [.text("mark")], [.text("title")]])
    let stored = try ModelContext(context.container).fetch(
      FetchDescriptor<Event>(sortBy: [SortDescriptor(\.title)]))
    let shown = events.sorted { $0.title < $1.title }
    #expect(stored.map(Self.values) == shown.map(Self.values))
    // A deleted row is reported as in any table.
    try database.connection.execute("DELETE FROM event WHERE mark = 'm'")
    events[1].ratio = 5
    try context.save()
    #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Event>()) == 2)
  }

  @Model final class Account {
    var mail: String
    var balance: Decimal?
    var scores: [Int]?
    init(mail: String) { self.mail = mail }
  }

  /// Domains are read and written as their base types, and their checks apply to writes.
  @Test func domainColumnsAreReadAndWritten() throws {
    try database.connection.execute(
      """
      CREATE DOMAIN mail AS varchar(12) NOT NULL CHECK (VALUE LIKE '%@%'); \
      CREATE DOMAIN amount AS numeric(6,2); CREATE DOMAIN list AS jsonb; \
      CREATE TABLE account (id serial PRIMARY KEY, mail mail UNIQUE, balance amount, scores list); \
      INSERT INTO account (mail, balance, scores) VALUES ('a@b', 1.5, 'null'), ('c@d', NULL, '[1, 2]')
      """)
    var mapping = PostgresMapping(schema: database.schema)
    mapping[Account.self] = .table("account")
    let context = ModelContext(
      try database.container(allowsSave: true, mapping, [Account.self]))
    let half = Decimal(string: "1.5")
    let found = try context.fetch(
      FetchDescriptor<Account>(predicate: #Predicate { $0.mail == "a@b" && $0.balance == half }))
    let account = try #require(found.first)
    #expect(account.scores == nil)
    account.scores = [3]
    for number in 0..<3 { context.insert(Account(mail: "\(number)@e")) }
    try context.save()
    let sort = [SortDescriptor(\Account.mail)]
    let all = try ModelContext(context.container).fetch(FetchDescriptor(sortBy: sort))
    #expect(all.map(\.mail) == ["0@e", "1@e", "2@e", "a@b", "c@d"])
    #expect(all.map(\.scores) == [nil, nil, nil, [3], [1, 2]])
    for (mail, balance, code) in [
      ("none", nil, .modelValidationFailure), ("much@too.long", nil, .valueCannotBeStored),
      ("f@g", Decimal(string: "0.001"), .valueCannotBeStored),
    ] as [(String, Decimal?, SwiftDataError)] {
      let refused = Account(mail: mail)
      refused.balance = balance
      context.insert(refused)
      #expect(throws: code) { try context.save() }
      context.rollback()
    }
  }

  /// A role may have the right to change only some columns.
  @Test func columnRightsSufficeForUpdates() throws {
    let role = "clerk_\(database.schema)"
    try database.connection.execute(
      """
      INSERT INTO event (title, ratio) VALUES ('kept', 1); CREATE ROLE \(role) LOGIN; \
      GRANT USAGE ON SCHEMA \(database.schema) TO \(role); GRANT SELECT ON event TO \(role); \
      GRANT EXECUTE ON FUNCTION pg_control_system() TO \(role); \
      GRANT UPDATE (ratio, day) ON event TO \(role); GRANT USAGE ON SEQUENCE event_id_seq TO \(role)
      """)
    let address = try PostgresServer.shared.address().replacing("tester@", with: "\(role)@")
    let context = try makeContext(address)
    let event = try #require(try context.fetch(FetchDescriptor<Event>()).first)
    event.ratio = 2
    try context.save()
    event.title = "changed"
    #expect(throws: SwiftDataError.self) { try context.save() }
    let rows = try database.connection.rows("SELECT title, ratio::float8 FROM event")
    #expect(rows == [[.text("kept"), .real(2)]])
  }
}
