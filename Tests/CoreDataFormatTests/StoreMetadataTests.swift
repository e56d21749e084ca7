import CoreDataFormat
import DataSchema
import Foundation
import SQLCore
import SampleStores
import Testing

@Suite("Store metadata")
struct StoreMetadataTests {
  let model = ModelDescription(
    entities: [
      EntityDescription(
        name: "Item",
        properties: [
          .attribute(AttributeDescription(name: "timestamp", type: .date)),
          .attribute(AttributeDescription(name: "number", type: .integer64)),
        ], indexes: [IndexDescription(propertyNames: ["number"])])
    ], versionIdentifiers: ["2.1.0"])

  private func propertyList(_ metadata: StoreMetadata) throws -> [String: Any] {
    let object = try PropertyListSerialization.propertyList(
      from: metadata.propertyList(), format: nil)
    return try #require(object as? [String: Any])
  }

  @Test(arguments: [
    "NSStoreType", "NSStoreModelVersionHashesVersion", "NSStoreModelVersionIdentifiers",
    "NSPersistenceFrameworkVersion", "_NSAutoVacuumLevel",
  ])
  func keysWithValuesOfUnknownFormAreKept(_ key: String) throws {
    var values = try propertyList(StoreMetadata(model: model, storeUUID: UUID()))
    values[key] = ["a": true]
    let list = try PropertyListSerialization.data(
      fromPropertyList: values, format: .binary, options: 0)
    let metadata = try StoreMetadata(storeUUID: "A", propertyList: list)
    #expect(try propertyList(metadata)[key] as? [String: Bool] == ["a": true])
    #expect(try StoreMetadata(storeUUID: "A", propertyList: metadata.propertyList()) == metadata)
  }

  @Test func metadataDescribeANewStore() throws {
    let uuid = UUID()
    let values = try propertyList(StoreMetadata(model: model, storeUUID: uuid))
    #expect(values["NSStoreType"] as? String == "SQLite")
    #expect(values["NSStoreModelVersionHashesVersion"] as? Int == 3)
    #expect(values["NSStoreModelVersionIdentifiers"] as? [String] == ["2.1.0"])
    #expect(values["NSPersistenceFrameworkVersion"] as? Int == 1518)
    #expect(values["NSPersistenceMaximumFrameworkVersion"] as? Int == 1518)
    #expect(values["_NSAutoVacuumLevel"] as? String == "2")
    let hashes = try #require(values["NSStoreModelVersionHashes"] as? [String: Data])
    #expect(hashes == model.versionHashes)
    #expect(values["NSStoreModelVersionHashesDigest"] as? String == model.versionHashesDigest)
    #expect(values["NSStoreModelVersionChecksumKey"] as? String == model.versionChecksum)
  }

  /// A pair of versions that one build wrote.
  ///
  /// Files of the 2023 build have no maximum version.
  @Test(.enabled(if: SampleStores.isPresent, SampleStores.reason))
  func frameworkVersionsMatchThoseOfApplesStore() throws {
    let keys = ["NSPersistenceFrameworkVersion", "NSPersistenceMaximumFrameworkVersion"]
    let new = try propertyList(StoreMetadata(model: model, storeUUID: UUID()))
    try SampleStores.open("freeze-ray/App-2_0_0.sqlite") { database in
      let list = try PropertyListSerialization.propertyList(
        from: SampleStores.metadata(of: database), format: nil)
      let apple = try #require(list as? [String: Any])
      for key in keys {
        let version = try #require(new[key] as? Int)
        #expect(version == apple[key] as? Int)
      }
    }
  }

