import DataSchema
import Testing

@testable import OpenSwiftData

@Suite("Schema entities")
struct SchemaEntityTests {
  private let name = Schema.Attribute(name: "name", valueType: String.self)
  private let age = Schema.Attribute(name: "age", valueType: Int?.self)

  @Test func viewsOfAnEntityShareOnePropertyList() {
    let entity = Schema.Entity("Person", properties: name, age)
    let boss = Schema.Relationship()
    boss.name = "boss"
    entity.relationships = [boss]
    #expect(entity.storedProperties.map(\.name) == ["name", "age", "boss"])
    let zip = Schema.Attribute(name: "zip", valueType: String.self)
    entity.attributesByName = ["zip": zip, "age": age]
    #expect(entity.storedProperties.map(\.name) == ["age", "boss", "zip"])
    #expect(entity.attributes == [age, zip])
    #expect(entity.relationshipsByName["boss"] === boss)
    entity.storedPropertiesByName = ["boss": boss]
    #expect(entity.properties.count == 1)
    #expect(entity.attributes.isEmpty)
  }

  @Test func indicesThatStayKeepTheirKind() {
    let entity = Schema.Entity("Person")
    entity.indexDescriptions = [.init(kind: .rtree, propertyNames: ["x", "y"])]
    entity.indices += [["name"]]
    #expect(entity.indexDescriptions.map(\.kind) == [.rtree, .binary])
  }

  @Test func subentitiesInheritProperties() {
    let child = Schema.Entity("Child")
    let parent = Schema.Entity("Parent", subentities: child, properties: name)
    #expect(child.superentity === parent)
    #expect(child.superentityName == "Parent")
    #expect(child.inheritedProperties.map(\.name) == ["name"])
    #expect(Schema(child).entitiesByName["Parent"] === parent)
  }

  @Test func schemaVersionsAreOrdered() {
    let versions = [
      Schema.Version(0, 9, 9), Schema.Version(1, 0, 0), Schema.Version(1, 0, 10),
      Schema.Version(1, 2, 0), Schema.Version(2, 0, 0),
    ]
    #expect(versions.shuffled().sorted() == versions)
    #expect(versions.compactMap { Schema.Version(text: $0.description) } == versions)
    for text in ["", "a", "1.-2", "1.2.3.4", "1..2"] { #expect(Schema.Version(text: text) == nil) }
    #expect(Schema.Version(text: "3") == Schema.Version(3, 0, 0))
  }

  @Test func deleteRulesAreDistinguishedFromOptions() {
    #expect(Schema.Relationship(.cascade).deleteRule == .cascade)
    #expect(Schema.Relationship(.cascade, inverse: \Stop.trip).inverseKeyPath == \Stop.trip)
    #expect(Schema.Relationship(.unique).isUnique)
    #expect(Schema.Relationship(.unique).deleteRule == .nullify)
  }
}
