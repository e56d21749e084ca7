import DataSchema
import Foundation
import Testing

@testable import OpenSwiftData

@Suite("Schema reflection")
struct SchemaReflectionTests {
  let schema = Schema([Trip.self])

  @Test func schemasIncludeRelatedModelsInOrder() throws {
    #expect(schema.entities.map(\.name) == ["Trip", "Stop", "Traveller"])
    #expect(schema.entity(for: Stop.self)?.name == "Stop")
    #expect(schema.entity(for: Dog.self) == nil)
    try schema.validate()
  }

  @Test func nestedTypesAreNamedWithoutTheirParents() {
    #expect(Schema.entityName(for: Elsewhere.Trip.self) == "Trip")
    #expect(Schema([Elsewhere.Trip.self]).entitiesByName["Trip"]?.attributes.count == 1)
  }

  @Test func propertiesKeepDeclarationOrder() throws {
    let trip = try #require(schema.entitiesByName["Trip"])
    #expect(
      trip.storedProperties.map(\.name)
        == ["code", "title", "start", "tags", "place", "stops", "owner"])
    #expect(trip.storedProperties.map(\.isRelationship).suffix(2) == [true, true])
    #expect(trip.attributesByName.count == 5)
  }

  @Test func attributesAreReadFromTheModel() throws {
    let attributes = try #require(schema.entitiesByName["Trip"]).attributesByName
    let title = try #require(attributes["title"])
    #expect(title.originalName == "name")
    #expect(title.hashModifier == "v2")
    #expect(title.defaultValue as? String == "new")
    #expect(title.valueType is String.Type)
    #expect(!title.isOptional)
    #expect(title.keypath == \Trip.title)
    let start = try #require(attributes["start"])
    #expect(start.isOptional)
    #expect(start.storageType == .date)
    #expect(start.originalName == "start")
    #expect(attributes["tags"]?.storageType == .transformable)
    #expect(attributes["code"]?.isUnique == true)
  }

  @Test func codableStructuresBecomeCompositeAttributes() throws {
    let attribute = schema.entitiesByName["Trip"]?.attributesByName["place"]
    let place = try #require(attribute as? Schema.CompositeAttribute)
    #expect(place.properties.map(\.name) == ["city", "latitude"])
    #expect(place.properties.map(\.storageType) == [.string, .double])
  }

  @Test func constraintsAndIndicesAreCollected() throws {
    let trip = try #require(schema.entitiesByName["Trip"])
    #expect(trip.uniquenessConstraints == [["code"], ["title", "start"], ["place.city"]])
    #expect(trip.indices == [["title"], ["code", "start"]])
    #expect(trip.indexDescriptions.map(\.kind) == [.binary, .rtree])
  }

  @Test func givenInversesAreConnected() throws {
    let stops = try #require(schema.entitiesByName["Trip"]?.relationshipsByName["stops"])
    let back = try #require(schema.entitiesByName["Stop"]?.relationshipsByName["trip"])
    #expect(stops.destination == "Stop")
    #expect(stops.inverseName == "trip")
    #expect(stops.deleteRule == .cascade)
    #expect(!stops.isToOneRelationship)
    #expect(back.inverseName == "stops")
    #expect(back.isToOneRelationship)
    #expect(back.isOptional)
    #expect(back.inverseKeyPath == \Trip.stops)
  }

  @Test func onlyUnambiguousInversesAreInferred() throws {
    let traveller = try #require(schema.entitiesByName["Traveller"]).relationshipsByName
    #expect(traveller["trips"]?.inverseName == "owner")
    for name in ["friends", "mother", "father"] { #expect(traveller[name]?.inverseName == nil) }
  }

  @Test func schemasFollowInheritance() throws {
    let schema = Schema([Dog.self])
    try schema.validate()
    #expect(Set(schema.entities.map(\.name)) == ["Animal", "Dog", "Pack"])
    let dog = try #require(schema.entitiesByName["Dog"])
    #expect(dog.superentity === schema.entitiesByName["Animal"])
    #expect(schema.entitiesByName["Animal"]?.subentities == [dog])
    #expect(dog.storedProperties.map(\.name) == ["tricks", "pack"])
    #expect(dog.inheritedProperties.map(\.name) == ["name"])
    #expect(dog.properties.map(\.name) == ["name", "tricks", "pack"])
    #expect(schema.modelDescription.entity(named: "Dog")?.parentName == "Animal")
  }

  @Test func inversesOfNonOptionalModelsAreNotInferred() throws {
    let schema = Schema([Pack.self])
    #expect(schema.entitiesByName["Pack"]?.relationshipsByName["leader"]?.inverseName == nil)
    #expect(schema.entitiesByName["Dog"]?.relationshipsByName["pack"]?.inverseName == nil)
  }
}
