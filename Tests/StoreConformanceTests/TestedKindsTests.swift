import PostgresTesting
import Testing

/// Which kinds of stores the behaviours are shown of.
@Suite("Kinds of stores")
struct TestedKindsTests {
  /// Where there is no server, this is what the run says of the kind that all other tests leave out.
  @Test(
    .enabled(
      if: PostgresServer.isInstalled,
      "PostgreSQL is not installed, so that no behaviour is shown of stores in one"))
  func includePostgres() throws {
    _ = try PostgresServer.shared
    #expect(TestedStore.all.contains { $0.name == "PostgreSQL" })
  }
}
