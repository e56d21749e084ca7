import CloudKitSync
import DataSync
import Foundation
import OpenSwiftData
import SyncEncryption
import SyncTesting
import Testing

/// An Apple app that stores a record for each pair of a many-to-many relationship, and two apps of
/// this library.
@Suite("Many-to-many relationships at CloudKit")
struct CoreDataPairTests {
  private static let zone = CloudKitDatabase.coreDataZone
  private static let user = CloudKitFakeAccounts.users[0]

  private struct Place {
    let accounts: CloudKitFakeAccounts
    let containers: [ModelContainer]
    let engines: [SyncEngine]
    var server: CloudKitFakeServer { accounts.server }

    init() async throws {
      accounts = await CloudKitFakeAccounts()
      containers = [try SyncedStores.make(), try SyncedStores.make()]
      var options = SyncOptions()
      options.ignoresModelRules = true
      let accounts = accounts
      engines = try containers.map { try SyncEngine($0, accounts.provider(), options) }
      try await engines[0].syncNow()
    }

    /// Writes a record as Core Data would.
    func put(_ name: String, _ type: String, _ values: [String: String]) async throws {
      let fields = values.mapValues { ["type": "STRING", "value": $0] }
      let json = String(decoding: try JSONEncoder().encode(fields), as: UTF8.self)
      try await server.putRecord(name, type: type, fields: json, user: user, zone: zone)
    }

    func putPair(_ name: String, _ note: String, _ tag: String) async throws {
      try await put(
        name, "CDMR",
        [
          "CD_entityNames": "SyncedNote:SyncedTag", "CD_recordNames": "\(note):\(tag)",
          "CD_relationships": "tags:notes",
        ])
    }

    /// Writes a note and a tag that are not related yet.
    func putEnds() async throws {
      try await put("N", "CD_SyncedNote", ["CD_entityName": "SyncedNote", "CD_title": "theirs"])
      try await put("T", "CD_SyncedTag", ["CD_entityName": "SyncedTag", "CD_label": "red"])
    }

    /// Syncs until no engine has anything to send; a few rounds are enough.
    func settle() async throws {
      for _ in 0..<4 { for engine in engines { try await engine.syncNow() } }
      for engine in engines {
        let report = try await engine.syncNow()
        #expect(report.sent == 0)
        #expect(report.fetched == 0)
        let counts = try await engine.counts()
        #expect(counts.pending == 0)
        #expect(counts.waiting == 0)
      }
    }

    /// The labels of each note's tags, by title.
    ///
    /// All devices must agree.
    func labels() throws -> [String: [String]] {
      let all = try containers.map { container in
        let notes = try ModelContext(container).fetch(FetchDescriptor<SyncedNote>())
        return Dictionary(
          uniqueKeysWithValues: notes.map { ($0.title, $0.tags.map(\.label).sorted()) })
      }
      #expect(all.allSatisfy { $0 == all[0] })
      return all[0]
    }

    /// The fields of the pairs on the server, as texts.
    func pairs() async throws -> [[String: String]] {
      var pairs: [[String: String]] = []
      for name in await server.names(ofType: "CDMR", user: user, zone: zone) {
        let text = await server.fields(name, user: user, zone: zone) ?? "{}"
        let json = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
        pairs.append(json.compactMapValues { ($0 as? [String: Any])?["value"] as? String })
      }
      return pairs
    }

    func edit(_ number: Int, _ change: (ModelContext) throws -> Void) throws {
      let context = ModelContext(containers[number])
      try change(context)
      try context.save()
    }
  }

  @Test func pairsOfAnAppAreAddedAndRemoved() async throws {
    let place = try await Place()
    // A pair may arrive before the records that it relates.
    try await place.putPair("P", "N", "T")
    try await place.settle()
    try await place.putEnds()
    try await place.settle()
    #expect(try place.labels() == ["theirs": ["red"]])
    #expect(try await place.pairs().count == 1)
    await place.server.removeRecord("P", user: Self.user, zone: Self.zone)
    try await place.settle()
    #expect(try place.labels() == ["theirs": []])
    #expect(try await place.pairs().isEmpty)
  }

