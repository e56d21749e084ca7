import PostgresTesting
import Testing

/// The kinds of stores that predicate tests use.
@Suite("Kinds of stores that predicates are tried on")
struct StoreKindTests {
  /// Without a PostgreSQL server, this test reports that all others skip that kind.
  @Test(
    .enabled(
      if: PostgresServer.isInstalled,
      "PostgreSQL is not installed, so that no predicate is tried on stores in one"))
  func storeKindsIncludePostgres() throws {
    _ = try PostgresServer.shared
    #expect(StoreKind.available.contains(.postgres))
  }
}
