import Foundation
import OpenSwiftData
import PostgresData
import PostgresDriver
import PostgresTesting
import SQLCore
import Testing

/// A store is migrated through pgbouncer, on whose connections another program set a search path.
@Suite(
  "Migrations behind a pooler", .serialized,
  .enabled("pgbouncer is not installed") {
    try PostgresServer.isInstalled && PostgresServer.shared.hasPooler
  })
struct PooledMigrationTests {
  enum Before {
    @Model
    final class Page {
      var number: Int
      init(_ number: Int) { self.number = number }
    }
  }

  enum After {
    @Model
    final class Page {
      #Index<Page>([\.title])
      var number: Int
      var title: String = "none"
      init(_ number: Int) { self.number = number }
    }
  }

  @Test func migrationsIgnoreForeignSearchPaths() throws {
    let server = try PostgresServer.shared
    let database = "pooled_\(UUID().uuidString.prefix(8).lowercased())"
    try PostgresConnection(PostgresSettings(server.address())).execute(
      "CREATE DATABASE \(database)")
    let address = server.address(port: try server.pooler("transaction"), database: database)
    func container(_ schema: String, _ models: [any PersistentModel.Type]) throws -> ModelContainer
    {
      var configuration = PostgresConfiguration(address, databaseSchema: schema)
      configuration.hasTransactionPooler = true
      return try ModelContainer(for: Schema(models), configurations: [configuration])
    }
    for schema in ["other", "own"] {
      let context = ModelContext(try container(schema, [Before.Page.self]))
      context.insert(Before.Page(schema == "own" ? 1 : 2))
      try context.save()
    }
    let settings = PostgresSettings(address, hasTransactionPooler: true)
    let clients = try (0..<2).map { _ in try PostgresConnection(settings) }
    for client in clients { try client.execute("BEGIN") }
    for client in clients { try client.execute("SET search_path TO other") }
    for client in clients { try client.execute("COMMIT") }

    let context = ModelContext(try container("own", [After.Page.self]))
    let pages = try context.fetch(FetchDescriptor<After.Page>())
    #expect(pages.map(\.number) == [1])
    #expect(pages.map(\.title) == ["none"])
    pages[0].title = "new"
    try context.save()
    let direct = try PostgresConnection(PostgresSettings(server.address(database: database)))
    #expect(try direct.rows("SELECT title FROM own.page") == [[.text("new")]])
    #expect(
      try direct.rows(
        """
        SELECT table_schema::text FROM information_schema.columns \
        WHERE table_name = 'page' AND column_name = 'title'
        """) == [[.text("own")]])
    #expect(
      try direct.rows(
        "SELECT DISTINCT schemaname::text FROM pg_indexes WHERE indexdef LIKE '%title%'")
        == [[.text("own")]])
    // The other store is unchanged.
    let other = ModelContext(try container("other", [Before.Page.self]))
    #expect(try other.fetch(FetchDescriptor<Before.Page>()).map(\.number) == [2])
  }
}
