import DataSchema
import Foundation
import PostgresDriver
import PostgresFormat
import PostgresTesting
import RecordStore
import SQLCore
import Testing

@testable import PostgresRecords

/// Partitioned rows, accessed without model classes.
@Suite("Rows in partitions", .enabled(if: PostgresServer.isInstalled))
struct ShardedRecordsTests {
  private static let model = ModelDescription(entities: [
    EntityDescription(
      name: "Parcel",
      properties: [
        .attribute(AttributeDescription(name: "owner", type: .integer64)),
        .attribute(AttributeDescription(name: "code", type: .string)),
      ],
      uniquenessConstraints: [["owner", "code"]]),
    EntityDescription(
      name: "Road", properties: [.attribute(AttributeDescription(name: "name", type: .string))]),
  ])

  private let options: PostgresStoreOptions

  init() throws {
    var options = PostgresStoreOptions(
      name: "parted", settings: PostgresSettings(try PostgresServer.shared.address()),
      schema: "parted_\(UUID().uuidString.prefix(8).lowercased())")
    options.sharding = PostgresShardingOptions(partitionCount: 4, keys: ["Parcel": "owner"])
    self.options = options
  }

  private func parcel(_ owner: Int64, _ code: String) -> [String: RecordValue] {
    ["owner": .integer(owner), "code": .text(code)]
  }

  /// Copied rows keep their keys, and new rows get higher ones, whatever the copied keys are.
  @Test func newKeysExceedCopiedKeys() throws {
    let now = Int64(Date.now.timeIntervalSince1970) - 1_577_836_800
    let keys: [Int64] = [3, 40, (now + 1_000) << 31 | 5]
    try PostgresStore.make(options, holding: Self.model) { filler in
      try filler.takeKeys(upTo: keys[2], for: filler.engine.entity("Parcel"))
      try filler.takeKeys(upTo: 9, for: filler.engine.entity("Road"))
      try filler.insert(
        keys.map { Record(entity: "Parcel", key: $0, version: 1, values: parcel($0, "a")) })
      try filler.insert(
        [Record(entity: "Road", key: 9, version: 1, values: ["name": .text("north")])])
      try filler.finish()
    }
    let engine = try RecordEngine(PostgresStore(options, model: Self.model), Self.model)
    var changes = RecordChanges()
    let new = (0..<5).map { changes.insert("Parcel", parcel($0, "b")) }
    let road = changes.insert("Road", ["name": .text("south")])
    let outcome = try engine.save(changes)
    #expect(new.allSatisfy { outcome.keys[$0] ?? 0 > keys[2] })
    #expect(outcome.keys[road] == 10)
    #expect(try engine.rows(RecordQuery("Parcel")).count == 8)
  }

  /// A store describes its own partitioning.
  @Test func selfDescribedStoresWritePartitionedRows() throws {
    _ = try PostgresStore(options, model: Self.model)
    var others = options
    others.sharding = nil
    for number: Int64 in 0..<2 {
      let engine = try SelfDescribedPostgresStore(others).engine
      var changes = RecordChanges()
      changes.insert("Parcel", parcel(7, "c\(number)"))
      // A row with another one's unique values replaces that row.
      changes.insert("Parcel", parcel(7, "c0"))
      try engine.save(changes)
      #expect(try engine.count("Parcel") == number + 1)
    }
    let facts = try SelfDescribedPostgresStore(others).facts
    #expect(facts["format"] == "2")
    #expect(facts["sharding"] == #"{"keys":{"Parcel":"owner"},"partitionCount":4,"servers":[]}"#)
  }
}
