import PostgresDriver
import PostgresTesting
import SQLCore
import Testing

@testable import PostgresRecords

/// What a store has its connections be like, whatever the server says of those on which nobody says anything.
@Suite("Connections of stores", .enabled(if: PostgresServer.isInstalled))
struct PreparedConnectionTests {
  @Test(arguments: ["serializable", "repeatable%20read", "read%20committed"])
  func seeAtEachStatementWhatOthersHaveCommitted(_ isolation: String) throws {
    let address = try PostgresServer.shared.address()
    let option = "?options=-c%20default_transaction_isolation%3D"
    let options = PostgresStoreOptions(
      name: "prepared",
      settings: PostgresSettings(
        address + option + isolation.replacing("%20", with: "%5C%20")))
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
