import DataSchema
import Foundation
import OpenSwiftData
import SyncHTTP
import SyncPort
import SyncTesting
import Testing

@testable import CloudKitSync

@Model private class Letter {
  var text: String?
  var picture: Data?
  var date: Date?
  init() {}
}

@Model private final class Postcard: Letter {
  var stamp: String?
  override init() { super.init() }
}

/// Core Data stores values that are too large for a record in an asset next to the field.
@Suite("Values that Core Data keeps in assets")
struct CloudKitAssetTests {
  private let place: CloudKitTestPlace
  private let bytes = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
  private let digest = String(repeating: "ab", count: 32)
  private var file: SyncFile { SyncFile(digest: digest, size: Int64(bytes.count)) }

  init() async throws {
    place = try await CloudKitTestPlace.withZone()
    let model = Schema([Letter.self, Postcard.self]).modelDescription
    place.provider.learn(model, RecordNames(model))
  }

  @Test func assetsAreReadByTheirProperties() async throws {
    let entity = #"{"CD_entityName": {"type": "STRING", "value": "Letter"}}"#
    try await place.put("l", entity, type: "CD_Letter")
    await putAsset(bytes, "picture", "l")
    await putAsset(Data("ä long one".utf8), "text", "l")
    let record = try #require(try await place.records()["l"])
    #expect(record.fields == ["picture": .data(bytes), "text": .text("ä long one")])
    // A provider without the schema uses the empty field's type; every other asset is read as
    // bytes.
    let other = place.accounts.provider()
    try await place.put("l", #"{"CD_text": {"type": "STRING", "value": ""}}"#)
    let page = try await other.changes(since: nil, limit: 10)
    guard case .saved(let again)? = page.changes.last else {
      throw SyncError(.badAnswer, "\(page)")
    }
    #expect(again.fields == record.fields)
  }

  @Test func assetsOfInheritedPropertiesAreReadByTheirTypes() async throws {
    let entity = #"{"CD_entityName": {"type": "STRING", "value": "Postcard"}}"#
    try await place.put("p", entity, type: "CD_Letter")
    for (field, text) in [("text", "a long one"), ("stamp", "another")] {
      await putAsset(Data(text.utf8), field, "p")
    }
    let record = try #require(try await place.records()["p"])
    #expect(record.kind == "Postcard")
    #expect(record.fields == ["text": .text("a long one"), "stamp": .text("another")])
  }

  @Test func fieldsWithValuesTakePrecedenceOverAssets() async throws {
    try await place.put("l", "{}", type: "CD_Letter")
    await putAsset(bytes, "text", "l")
    try await place.put("l", #"{"CD_text": {"type": "STRING", "value": "short"}}"#)
    #expect(try await place.records()["l"]?.fields == ["text": .text("short")])
  }

  @Test func largeDataIsAlsoStoredInAssets() async throws {
    try await storePieces()
    var record = SyncRecord(name: "l", kind: "Letter", fields: ["picture": .file(file)])
    record.tag = try await place.save(record)
    #expect(await asset("picture", "l") == bytes)
    let uploads = await place.count("assets/upload")
    // Devices that use this library need no asset, and an existing one is not sent again.
    let fetched = await downloadCount()
    #expect(try await place.records()["l"] == record)
    #expect(await downloadCount() == fetched)
    record.fields["date"] = .date(Date(timeIntervalSince1970: 5))
    record.tag = try await place.save(record)
    #expect(await place.count("assets/upload") == uploads)
    #expect(await asset("picture", "l") == bytes)
    #expect(try await place.records()["l"] == record)
    record.fields["picture"] = .null
    _ = try await place.save(record)
    #expect(await asset("picture", "l") == nil)
    #expect(try await place.records()["l"]?.fields["picture"] == .null)
  }

  @Test func assetsChangedByCoreDataAreRead() async throws {
    try await storePieces()
    let record = SyncRecord(name: "l", kind: "Letter", fields: ["picture": .file(file)])
    _ = try await place.save(record)
    await putAsset(Data("another".utf8), "picture", "l")
    var changed = try #require(try await place.records()["l"])
    #expect(changed.fields == ["picture": .data(Data("another".utf8))])
    // A small value is stored in the field again, and the asset next to it is ignored.
    _ = try await place.save(changed)
    #expect(try await place.records()["l"]?.fields == changed.fields)
    // An asset of Core Data is overwritten, and Core Data can remove it.
    changed = try #require(try await place.records()["l"])
    changed.fields["picture"] = .file(file)
    _ = try await place.save(changed)
    #expect(await asset("picture", "l") == bytes)
    await putAsset(nil, "picture", "l")
    #expect(try await place.records()["l"]?.fields == ["picture": .null])
  }

  @Test func longTextsAreStoredInAssets() async throws {
    let long = String(repeating: "ö", count: 600_000)
    var record = SyncRecord(name: "l", kind: "Letter", fields: ["text": .text(long)])
    record.tag = try await place.save(record)
    #expect(await asset("text", "l") == Data(long.utf8))
    #expect(try await place.records()["l"] == record)
    record.fields["text"] = .text("")
    record.tag = try await place.save(record)
    #expect(await asset("text", "l") == nil)
    #expect(try await place.records()["l"] == record)
  }

  @Test func valuesWithoutPiecesHaveNoAssets() async throws {
    let record = SyncRecord(name: "l", kind: "Letter", fields: ["picture": .file(file)])
    _ = try await place.save(record)
    #expect(await asset("picture", "l") == nil)
    #expect(try await place.records()["l"]?.fields == record.fields)
  }

  private func storePieces() async throws {
    for number in 0..<2 {
      let start = number * SyncFile.pieceSize
      try await place.provider.store(
        piece: bytes[start..<min(start + SyncFile.pieceSize, bytes.count)],
        named: file.pieceName(number))
    }
  }

  private func putAsset(_ bytes: Data?, _ property: String, _ name: String) async {
    await place.server.putAsset(
      bytes, property, record: name, user: place.user, zone: place.zone)
  }

  private func asset(_ property: String, _ name: String) async -> Data? {
    await place.server.assetBytes(property, record: name, user: place.user, zone: place.zone)
  }

  private func downloadCount() async -> Int {
    await place.server.requests.count { $0.method == "GET" && $0.url.path.hasPrefix("/down") }
  }
}
