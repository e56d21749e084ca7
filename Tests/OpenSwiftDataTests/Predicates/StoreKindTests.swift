import PostgresTesting
import Testing

/// Which kinds of stores predicates are compared on.
@Suite("Kinds of stores that predicates are tried on")
struct StoreKindTests {
  /// Where there is no server, this is what the run says of the kind that all other tests leave out.
  @Test(
    .enabled(
      if: PostgresServer.isInstalled,
      "PostgreSQL is not installed, so that no predicate is tried on stores in one"))
  func includePostgres() throws {
    _ = try PostgresServer.shared
    #expect(StoreKind.available.contains(.postgres))
  }
}
