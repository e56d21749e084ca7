import PostgresTesting
import Testing

/// The kinds of stores that the tests use.
@Suite("Kinds of stores")
struct TestedKindsTests {
  /// Without a PostgreSQL server, this test reports that all others skip that kind.
  @Test(
    .enabled(
      if: PostgresServer.isInstalled,
      "no behaviour is shown of PostgreSQL: it is not installed, or the run is quick"))
  func testedKindsIncludePostgres() throws {
    _ = try PostgresServer.shared
    #expect(TestedStore.all.contains { $0.name == "PostgreSQL" })
  }
}
