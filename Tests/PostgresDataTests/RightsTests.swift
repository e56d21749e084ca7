import Foundation
import OpenSwiftData
import PostgresData
import PostgresDriver
import PostgresTesting
import SQLCore
import Testing

/// Rights of other roles in a store's schema, and missing rights of its user.
@Suite("Rights in a database", .enabled(if: PostgresServer.isInstalled))
struct RightsTests {
  @Model
  final class Crumb {
    @Attribute(.unique) var number: Int
    init(_ number: Int) { self.number = number }
  }

  private let server: PostgresServer
  private let connection: PostgresConnection
  private let schema = "rights_\(UUID().uuidString.prefix(8).lowercased())"

  init() throws {
    server = try PostgresServer.shared
    connection = try PostgresConnection(PostgresSettings(server.address()))
  }

  private func container(_ address: String) throws -> ModelContainer {
    try ModelContainer(
      for: Schema([Crumb.self]),
      configurations: [PostgresConfiguration(address, databaseSchema: schema)])
  }

  private func save(_ numbers: Range<Int>, _ container: ModelContainer) throws {
    let context = ModelContext(container)
    for number in numbers { context.insert(Crumb(number)) }
    try context.save()
  }

  /// A function that overloads the store's own one, with parameter types that match more easily.
  @Test func functionsOfOthersAreNotCalled() throws {
    let store = try container(server.address())
    try connection.execute(
      """
      CREATE TABLE \(schema).loot (what text); \
      CREATE FUNCTION \(schema).openswiftdata_take_keys(keys regclass, count text) RETURNS bigint \
      LANGUAGE plpgsql AS $$ BEGIN INSERT INTO \(schema).loot VALUES (count); RETURN 1000; END $$
      """)
    try save(0..<3, store)
    #expect(try connection.rows("SELECT 1 FROM \(schema).loot").isEmpty)
    #expect(try ModelContext(store).fetchCount(FetchDescriptor<Crumb>()) == 3)
  }

  /// A function with the name and types of the store's own one, which its owner could change at any
  /// time.
  @Test func functionsOfOthersAreReplaced() throws {
    let role = "stranger_\(schema)"
    try connection.execute(
      """
      CREATE ROLE \(role); CREATE SCHEMA \(schema); \
      CREATE FUNCTION \(schema).openswiftdata_take_keys(keys regclass, count bigint) RETURNS bigint \
      LANGUAGE sql AS 'SELECT 1000'; \
      ALTER FUNCTION \(schema).openswiftdata_take_keys OWNER TO \(role)
      """)
    try save(0..<3, try container(server.address()))
    let owners = try connection.rows(
      """
      SELECT proowner::regrole::text FROM pg_proc WHERE proname = 'openswiftdata_take_keys' \
      AND pronamespace = '\(schema)'::regnamespace
      """)
    #expect(owners == [[.text("tester")]])
  }

  /// Changes the stored server identity, as if the store was moved to another server.
  private func move(_ schema: String) throws {
    let schema = connection.dialect.quoted(schema)
    try connection.execute(
      "UPDATE \(schema).openswiftdata_store SET value = 'x' WHERE name = 'history_server'")
  }

  /// A function with the name of a built-in one, whose parameter types match the arguments better.
  @Test func functionsOfOthersAreNotCalledAfterAMove() throws {
    try save(0..<3, try container(server.address()))
    try connection.execute(
      """
      CREATE TABLE \(schema).loot (what text); \
      CREATE FUNCTION \(schema).format(text, name, name) RETURNS text LANGUAGE plpgsql AS $$ \
      BEGIN INSERT INTO \(schema).loot VALUES ($1); \
      RETURN pg_catalog.format($1, $2::text, $3::text); END $$
      """)
    try move(schema)
    try save(3..<6, try container(server.address()))
    #expect(try connection.rows("SELECT 1 FROM \(schema).loot").isEmpty)
  }

