import DataSchema
import Foundation
import StoreVectors
import Testing

@Suite("Version hash")
struct VersionHashTests {
  static let vectors = Result { try StoreVectors() }

  @Test func hashesMatchEveryEntityOfThePublicStores() throws {
    let vectors = try Self.vectors.get()
    #expect(vectors.entities.count == 355)
    for vector in vectors.entities {
      let hashes = try vectors.model(of: vector).versionHashes
      let hash = try #require(hashes[vector.entity])
      #expect(hash.hexadecimal == vector.hash, "\(vector.entity) of \(vector.store)")
      if let parent = vector.superentity, let parentHash = vector.superhash {
        #expect(hashes[parent]?.hexadecimal == parentHash, "\(parent) of \(vector.store)")
      }
    }
  }

  @Test func hashesMatchEveryPublicStore() throws {
    let vectors = try Self.vectors.get()
    #expect(vectors.stores.count == 20)
    for store in vectors.stores {
      let model = try #require(try vectors.model(hashes: store.hashes), "\(store.store)")
      #expect(model.versionHashes.mapValues(\.hexadecimal) == store.hashes, "\(store.store)")
      if let digest = store.digest { #expect(model.versionHashesDigest == digest) }
      if let checksum = store.checksum { #expect(model.versionChecksum == checksum) }
    }
  }

  @Test func plainModelHasItsKnownHash() {
    let item = EntityDescription(
      name: "Item",
      properties: [
        .attribute(AttributeDescription(name: "timestamp", type: .date)),
        .attribute(AttributeDescription(name: "number", type: .integer64)),
      ])
    #expect(
      ModelDescription(entities: [item]).versionHashes["Item"]?.hexadecimal
        == "3ea43e52eff507015a7606de3cd7215b14034f9c26adc125cb6f153b01a604dc")
  }

  @Test func hashIgnoresWhatDoesNotChangeTheShape() {
    var entity = EntityDescription(
      name: "Item", properties: [.attribute(AttributeDescription(name: "name", type: .string))])
    let hashes = ModelDescription(entities: [entity]).versionHashes
    entity.indexes = [IndexDescription(propertyNames: ["name"])]
    entity.originalName = "Thing"
    entity.properties.append(
      .attribute(AttributeDescription(name: "draft", type: .string, isTransient: true)))
    #expect(ModelDescription(entities: [entity]).versionHashes == hashes)
  }

  @Test func hashingEndsForCyclicInheritance() {
    let model = ModelDescription(entities: [
      EntityDescription(name: "A", parentName: "B"), EntityDescription(name: "B", parentName: "A"),
    ])
    #expect(model.versionHashes.count == 2)
  }
}
