import DataSchema
import Foundation
import Testing

@testable import OpenSwiftData

@Suite("Encoded schemas")
struct SchemaCodableTests {
  private func roundTrip<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
  }

  @Test func schemasSurviveEncoding() throws {
    let schema = Schema([Trip.self, Dog.self], version: Schema.Version(2, 3, 4))
    let read = try roundTrip(schema)
    #expect(read == schema)
    #expect(read.hashValue == schema.hashValue)
    #expect(read.version == Schema.Version(2, 3, 4))
    #expect(read.modelDescription == schema.modelDescription)
    #expect(read.entitiesByName["Dog"]?.superentity?.name == "Animal")
    #expect(read.entitiesByName["Trip"]?.attributesByName["start"]?.valueType is Date?.Type)
  }

  @Test func schemasAreSavedToFiles() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: url) }
    let schema = Schema([Trip.self])
    try schema.save(to: url)
    #expect(try Schema.load(from: url) == schema)
    #expect(throws: (any Error).self) { try Schema.load(from: url.appendingPathComponent("x")) }
  }

  @Test func unknownTypesKeepTheirNames() throws {
    let attribute = Schema.Attribute(name: "shape", valueType: Place?.self)
    attribute.storage = .binaryData
    var text = String(decoding: try JSONEncoder().encode(attribute), as: UTF8.self)
    let mangled = try #require(_mangledTypeName(Place?.self))
    text = text.replacingOccurrences(of: mangled, with: "4Gone0A0V")
    let read = try JSONDecoder().decode(Schema.Attribute.self, from: Data(text.utf8))
    #expect(read.encodedType.name == attribute.encodedType.name)
    #expect(read.isOptional)
    #expect(read.storageType == .binaryData)
    let again = try roundTrip(read)
    #expect(again == read)
  }

  @Test(arguments: [Double.infinity, -Double.infinity, 0, 1.5])
  func defaultValuesSurviveEncoding(_ value: Double) throws {
    let attribute = Schema.Attribute(name: "a", valueType: Double.self, defaultValue: value)
    #expect(try roundTrip(attribute).defaultValue as? Double == value)
    #expect(try roundTrip(attribute) == attribute)
  }

  @Test func everyAttributeOptionSurvivesEncoding() throws {
    let options: [Schema.Attribute.Option] = [
      .unique, .externalStorage, .allowsCloudEncryption, .preserveValueOnDeletion, .ephemeral,
      .spotlight, .codable, .transformable(by: "Named"), .transformable(by: Doubler.self),
    ]
    #expect(try roundTrip(options) == options)
    #expect(Set(options).count == options.count)
    #expect(try roundTrip(options)[8].transformerClass is Doubler.Type)
    #expect(options[8].transformerName == "Doubler")
  }

  @Test func relationshipsSurviveEncoding() throws {
    let relationship = Schema.Relationship(
      .unique, deleteRule: .deny, minimumModelCount: 1, maximumModelCount: nil,
      originalName: "old", inverse: \Stop.trip, hashModifier: "h")
    relationship.valueType = [Stop]?.self
    relationship.destination = "Stop"
    let read = try roundTrip(relationship)
    #expect(read == relationship)
    #expect(read.isOptional)
    #expect(!read.isToOneRelationship)
    #expect(read.isUnique)
    #expect(read.maximumModelCount == nil)
    #expect(read.minimumModelCount == 1)
  }

  @Test func indicesAndConstraintsSurviveEncoding() throws {
    let index = Schema.Index<Trip>(.binary([\.title]), .rtree([\.code, \.start]))
    #expect(try roundTrip(index) == index)
    let unique = Schema.Unique<Trip>([\.title, \.start], [\.code])
    #expect(try roundTrip(unique) == unique)
    let text = Data(#"{"constraints":[["nonesuch"]]}"#.utf8)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Schema.Unique<Trip>.self, from: text)
    }
  }

  @Test func entitiesKeepTheirSubentities() throws {
    let name = Schema.Attribute(name: "name", options: [.unique], valueType: String.self)
    let child = Schema.Entity("Child", properties: Schema.Attribute(name: "b", valueType: Int.self))
    let parent = Schema.Entity("Parent", subentities: child, properties: name)
    parent.indices = [["name"]]
    let read = try roundTrip(parent)
    #expect(read == parent)
    let readChild = try #require(read.subentities.first)
    #expect(readChild == child)
    #expect(readChild.superentity === read)
    #expect(readChild.inheritedPropertiesByName["name"] is Schema.Attribute)
    #expect(Schema(parent).entities.count == 2)
  }

  @Test func descriptionsMakeSchemasWithoutModels() throws {
    // The description as a store keeps it, without default values.
    var description = try JSONDecoder().decode(
      ModelDescription.self,
      from: JSONEncoder().encode(Schema([Trip.self, Dog.self]).modelDescription))
    #expect(Schema(description: description).modelDescription == description)
    description.versionIdentifiers = ["4.5.6"]
    #expect(Schema(description: description).version == Schema.Version(4, 5, 6))
  }
}

final class Doubler: ValueTransformer {
  override func transformedValue(_ value: Any?) -> Any? { (value as? Int).map { $0 * 2 } }
  override func reverseTransformedValue(_ value: Any?) -> Any? { (value as? Int).map { $0 / 2 } }
}
