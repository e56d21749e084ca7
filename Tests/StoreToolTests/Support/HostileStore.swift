import ArchivedModel
import CoreDataFormat
import DataSchema
import Foundation
import RecordStore
import SampleStores

/// A store with every feature, from which damaged stores are made.
final class HostileStore {
  /// The source of the file's model.
  enum Form: String, CaseIterable, Sendable {
    /// This library's own schema.
    case own
    /// The model that Apple's frameworks archived.
    case archived
    /// The tables only.
    case derived
  }

  let folder: TestFolder
  let form: Form
  /// The original store, which is not changed.
  let path: String
  /// The rows of the store, as JSON lines and as CSV.
  let exports: [String]
  private let bytes: Data

  init(_ form: Form) throws {
    self.form = form
    folder = try TestFolder(inMemory: true)
    path = folder.path("whole.store")
    do {
      let engine = try RecordEngine(StoreOptions(name: "whole", path: path), model: Self.model)
      try engine.save(Self.rows)
      try engine.save(Self.laterChanges)
    }
    let database = try TestDatabase(path: path)
    try database.execute("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE")
    if form != .own { try Self.setMetadata(Self.model, isOwn: false, in: database) }
    if form == .derived { try database.execute("DELETE FROM Z_MODELCACHE") }
    bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    var exports: [String] = []
    for format in ["jsonl", "csv"] {
      let export = folder.path("rows-\(format)")
      _ = ToolRun("export", path, "--output", export, "--format", format)
      exports.append(export)
    }
    self.exports = exports
  }

  /// Creates a copy with a name, and replaces an earlier one.
  func copy(_ name: String = "damaged.store") throws -> String {
    let target = folder.path(name)
    remove(name)
    try bytes.write(to: URL(fileURLWithPath: target))
    return target
  }

  /// Removes a store by its name, with all files next to it.
  func remove(_ name: String) {
    for suffix in ["", "-wal", "-shm", "-journal", ".files"] {
      try? FileManager.default.removeItem(atPath: folder.path(name + suffix))
    }
  }

  /// The names of the entities whose rows are known.
  var entityNames: [String] { Self.model.entities.map(\.name) }
}

// Contents.

extension HostileStore {
  static let model = ModelDescription(entities: [
    EntityDescription(
      name: "Person",
      properties: [
        .attribute(AttributeDescription(name: "name", type: .string)),
        .attribute(AttributeDescription(name: "born", type: .date, isOptional: true)),
        .relationship(
          RelationshipDescription(name: "boss", destination: "Person", inverseName: "staff")),
        .relationship(
          RelationshipDescription(
            name: "staff", destination: "Person", inverseName: "boss", isToMany: true)),
        .relationship(
          RelationshipDescription(
            name: "friends", destination: "Person", inverseName: "friends", isToMany: true)),
      ], uniquenessConstraints: [["name"]]),
    EntityDescription(
      name: "Author", parentName: "Person",
      properties: [
        .composite(
          CompositeDescription(
            name: "place", isOptional: true,
            elements: [
              .attribute(AttributeDescription(name: "city", type: .string, isOptional: true)),
              .attribute(AttributeDescription(name: "latitude", type: .double, isOptional: true)),
            ])),
        .relationship(
          RelationshipDescription(
            name: "books", destination: "Book", inverseName: "author", isToMany: true,
            isOrdered: true, deleteRule: .cascade)),
      ]),
    EntityDescription(
      name: "Book",
      properties: [
        attribute("title", .string, isPreserved: true), attribute("pages", .integer16),
        attribute("sold", .integer64), attribute("price", .decimal), attribute("weight", .float),
        attribute("isRead", .boolean), attribute("number", .uuid), attribute("site", .uri),
        attribute("keywords", .transformable),
        .attribute(
          AttributeDescription(
            name: "cover", type: .binaryData, isOptional: true, storesExternally: true)),
        .relationship(
          RelationshipDescription(name: "author", destination: "Author", inverseName: "books")),
        .relationship(
          RelationshipDescription(
            name: "tags", destination: "Tag", inverseName: "books", isToMany: true)),
      ], indexes: [IndexDescription(propertyNames: ["title"])]),
    EntityDescription(
      name: "Tag",
      properties: [
        .attribute(AttributeDescription(name: "label", type: .string)),
        .relationship(
          RelationshipDescription(
            name: "books", destination: "Book", inverseName: "tags", isToMany: true)),
      ]),
  ])

  private static func attribute(
    _ name: String, _ type: AttributeType, isPreserved: Bool = false
  ) -> PropertyDescription {
    .attribute(
      AttributeDescription(
        name: name, type: type, isOptional: true, preservesValueOnDeletion: isPreserved))
  }

  private static var rows: RecordChanges {
    var changes = RecordChanges(author: "test")
    let boss = changes.insert("Person", ["name": .text("Boss")])
    let ann = changes.insert(
      "Author",
      [
        "name": .text("Ann, “the 日本”"), "born": .date(Date(timeIntervalSinceReferenceDate: 1.5)),
        "boss": .row(boss), "place": .composite(["city": .text("Ulm"), "latitude": .real(48.4)]),
      ])
    let keywords = try? JSONSerialization.data(withJSONObject: ["a", "b"])
    let dune = changes.insert(
      "Book",
      [
        "title": .text("Dune"), "pages": .integer(10), "sold": .integer(1 << 40),
        "price": .decimal(9.5), "weight": .real(0.25), "isRead": .bool(true), "author": .row(ann),
        "number": .uuid(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))),
        "site": .url(URL(fileURLWithPath: "/dune")), "keywords": .data(keywords ?? Data()),
        "cover": .data(Data((0..<150_000).map { UInt8(truncatingIfNeeded: $0) })),
      ])
    let other = changes.insert("Book", ["title": .text("Line\nbreak"), "author": .row(ann)])
    changes.insert("Book", ["title": .text("gone"), "cover": .data(Data([1, 2]))])
    let tag = changes.insert("Tag", ["label": .text("new")])
    changes.relate(tag, of: "Tag", "books", to: [other, dune])
    changes.relate(boss, of: "Person", "friends", to: [ann])
    return changes
  }

  private static var laterChanges: RecordChanges {
    var changes = RecordChanges(author: "later")
    changes.change(1, of: "Book", ["pages": .integer(11)])
    changes.delete([3], of: "Book")
    return changes
  }

  /// Sets a file's stored model, whatever its tables are.
  static func setMetadata(
    _ model: ModelDescription, isOwn: Bool, in database: TestDatabase
  ) throws {
    var metadata = StoreMetadata(model: model, storeUUID: UUID())
    if !isOwn { metadata.schema = nil }
    let list = try metadata.propertyList()
    try set("Z_METADATA", "Z_PLIST", to: list, in: database)
  }

  /// Sets the bytes in the only row of a table.
  static func set(
    _ table: String, _ column: String, to bytes: Data, in database: TestDatabase
  ) throws {
    let signs = Array("0123456789abcdef".utf8)
    let digits = String(
      decoding: bytes.flatMap { [signs[Int($0 >> 4)], signs[Int($0 & 15)]] }, as: UTF8.self)
    try database.execute("UPDATE \(table) SET \(column) = x'\(digits)'")
  }
}
