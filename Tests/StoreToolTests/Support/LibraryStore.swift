import DataSchema
import Foundation
import RecordStore

/// A store with every kind of property and relationship, and some rows.
enum LibraryStore {
  static let model = ModelDescription(entities: [
    EntityDescription(
      name: "Author",
      properties: [
        .attribute(AttributeDescription(name: "name", type: .string)),
        .attribute(AttributeDescription(name: "born", type: .date, isOptional: true)),
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
            deleteRule: .cascade)),
      ], uniquenessConstraints: [["name"]]),
    EntityDescription(
      name: "Book",
      properties: [
        .attribute(AttributeDescription(name: "title", type: .string)),
        .attribute(AttributeDescription(name: "pages", type: .integer16, isOptional: true)),
        .attribute(AttributeDescription(name: "price", type: .decimal, isOptional: true)),
        .attribute(AttributeDescription(name: "isRead", type: .boolean, isOptional: true)),
        .attribute(AttributeDescription(name: "number", type: .uuid, isOptional: true)),
        .attribute(AttributeDescription(name: "site", type: .uri, isOptional: true)),
        .attribute(
          AttributeDescription(
            name: "cover", type: .binaryData, isOptional: true, storesExternally: true)),
        .relationship(
          RelationshipDescription(name: "author", destination: "Author", inverseName: "books")),
        .relationship(
          RelationshipDescription(
            name: "tags", destination: "Tag", inverseName: "books", isToMany: true)),
      ]),
    EntityDescription(
      name: "Tag",
      properties: [
        .attribute(AttributeDescription(name: "label", type: .string)),
        .relationship(
          RelationshipDescription(
            name: "books", destination: "Book", inverseName: "tags", isToMany: true)),
      ]),
  ])

  /// Creates a store of two authors, three books and two tags.
  static func make(_ folder: TestFolder, name: String = "library.store") throws -> String {
    let path = folder.path(name)
    let engine = try RecordEngine(StoreOptions(name: "library", path: path), model: model)
    try engine.save(rows)
    return path
  }

  /// Creates a store without rows.
  static func makeEmpty(_ folder: TestFolder, name: String) throws -> String {
    let path = folder.path(name)
    _ = try RecordEngine(StoreOptions(name: "library", path: path), model: model)
    return path
  }

  /// Larger than values that are stored in a row.
  static let cover = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0) })

  private static var rows: RecordChanges {
    var changes = RecordChanges(author: "test")
    let ann = changes.insert(
      "Author",
      [
        "name": .text("Ann"), "born": .date(Date(timeIntervalSinceReferenceDate: 100.123456789)),
        "place": .composite(["city": .text("Ulm"), "latitude": .real(48.4)]),
      ])
    let bob = changes.insert("Author", ["name": .text("Bob, “the 日本” \"B\"")])
    let first = changes.insert(
      "Book",
      [
        "title": .text("Dune"), "pages": .integer(10), "isRead": .bool(true),
        "price": .decimal(9.5), "author": .row(ann), "cover": .data(cover),
        "number": .uuid(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))),
        "site": .url(URL(fileURLWithPath: "/dune")),
      ])
    let second = changes.insert(
      "Book", ["title": .text("Line\nbreak"), "pages": .integer(200), "author": .row(bob)])
    let third = changes.insert("Book", ["title": .text(""), "cover": .data(Data([1, 2]))])
    let old = changes.insert("Tag", ["label": .text("old")])
    let new = changes.insert("Tag", ["label": .text("new")])
    changes.relate(old, of: "Tag", "books", to: [third, first])
    changes.relate(new, of: "Tag", "books", to: [second])
    return changes
  }
}
