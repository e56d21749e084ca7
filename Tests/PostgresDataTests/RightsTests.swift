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

  /// Names that SQL has to quote are names all the same.
  @Test(arguments: ["a\"b; drop", "x'; select 1; --", "été"]) func schemasHaveAnyName(
    _ name: String
  ) throws {
    let suffix = UUID().uuidString.prefix(8).lowercased()
    let store = try ModelContainer(
      for: Schema([Crumb.self]),
      configurations: [PostgresConfiguration(server.address(), databaseSchema: name + suffix)])
    try save(0..<3, store)
    #expect(try ModelContext(store).fetchCount(FetchDescriptor<Crumb>()) == 3)
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
