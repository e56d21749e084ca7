import CloudKitSync
import DataSync
import Foundation
import OpenSwiftData
import SyncTesting
import Testing

/// An Apple app writes records whose values have fewer types in CloudKit than in the models.
@Suite("Values of records that Core Data made")
struct CoreDataValueTests {
  private let zone = CloudKitDatabase.coreDataZone
  private let user = CloudKitFakeAccounts.users[0]
  private let tally = "6C1A3F4E-0000-4000-8000-000000000001"
  private let owner = "CD_SyncedTallyOwnerWithALongName_6C1A3F4E-0000-4000-8000-000000000002"

  private func put(
    _ name: String, _ type: String, _ fields: String, _ accounts: CloudKitFakeAccounts
  )
    async throws
  {
    try await accounts.server.putRecord(name, type: type, fields: fields, user: user, zone: zone)
  }

  private func putOwner(_ accounts: CloudKitFakeAccounts) async throws {
    try await put(
      owner, "CD_SyncedTallyOwner",
      """
      {"CD_entityName": {"type": "STRING", "value": "SyncedTallyOwner"},
       "CD_name": {"type": "STRING", "value": "Ada"}}
      """, accounts)
  }

  private func engine(
    _ accounts: CloudKitFakeAccounts
  ) throws -> (ModelContainer, SyncEngine) {
    let container = try ModelContainer(
      for: SyncedTally.self, SyncedSpecialTally.self, SyncedTallyOwner.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    var options = SyncOptions()
    options.ignoresModelRules = true
    let provider = accounts.provider()
    return (container, try SyncEngine(container, provider, options))
  }

  @Test func valuesAreReadAsTheModelsTypes() async throws {
    let accounts = await CloudKitFakeAccounts()
    let (container, engine) = try engine(accounts)
    try await engine.syncNow()
    let identifier = UUID()
    try await put(
      tally, "CD_SyncedTally",
      """
      {"CD_entityName": {"type": "STRING", "value": "SyncedSpecialTally"},
       "CD_number": {"type": "INT64", "value": -9223372036854775808},
       "CD_small": {"type": "INT64", "value": 7}, "CD_bonus": {"type": "INT64", "value": 3},
       "CD_real": {"type": "DOUBLE", "value": 2.5}, "CD_price": {"type": "DOUBLE", "value": 12.99},
       "CD_text": {"type": "STRING", "value": "four"},
       "CD_day": {"type": "TIMESTAMP", "value": 1700000000123},
       "CD_isDone": {"type": "INT64", "value": 1},
       "CD_identifier": {"type": "STRING", "value": "\(identifier.uuidString)"},
       "CD_owner": {"type": "STRING", "value": "\(owner)"}}
      """, accounts)
    try await putOwner(accounts)
    try await engine.syncNow()
    let context = ModelContext(container)
    let made = try #require(try context.fetch(FetchDescriptor<SyncedTally>()).first)
    #expect(made is SyncedSpecialTally)
    #expect((made as? SyncedSpecialTally)?.bonus == 3)
    #expect(made.number == .min)
    #expect(made.small == 7)
    #expect(made.real == 2.5)
    #expect(made.text == "four")
    #expect(made.price == Decimal(string: "12.99"))
    #expect(made.day == Date(timeIntervalSince1970: 1_700_000_000.123))
    #expect(made.isDone == true)
    #expect(made.identifier == identifier)
    #expect(made.owner?.name == "Ada")
    #expect(made.owner?.tallies.count == 1)
    // Reading the record causes no changes to send.
    #expect(try await engine.syncNow().sent == 0)
  }

  /// Local changes are written in fields of the types that the app used.
  @Test func writtenFieldsKeepTheirTypes() async throws {
    let accounts = await CloudKitFakeAccounts()
    let (container, engine) = try engine(accounts)
    try await engine.syncNow()
    try await put(
      tally, "CD_SyncedTally",
      """
      {"CD_entityName": {"type": "STRING", "value": "SyncedTally"},
       "CD_isDone": {"type": "INT64", "value": 1}, "CD_small": {"type": "INT64", "value": 1},
       "CD_identifier": {"type": "STRING", "value": "\(UUID().uuidString)"},
       "CD_price": {"type": "DOUBLE", "value": 1}, "CD_real": {"type": "DOUBLE", "value": 1},
       "CD_owner": {"type": "STRING", "value": "\(owner)"}}
      """, accounts)
    try await putOwner(accounts)
    try await engine.syncNow()
    let context = ModelContext(container)
    let made = try #require(try context.fetch(FetchDescriptor<SyncedTally>()).first)
    made.small = 2
    made.owner = nil
    try context.save()
    #expect(try await engine.syncNow().refused == 0)
    let text = await accounts.server.fields(tally, user: user, zone: zone) ?? "{}"
    let json = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
    let types = json.compactMapValues { ($0 as? [String: Any])?["type"] as? String }
    #expect(types["CD_isDone"] == "INT64")
    #expect(types["CD_small"] == "INT64")
    #expect(types["CD_identifier"] == "STRING")
    #expect(types["CD_real"] == "DOUBLE")
    #expect(types["CD_price"] == "DOUBLE")
    #expect((json["CD_owner"] as? [String: Any])?["value"] == nil)
    #expect(made.isDone == true)
    #expect(made.price == 1)
  }
}
