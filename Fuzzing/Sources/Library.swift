import DataSchema
import Foundation
import RecordStore

/// A store with every kind of property and relationship, and some rows.
enum Library {
  static let model = ModelDescription(entities: [
    EntityDescription(
      name: "Author",
      properties: [
        .attribute(AttributeDescription(name: "name", type: .string)),
        attribute("born", .date),
        .composite(
          CompositeDescription(
            name: "place", isOptional: true,
            elements: [attribute("city", .string), attribute("latitude", .double)])),
        .relationship(
          RelationshipDescription(
            name: "books", destination: "Book", inverseName: "author", isToMany: true,
            isOrdered: true, deleteRule: .cascade)),
      ], uniquenessConstraints: [["name"]]),
    EntityDescription(
      name: "Book",
      properties: [
        .attribute(AttributeDescription(name: "title", type: .string)),
        attribute("pages", .integer16), attribute("sold", .integer64), attribute("price", .decimal),
        attribute("weight", .float), attribute("isRead", .boolean), attribute("number", .uuid),
        attribute("site", .uri), attribute("keywords", .transformable),
        attribute("cover", .binaryData),
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

  private static func attribute(_ name: String, _ type: AttributeType) -> PropertyDescription {
    .attribute(AttributeDescription(name: name, type: type, isOptional: true))
  }

  /// Creates a store without rows, which replaces an earlier one.
  static func makeStore(_ name: String) throws -> RecordEngine {
    WorkFolder.remove(name)
    let path = WorkFolder.file(name).path
    return try RecordEngine(
      StoreOptions(name: name, path: path, tracksHistory: false), model: model)
  }

  static var rows: RecordChanges {
    var changes = RecordChanges()
    let author = changes.insert(
      "Author",
      [
        "name": .text("Ann"), "born": .date(Date(timeIntervalSinceReferenceDate: 100.5)),
        "place": .composite(["city": .text("Ulm"), "latitude": .real(48.4)]),
      ])
    let book = changes.insert(
      "Book",
      [
        "title": .text("Dune"), "pages": .integer(10), "isRead": .bool(true),
        "price": .decimal(9.5), "author": .row(author), "cover": .data(Data([1, 2])),
        "number": .uuid(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))),
        "site": .url(URL(fileURLWithPath: "/dune")),
      ])
    changes.insert("Book", ["title": .text("")])
    let tag = changes.insert("Tag", ["label": .text("new")])
    changes.relate(tag, of: "Tag", "books", to: [book])
    return changes
  }
}
