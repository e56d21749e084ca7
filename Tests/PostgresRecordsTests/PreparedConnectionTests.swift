import PostgresDriver
import PostgresTesting
import SQLCore
import Testing

@testable import PostgresRecords

/// Settings that a store makes on its connections, whatever the server's defaults are.
@Suite("Connections of stores", .enabled(if: PostgresServer.isInstalled))
struct PreparedConnectionTests {
  /// A store at an address with a connection setting.
  private func options(_ setting: String) throws -> PostgresStoreOptions {
    let address = try PostgresServer.shared.address()
    return PostgresStoreOptions(
      name: "prepared", settings: PostgresSettings(address + "?options=-c%20" + setting))
  }

  /// Names of types are compared with those that the library knows.
  @Test func typeNamesAreNotQuoted() throws {
    let connection = try options("quote_all_identifiers%3Don").connect()
    #expect(try connection.rows("SELECT 'jsonb'::regtype::text") == [[.text("jsonb")]])
  }

  @Test(arguments: ["serializable", "repeatable%5C%20read", "read%5C%20committed"])
  func connectionsUseReadCommittedIsolation(_ isolation: String) throws {
    let options = try options("default_transaction_isolation%3D" + isolation)
    let pool = options.makePool()
    for connection in [try options.connect(), try pool.checkOut()] {
      #expect(try connection.rows("SHOW transaction_isolation") == [[.text("read committed")]])
      let within = try connection.transaction(PostgresTransactionOptions(.repeatableRead)) {
        try connection.rows("SHOW transaction_isolation")
      }
      #expect(within == [[.text("repeatable read")]])
    }
  }
}
