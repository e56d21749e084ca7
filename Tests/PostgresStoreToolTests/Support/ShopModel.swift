import DataSchema
import Foundation
import RecordStore
import SQLCore

/// Entities with inheritance, all kinds of relationships and values of every type.
enum ShopModel {
  static let model = ModelDescription(entities: [
    EntityDescription(
      name: "Item",
      properties: [
        .attribute(AttributeDescription(name: "code", type: .string)),
        .attribute(AttributeDescription(name: "price", type: .decimal, isOptional: true)),
        .attribute(AttributeDescription(name: "made", type: .date, isOptional: true)),
        .attribute(AttributeDescription(name: "weight", type: .double, isOptional: true)),
        .attribute(AttributeDescription(name: "count", type: .integer32, isOptional: true)),
        .attribute(AttributeDescription(name: "isNew", type: .boolean, isOptional: true)),
        .attribute(AttributeDescription(name: "number", type: .uuid, isOptional: true)),
        .attribute(AttributeDescription(name: "page", type: .uri, isOptional: true)),
        .attribute(
          AttributeDescription(
            name: "picture", type: .binaryData, isOptional: true, storesExternally: true)),
        .attribute(AttributeDescription(name: "tags", type: .transformable, isOptional: true)),
        .composite(
          CompositeDescription(
            name: "size", isOptional: true,
            elements: [
              .attribute(AttributeDescription(name: "x", type: .double, isOptional: true)),
              .attribute(AttributeDescription(name: "y", type: .double, isOptional: true)),
            ])),
        .relationship(
          RelationshipDescription(name: "shelf", destination: "Shelf", inverseName: "items")),
        .relationship(
          RelationshipDescription(
            name: "labels", destination: "Label", inverseName: "items", isToMany: true)),
        .relationship(RelationshipDescription(name: "related", destination: "Item")),
      ], uniquenessConstraints: [["code"]]),
    EntityDescription(
      name: "Book", parentName: "Item",
      properties: [
        .attribute(AttributeDescription(name: "author", type: .string, isOptional: true))
      ]),
    EntityDescription(
      name: "Shelf",
      properties: [
        .attribute(AttributeDescription(name: "name", type: .string)),
        .relationship(
          RelationshipDescription(
            name: "items", destination: "Item", inverseName: "shelf", isToMany: true)),
      ]),
    EntityDescription(
      name: "Label",
      properties: [
        .attribute(AttributeDescription(name: "text", type: .string)),
        .relationship(
          RelationshipDescription(
            name: "items", destination: "Item", inverseName: "labels", isToMany: true)),
      ]),
  ])

  /// Writes rows of all entities, with members in a custom order.
  static func fill(_ engine: RecordEngine, date: Date) throws {
    var changes = RecordChanges(author: "test")
    let shelf = changes.insert("Shelf", ["name": .text("A")])
    let picture = Data((0..<150_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
    let lamp = changes.insert(
      "Item",
      [
        "code": .text("lamp e\u{301}"), "price": .decimal(9.75), "made": .date(date),
        "weight": .real(-0.25), "count": .integer(-3), "isNew": .bool(true),
        "number": .uuid(UUID()), "page": .url(URL(fileURLWithPath: "/lamp")),
        "picture": .data(picture), "size": .composite(["x": .real(1), "y": .null]),
        "tags": .data(KeyedArchive.archive(Data(#"{"long":1,"a":["x",2.0]}"#.utf8))),
        "shelf": .row(shelf),
      ])
    let book = changes.insert(
      "Book",
      [
        "code": .text("book"), "author": .text("Ann"), "shelf": .row(shelf), "related": .row(lamp),
        "picture": .data(Data([1, 2, 3])), "weight": .real(.infinity),
        "tags": .data(Data([9, 0, 255])),
      ])
    let other = changes.insert("Book", ["code": .text(""), "related": .row(book)])
    let (old, new) = (
      changes.insert("Label", ["text": .text("old")]),
      changes.insert("Label", ["text": .text("new")])
    )
    changes.relate(shelf, of: "Shelf", "items", to: [book, lamp])
    changes.relate(old, of: "Label", "items", to: [other, lamp, book])
    changes.relate(new, of: "Label", "items", to: [other])
    try engine.save(changes)
    // Keys have gaps, and the last ones belong to deleted rows.
    let gone = try engine.save(inserting("gone")).keys.values.sorted()
    try engine.delete(gone, of: "Item")
  }

  private static func inserting(_ code: String) -> RecordChanges {
    var changes = RecordChanges(author: "test")
    changes.insert("Item", ["code": .text(code)])
    return changes
  }
}