  @Test func pairsAreMadeAndDeletedForAnApp() async throws {
    let place = try await Place()
    try place.edit(0) { context in
      let note = SyncedNote(title: "ours")
      context.insert(note)
      note.tags = [SyncedTag(label: "red"), SyncedTag(label: "blue")]
    }
    try await place.settle()
    let pairs = try await place.pairs()
    #expect(pairs.count == 2)
    for pair in pairs {
      #expect(pair["CD_entityNames"] == "SyncedNote:SyncedTag")
      #expect(pair["CD_relationships"] == "tags:notes")
      let ends = pair["CD_recordNames"]?.split(separator: ":").map(String.init) ?? []
      try #require(ends.count == 2)
      #expect(await place.server.type(ends[0], user: Self.user, zone: Self.zone) == "CD_SyncedNote")
      #expect(await place.server.type(ends[1], user: Self.user, zone: Self.zone) == "CD_SyncedTag")
    }
    // Another device removes the pair, from the other end.
    try place.edit(1) { context in
      let red = try context.fetch(
        FetchDescriptor<SyncedTag>(predicate: #Predicate { $0.label == "red" }))
      red.first?.notes = []
    }
    try await place.settle()
    #expect(try place.labels() == ["ours": ["blue"]])
    #expect(try await place.pairs().count == 1)
    // Deleting a record also deletes its pairs.
    try place.edit(0) { try $0.delete(model: SyncedNote.self) }
    try await place.settle()
    #expect(try place.labels().isEmpty)
    #expect(try await place.pairs().isEmpty)
  }

  /// An app removes a device's pair, and a device removes an app's pair.
  @Test func eachSideRemovesPairsOfTheOther() async throws {
    let place = try await Place()
    try await place.putEnds()
    try await place.settle()
    try place.edit(0) { context in
      let tags = try context.fetch(FetchDescriptor<SyncedTag>())
      try context.fetch(FetchDescriptor<SyncedNote>()).first?.tags = tags
    }
    try await place.settle()
    for name in await place.server.names(ofType: "CDMR", user: Self.user, zone: Self.zone) {
      await place.server.removeRecord(name, user: Self.user, zone: Self.zone)
    }
    try await place.settle()
    #expect(try place.labels() == ["theirs": []])
    try await place.putPair("P", "N", "T")
    try await place.settle()
    #expect(try place.labels() == ["theirs": ["red"]])
    try place.edit(1) { try $0.fetch(FetchDescriptor<SyncedNote>()).first?.tags = [] }
    try await place.settle()
    #expect(try place.labels() == ["theirs": []])
    #expect(try await place.pairs().isEmpty)
    // The app creates a pair again, under the name of a deleted pair.
    try await place.putPair("P", "N", "T")
    try await place.settle()
    #expect(try place.labels() == ["theirs": ["red"]])
  }

  /// Records that are not pairs, and pairs of unknown relationships, are left unchanged.
  @Test func unknownPairsAreLeftAlone() async throws {
    let place = try await Place()
    try await place.putEnds()
    try await place.put(
      "A", "CDMR",
      [
        "CD_entityNames": "Other:SyncedNote", "CD_recordNames": "X:N",
        "CD_relationships": "notes:others",
      ])
    try await place.put("B", "CDMR", ["CD_recordNames": "N:T"])
    try await place.put(
      "C", "CDMR",
      ["CD_entityNames": "a:b:c", "CD_recordNames": ":", "CD_relationships": "tags:notes"])
    try await place.settle()
    #expect(try place.labels() == ["theirs": []])
    #expect(try await place.pairs().count == 3)
    try place.edit(0) { try $0.fetch(FetchDescriptor<SyncedNote>()).first?.title = "ours" }
    try await place.settle()
    #expect(try await place.pairs().count == 3)
  }

  /// A full fetch detects pairs that were deleted in the meantime.
  @Test func deletedPairsAreNoticedAfterACursorExpires() async throws {
    let place = try await Place()
    try await place.putEnds()
    try await place.putPair("P", "N", "T")
    try await place.settle()
    await place.server.removeRecord("P", user: Self.user, zone: Self.zone)
    await place.server.expireSyncTokens()
    try await place.settle()
    #expect(try place.labels() == ["theirs": []])
  }

  /// A server with encrypted records must not learn which records are related.
  @Test func sealedStoresWriteNoPairs() async throws {
    let accounts = await CloudKitFakeAccounts()
    let container = try SyncedStores.make()
    var options = SyncOptions()
    options.ignoresModelRules = true
    let sealed = SealedProvider(accounts.provider(), key: try SyncKey.random())
    let engine = try SyncEngine(container, sealed, options)
    let context = ModelContext(container)
    let note = SyncedNote(title: "ours")
    context.insert(note)
    note.tags = [SyncedTag(label: "red")]
    try context.save()
    let report = try await engine.syncNow()
    #expect(report.sent == 2)
    #expect(report.refused == 0)
    #expect(await accounts.server.names(ofType: "CDMR", user: Self.user, zone: Self.zone).isEmpty)
  }
}
