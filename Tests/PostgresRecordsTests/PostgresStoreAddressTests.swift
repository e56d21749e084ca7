import PostgresRecords
import Testing

@Suite("Addresses of stores")
struct PostgresStoreAddressTests {
  @Test(
    arguments: [
      ("postgres://a@b/c", "postgres://a@b/c", nil),
      ("postgres://a@b/c?schema=d", "postgres://a@b/c", "d"),
      ("postgres://a@b/c?sslmode=require&schema=d%20e", "postgres://a@b/c?sslmode=require", "d e"),
      (
        "postgresql://b1,b2/c?schema=d&target_session_attrs=primary",
        "postgresql://b1,b2/c?target_session_attrs=primary", "d"
      ), ("postgres://a@b/c?schema=", "postgres://a@b/c", nil),
    ] as [(String, String, String?)])
  func addressesNameASchema(_ text: String, _ address: String, _ schema: String?) {
    let found = PostgresStoreAddress(text)
    #expect(found.address == address)
    #expect(found.schema == schema)
    #expect(PostgresStoreAddress.recognizes(text))
  }

  @Test(arguments: ["default.store", "/tmp/postgres://x", "host=localhost", "mysql://a/b"])
  func pathsAreNotAddresses(_ text: String) { #expect(!PostgresStoreAddress.recognizes(text)) }
}
