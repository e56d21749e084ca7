import DataSchema
import Foundation
import ModelArchives
import Testing

@testable import ArchivedModel

@Suite("Archived models")
struct ArchivedModelTests {
  private let archived: ArchivedModel

  init() throws { archived = try ArchivedModel(modelCache: Library.modelCache) }

  private func property(_ entity: String, _ name: String) throws -> PropertyDescription {
    let entity = try #require(archived.model.entity(named: entity))
    return try #require(entity.properties.first { $0.name == name })
  }

  @Test func entitiesAreRead() throws {
    #expect(archived.model.entities.map(\.name) == ["Author", "Book", "Novel"])
    #expect(archived.model.versionIdentifiers == ["2.1.0"])
    let author = try #require(archived.model.entity(named: "Author"))
    #expect(author.properties.map(\.name) == ["age", "books", "name", "photo"])
    #expect(author.uniquenessConstraints == [["name"]])
    #expect(author.indexes.map(\.propertyNames) == [["name"], ["age", "name"]])
    // Inherited properties belong to the superentity.
    let novel = try #require(archived.model.entity(named: "Novel"))
    #expect(novel.parentName == "Book")
    #expect(novel.properties.map(\.name) == ["genre"])
    #expect(archived.configurations == ["People": ["Author"]])
    #expect(archived.classNames["Novel"] == "Novel")
  }

  @Test func attributesAreRead() throws {
    let photo = AttributeDescription(
      name: "photo", type: .binaryData, isOptional: true, storesExternally: true,
      preservesValueOnDeletion: true)
    #expect(try property("Author", "photo") == .attribute(photo))
    let age = AttributeDescription(
      name: "age", type: .integer64, versionHashModifier: "2", originalName: "years")
    #expect(try property("Author", "age") == .attribute(age))
    let title = AttributeDescription(name: "title", type: .string, defaultValue: .text("Untitled"))
    #expect(try property("Book", "title") == .attribute(title))
    let tags = AttributeDescription(
      name: "tags", type: .transformable, valueTypeName: "Array<String>",
      transformerName: "NSSecureUnarchiveFromData")
    #expect(try property("Book", "tags") == .attribute(tags))
    #expect(archived.details["Book.tags"]?.transformerName == "NSSecureUnarchiveFromData")
  }

  @Test func compositesAreRead() throws {
    let size = CompositeDescription(
      name: "size",
      elements: [
        .attribute(AttributeDescription(name: "width", type: .double, defaultValue: .real(12.5))),
        .attribute(AttributeDescription(name: "height", type: .double, isOptional: true)),
      ])
    #expect(try property("Book", "size") == .composite(size))
    #expect(archived.details["Book.state"]?.isEnumeration == true)
    #expect(archived.details["Book.state"]?.caseNames == ["read", "lent"])
    #expect(archived.details["Book.size"]?.isEnumeration == false)
  }

  @Test func derivationExpressionsAreRead() throws {
    let model = try ArchivedModel(modelCache: Library.counted).model
    let count = DerivedDescription(name: "bookCount", expression: "count:(books)", type: .integer64)
    #expect(model.entity(named: "Author")?.properties.contains(.derived(count)) == true)
  }

  @Test func modelsAreWrittenAsTheyWereRead() throws {
    let again = try ArchivedModel(modelCache: ModelArchive.modelCache(of: archived.model))
    #expect(again.model == archived.model)
  }

  /// Models that programs build in code store -1; 0 would produce a different hash.
  @Test func aMaximumOfMinusOneIsKept() throws {
    let many = RelationshipDescription(
      name: "parts", destination: "Whole", isToMany: true, maximumCount: -1)
    let model = ModelDescription(entities: [
      EntityDescription(name: "Whole", properties: [.relationship(many)])
    ])
    let read = try ArchivedModel(modelCache: ModelArchive.modelCache(of: model)).model
    #expect(read.entities == model.entities)
    #expect(read.versionHashes == model.versionHashes)
  }

  @Test func relationshipsAreRead() throws {
    let books = RelationshipDescription(
      name: "books", destination: "Book", inverseName: "writer", isOptional: false, isToMany: true,
      isOrdered: true, deleteRule: .cascade)
    #expect(try property("Author", "books") == .relationship(books))
    let writer = RelationshipDescription(
      name: "writer", destination: "Author", inverseName: "books", originalName: "author")
    #expect(try property("Book", "writer") == .relationship(writer))
  }
}
