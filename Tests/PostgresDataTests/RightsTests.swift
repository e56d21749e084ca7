import Foundation
import OpenSwiftData
import PostgresData
import PostgresDriver
import PostgresTesting
import SQLCore
import Testing

/// What others may do in the schema of a store, and what its user may not.
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

  /// A function of the name of the store's own, which takes what is bound more readily.
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

  /// A function of the name and the types of the store's own, which whoever made it could change at any time.
  @Test func functionsOfOthersAreNotTakenOver() throws {
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

  /// Has a store be found in another server than it was in.
  private func move(_ schema: String) throws {
    let schema = connection.dialect.quoted(schema)
    try connection.execute(
      "UPDATE \(schema).openswiftdata_store SET value = 'x' WHERE name = 'history_server'")
  }

  /// A function that comes with the server, with types that fit the arguments better.
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

  /// Stores of earlier versions have the function as these made it.
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

  /// Numbers of a history that no server gives are refused, and end no program.
  @Test(arguments: ["9223372036854775807", "-9223372036854775808", "5764607523034234880"])
  func numbersBeyondAllOfAHistoryAreNamed(_ number: String) throws {
    try save(0..<3, try container(server.address()))
    try connection.execute(
      "INSERT INTO \(schema).openswiftdata_transaction (number, moment) VALUES (\(number), now())")
    try move(schema)
    guard !number.hasPrefix("-") else {
      return try save(3..<6, try container(server.address()))
    }
    let error = #expect(throws: SwiftDataError.storeCannotBeOpened) {
      try container(server.address())
    }
    #expect("\(error, default: "")".contains(number))
  }

  /// Names that SQL has to quote are names all the same.
  @Test(arguments: [
    "a\"b; drop", "x'; select 1; --", "été", "a\"\u{301}; drop", "'\u{301}; drop",
    "$$ END $$; drop",
    "$openswiftdata$",
  ])
  func schemasHaveAnyName(_ name: String) throws {
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

  @Test func missingRightsAreToldAsSuch() throws {
    _ = try container(server.address())
    let role = "guest_\(schema)"
    try connection.execute("CREATE ROLE \(role) LOGIN")
    let error = #expect(throws: SwiftDataError.self) {
      try container(server.address().replacing("tester@", with: "\(role)@"))
    }
    let text = "\(error, default: "")"
    #expect(error == .storeCannotBeOpened && text.contains("permission denied"), "\(text)")
    #expect(text.contains("Give the database's user the rights") && !text.contains("backup"))
  }

  @Test func missingDatabasesAreToldAsSuch() throws {
    let error = #expect(throws: SwiftDataError.self) {
      try container(server.address(database: "none_\(schema)"))
    }
    let text = "\(error, default: "")"
    #expect(error == .storeCannotBeOpened && text.contains("none_\(schema)"), "\(text)")
    #expect(text.contains("CREATE DATABASE") && !text.contains("server runs"), "\(text)")
  }
}
