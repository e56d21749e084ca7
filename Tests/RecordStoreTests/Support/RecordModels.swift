import DataSchema
import Foundation
import RecordStore

/// Entities with every kind of property and relationship.
enum RecordModels {
  static let library = ModelDescription(entities: [
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
            isOrdered: false, deleteRule: .cascade)),
        .relationship(
          RelationshipDescription(
            name: "partner", destination: "Author", inverseName: "partner")),
      ], uniquenessConstraints: [["name"]]),
    EntityDescription(
      name: "Book",
      properties: [
        .attribute(
          AttributeDescription(name: "title", type: .string, preservesValueOnDeletion: true)),
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
    EntityDescription(
      name: "Copy",
      properties: [
        .attribute(AttributeDescription(name: "place", type: .string)),
        .relationship(
          RelationshipDescription(name: "book", destination: "Book", isOptional: false)),
      ]),
  ])

  static func open(_ folder: TemporaryFolder) throws -> RecordEngine {
    try RecordEngine(
      StoreOptions(name: "library", path: folder.url.appendingPathComponent("library.store").path),
      model: library)
  }
}