  /// Stores of earlier versions have the function as those versions created it.
  @Test func functionsOfEarlierVersionsAreCalled() throws {
    let store = try container(server.address())
    try connection.execute(
      """
      DROP FUNCTION \(schema).openswiftdata_take_keys; \
      CREATE FUNCTION \(schema).openswiftdata_take_keys(keys regclass, count bigint) RETURNS bigint \
      LANGUAGE plpgsql AS $$ DECLARE last bigint; BEGIN \
      PERFORM pg_advisory_lock(1364350275, keys::oid::int); \
      BEGIN last := setval(keys, nextval(keys) + count - 1); EXCEPTION WHEN OTHERS THEN \
      PERFORM pg_advisory_unlock(1364350275, keys::oid::int); RAISE; END; \
      PERFORM pg_advisory_unlock(1364350275, keys::oid::int); RETURN last; END $$
      """)
    try save(0..<3, store)
    try save(3..<6, try container(server.address()))
    #expect(try ModelContext(store).fetchCount(FetchDescriptor<Crumb>()) == 6)
  }

  /// Makes a store with a transaction of a number that no server gives, and moves it.
  private func makeHistory(with number: String) throws {
    try save(0..<3, try container(server.address()))
    try connection.execute(
      "INSERT INTO \(schema).openswiftdata_transaction (number, moment) VALUES (\(number), now())")
    try move(schema)
  }

  /// Numbers that leave none for later transactions are refused, and end no program.
  @Test(arguments: ["9223372036854775807", "5764607523034234880"])
  func impossibleHistoryNumbersAreRefused(_ number: String) throws {
    try makeHistory(with: number)
    let error = #expect(throws: SwiftDataError.storeCannotBeOpened) {
      try container(server.address())
    }
    #expect("\(error, default: "")".contains(number))
  }

  /// The least number leaves all others for later transactions.
  @Test func negativeHistoryNumbersDoNotPreventSaves() throws {
    try makeHistory(with: "-9223372036854775808")
    let store = try container(server.address())
    try save(3..<6, store)
    #expect(try ModelContext(store).fetchCount(FetchDescriptor<Crumb>()) == 6)
  }

  /// Names that SQL has to quote are names all the same.
  @Test(arguments: [
    "a\"b; drop", "x'; select 1; --", "été", "a\"\u{301}; drop", "'\u{301}; drop",
    "$$ END $$; drop",
    "$openswiftdata$",
  ])
  func schemaNamesAreQuoted(_ name: String) throws {
    let suffix = UUID().uuidString.prefix(8).lowercased()
    let store = try ModelContainer(
      for: Schema([Crumb.self]),
      configurations: [PostgresConfiguration(server.address(), databaseSchema: name + suffix)])
    try save(0..<3, store)
    #expect(try ModelContext(store).fetchCount(FetchDescriptor<Crumb>()) == 3)
    try move(name + suffix)
    let moved = try ModelContainer(
      for: Schema([Crumb.self]),
      configurations: [PostgresConfiguration(server.address(), databaseSchema: name + suffix)])
    try save(3..<6, moved)
    try store.erase()
  }

  @Test func missingRightsAreReported() throws {
    _ = try container(server.address())
    let role = "guest_\(schema)"
    try connection.execute("CREATE ROLE \(role) LOGIN")
    let error = #expect(throws: SwiftDataError.self) {
      try container(server.address().replacing("tester@", with: "\(role)@"))
    }
    let text = "\(error, default: "")"
    #expect(error == .storeCannotBeOpened, "\(text)")
    #expect(text.contains("permission denied"), "\(text)")
    #expect(text.contains("Grant the database user the missing privileges"))
    #expect(!text.contains("backup"))
  }

  @Test func missingDatabasesAreReported() throws {
    let error = #expect(throws: SwiftDataError.self) {
      try container(server.address(database: "none_\(schema)"))
    }
    let text = "\(error, default: "")"
    #expect(error == .storeCannotBeOpened, "\(text)")
    #expect(text.contains("none_\(schema)"), "\(text)")
    #expect(text.contains("CREATE DATABASE"), "\(text)")
    #expect(!text.contains("server is running"), "\(text)")
  }
}
