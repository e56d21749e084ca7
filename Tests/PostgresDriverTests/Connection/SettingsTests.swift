import Foundation
import PostgresTesting
import SQLCore
import Testing

@testable import PostgresDriver

@Suite("Connection settings")
struct SettingsTests {
  static let secrets = [
    "postgres://me:s3cret@127.0.0.1:1/shop?sslmode=prefer",
    "host=127.0.0.1 port=1 user=me password=s3cret dbname=shop",
    "postgres://me:s3cret@127.0.0.1:port/x", "host=127.0.0.1 password='s3cret",
    "port=1 password=s3cret nonsense", "postgres://me:s3cret@127.0.0.1:1/x?nonsense=s3cret",
    "POSTGRES://me:s3cret@127.0.0.1:1/shop",
    "PostgreSQL://me:s3cret@127.0.0.1:1/shop?sslmode=prefer",
    "postgers://me:s3cret@127.0.0.1:1/shop", "pg://me:s3cret@127.0.0.1/shop?sslmode=prefer",
  ]

  @Test(arguments: secrets)
  func settingsNeverShowThePassword(address: String) throws {
    var settings = PostgresSettings(address)
    settings.password = "s3cret"
    var dumped = ""
    dump(settings, to: &dumped)
    for text in ["\(settings)", String(reflecting: settings), dumped] {
      #expect(!text.contains("s3cret"))
    }
    let error = try #require(
      TestConnection.error { _ = try PostgresConnection(settings) })
    #expect(!"\(error)".contains("s3cret"))
    #expect(!String(reflecting: error).contains("s3cret"))
  }

  @Test func descriptionsNameUserAndHost() {
    let settings = PostgresSettings("postgres://me:x@a.example:5433,b.example:5434/shop")
    #expect(settings.description == "user=me host=a.example,b.example port=5433,5434 dbname=shop")
    #expect(PostgresSettings().description == "<database from the environment>")
    #expect(PostgresSettings("shop").description == "dbname=shop")
  }

  @Test func schemesAreReadInAnyCase() {
    let settings = PostgresSettings("POSTGRES://me:x@a.example:5433/shop")
    #expect(settings.description == "user=me host=a.example port=5433 dbname=shop")
  }

  @Test func unreadableAddressesAreMisuse() {
    for address in ["host=' x", "postgres://tester@127.0.0.1:1/a\0b", "a\0b", "mysql://me@host/x"] {
      let error = TestConnection.error { _ = try PostgresConnection(PostgresSettings(address)) }
      #expect(error?.kind == .misuse)
    }
  }

  @Test func severalHostsSeekTheWritableOne() {
    func attributes(_ address: String, seeksPrimary: Bool = true) -> [String] {
      var settings = PostgresSettings(address)
      settings.seeksPrimary = seeksPrimary
      return settings.keywords.filter { $0.keyword == "target_session_attrs" }.map(\.value)
    }
    #expect(attributes("postgres://a,b/shop") == ["read-write"])
    #expect(attributes("host=a,b dbname=shop") == ["read-write"])
    #expect(attributes("hostaddr=127.0.0.1,127.0.0.2") == ["read-write"])
    #expect(attributes("postgres://a,b/shop", seeksPrimary: false).isEmpty)
    #expect(attributes("postgres://a/shop").isEmpty)
    #expect(attributes("postgres://a,b/shop?target_session_attrs=any").isEmpty)
  }

  @Test func poolersGetUnnamedStatements() {
    #expect(PostgresSettings("x", hasTransactionPooler: true).statements == .unnamed)
    #expect(PostgresSettings("x").statements == .named(limit: PostgresSettings.statementLimit))
  }
}
