import DataSchema
import Foundation
import OpenSwiftData
import Testing

@Suite("Schemas of macro models")
struct MacroModelSchemaTests {
  @Model final class Hotel {
    #Index<Hotel>([\.place.city, \.stars], [\.name])
    #Unique<Hotel>([\.name, \.place.city])
    var name: String
    var stars: Int = 3
    var place: Place
    @Relationship(.cascade, inverse: \Room.hotel) var rooms: [Room] = []
    @Attribute(.codable) var plan: Place?
    init(name: String, place: Place) {
      self.name = name
      self.place = place
    }
  }

  @Model final class Room {
    var number: Int
    var hotel: Hotel?
    init(number: Int) { self.number = number }
  }

  @Model class Guest {
    var name: String
    init(name: String) { self.name = name }
  }

  @Model final class Member: Guest {
    #Index<Member>([\.points])
    var points: Int = 0
    override init(name: String) { super.init(name: name) }
  }

  @Test func indexesAndConstraintsReachIntoStructures() throws {
    let schema = Schema([Hotel.self])
    try schema.validate()
    let hotel = try #require(schema.entitiesByName["Hotel"])
    #expect(hotel.indices == [["place.city", "stars"], ["name"]])
    #expect(hotel.uniquenessConstraints == [["name", "place.city"]])
  }

  @Test func relationshipsAreConnectedToTheirInverses() throws {
    let schema = Schema([Hotel.self])
    let rooms = try #require(schema.entitiesByName["Hotel"]?.relationshipsByName["rooms"])
    #expect(rooms.inverseName == "hotel")
    #expect(rooms.deleteRule == .cascade)
    #expect(schema.entity(for: Room.self)?.relationshipsByName["hotel"]?.inverseName == "rooms")
  }

  @Test func codableAttributesStayWhole() throws {
    let plan = Schema([Hotel.self]).modelDescription.entity(named: "Hotel")?.properties
      .first { $0.name == "plan" }
    guard case .attribute(let attribute)? = plan else {
      Issue.record("The attribute was taken apart.")
      return
    }
    #expect(attribute.isOptional)
    #expect(attribute.type == .transformable)
  }

  @Test func subclassesStoreOnlyWhatTheyAdd() throws {
    let schema = Schema([Member.self])
    try schema.validate()
    let member = try #require(schema.entitiesByName["Member"])
    #expect(member.storedProperties.map(\.name) == ["points"])
    #expect(member.superentity?.name == "Guest")
    #expect(member.indices == [["points"]])
  }
}