  @Test func writtenMetadataAreReadBack() throws {
    var metadata = StoreMetadata(model: model, storeUUID: UUID())
    metadata.maximumFrameworkVersion = 1522
    metadata.other = [
      "whole": .real(1), "integer": .integer(1), "zero": .integer(0), "yes": .boolean(true),
      "no": .boolean(false), "big": .unsignedInteger(.max), "negative": .integer(.min),
      "date": .date(Date(timeIntervalSinceReferenceDate: 12.5)), "data": .data(Data([0, 1])),
      "text": .string("ü"), "list": .array([.integer(1), .string("a"), .array([])]),
      "nested": .dictionary(["a": .dictionary(["b": .boolean(false)])]),
    ]
    let back = try StoreMetadata(
      storeUUID: metadata.storeUUID, propertyList: metadata.propertyList())
    #expect(back == metadata)
    #expect(back.schema == model)
    #expect(back.versionHashes == model.versionHashes)
    #expect(back.holds(model))
  }

  /// A program that knows only the hashes, not the schema, leaves the stored schema unchanged.
  @Test func schemaIsStaleWhenTheHashesDiffer() throws {
    let metadata = StoreMetadata(model: model, storeUUID: UUID())
    var other = try StoreMetadata(
      storeUUID: metadata.storeUUID, propertyList: metadata.propertyList())
    other.versionHashes["Item"] = Data(repeating: 1, count: 32)
    let back = try StoreMetadata(storeUUID: other.storeUUID, propertyList: other.propertyList())
    #expect(!back.holds(model))
    #expect(back.versionHashes != model.versionHashes)
  }

  @Test func unreadableSchemaIsKept() throws {
    var metadata = StoreMetadata(model: model, storeUUID: UUID())
    metadata.schema = nil
    metadata.other["OpenSwiftDataSchema"] = .data(Data("{\"future\":true}".utf8))
    let back = try StoreMetadata(
      storeUUID: metadata.storeUUID, propertyList: metadata.propertyList())
    #expect(back.schema == nil)
    #expect(!back.holds(model))
    let values = try propertyList(back)
    #expect(values["OpenSwiftDataSchema"] as? Data == Data("{\"future\":true}".utf8))
  }

  // Such values are not equal to anything, so each is compared separately.
  @Test func datesAndNumbersOfNaNAreKept() throws {
    var metadata = StoreMetadata(model: model, storeUUID: UUID())
    metadata.other = [
      "date": .date(Date(timeIntervalSinceReferenceDate: .nan)), "real": .real(.nan),
    ]
    let back = try StoreMetadata(
      storeUUID: metadata.storeUUID, propertyList: metadata.propertyList())
    guard case .date(let date)? = back.other["date"], case .real(let real)? = back.other["real"]
    else {
      Issue.record("The values have other types.")
      return
    }
    #expect(date.timeIntervalSinceReferenceDate.isNaN)
    #expect(real.isNaN)
  }

  @Test func invalidMetadataAreRefused() throws {
    #expect(throws: StoreMetadataError.notAPropertyList) {
      try StoreMetadata(storeUUID: "", propertyList: Data("junk".utf8))
    }
    let empty = try PropertyListSerialization.data(
      fromPropertyList: [String: String](), format: .binary, options: 0)
    #expect(throws: StoreMetadataError.missingVersionHashes) {
      try StoreMetadata(storeUUID: "", propertyList: empty)
    }
  }

  @Test(
    .enabled(if: SampleStores.isPresent, SampleStores.reason),
    arguments: [
      "spezi-scheduler/iOS26MigrationInput.sqlite", "freeze-ray/App-2_0_0.sqlite",
      "moody/Moody.moody", "recipes/Recipes.sqlite", "photos-14/Photos.sqlite",
      "plaso/NoteStore.sqlite", "xcode-server/XcodeServer_1.0.0_full.sqlite",
    ])
  func everyKeyOfApplesStoresIsKept(name: String) throws {
    try SampleStores.open(name) { database in
      let original = try SampleStores.metadata(of: database)
      let metadata = try StoreMetadata(
        storeUUID: database.strings("SELECT Z_UUID FROM Z_METADATA").first ?? "",
        propertyList: original)
      let before = try PropertyListSerialization.propertyList(from: original, format: nil)
      let after = try PropertyListSerialization.propertyList(
        from: metadata.propertyList(), format: nil)
      let (old, new) = (
        try #require(before as? NSDictionary), try #require(after as? NSDictionary)
      )
      #expect(old == new)
    }
  }
}
