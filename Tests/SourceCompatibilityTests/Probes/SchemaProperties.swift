import Foundation
import SwiftData

@Model final class House {
  #Index<House>([\.street], [\.street, \.number])
  #Unique<House>([\.street, \.number])
  var street: String
  var number: Int
  @Relationship(.cascade, inverse: \Room.house) var rooms: [Room] = []
  @Relationship(deleteRule: .deny, minimumModelCount: 1, maximumModelCount: 3)
  var owners: [Person] = []
  init(street: String, number: Int) { self.street = street; self.number = number }
}
@Model final class Room { var house: House?; init() {} }
@Model final class Person { var houses: [House]?; init() {} }

struct Note: SchemaProperty {
  var name = "note"
  var originalName = "note"
  var valueType: any Any.Type = String.self
  let isUnique = false
  enum CodingKeys: CodingKey { case name, originalName }
  static func == (left: Note, right: Note) -> Bool { left.name == right.name }
  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

func attributes() throws -> [Schema.Attribute] {
  let marker = Schema.Attribute(.unique, .spotlight, originalName: "o", hashModifier: "h")
  let named = Schema.Attribute(
    name: "n", originalName: nil, options: [.ephemeral], valueType: Int?.self, defaultValue: 4)
  named.isOptional.toggle()
  named.valueType = String.self
  named.options.append(.externalStorage)
  let parts = Schema.CompositeAttribute(name: "place", valueType: Data.self)
  parts.properties = [named, marker]
  let flags = [named.isTransient, named.isUnique, named.isTransformable, named.isCodable]
  print(flags, named.debugDescription, named.defaultValue ?? 0, named.hashModifier ?? "")
  return Array(Set([marker, named, parts, try copy(parts)]))
}

func copy<Value: Codable>(_ value: Value) throws -> Value {
  try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
}

func relationships() throws -> Set<Schema.Relationship> {
  let rooms = Schema.Relationship(
    .unique, deleteRule: .cascade, minimumModelCount: nil, inverse: \Room.house)
  rooms.name = "rooms"
  rooms.keypath = \House.rooms
  rooms.valueType = [Room].self
  rooms.destination = "Room"
  rooms.inverseName = "house"
  rooms.options = [.unique]
  let rule = Schema.Relationship.DeleteRule(rawValue: "nullify") ?? .noAction
  let short = Schema.Relationship(rule)
  let flags = [rooms.isToOneRelationship, rooms.isUnique, rooms.isOptional, rooms.isRelationship]
  return flags.contains(true) ? [rooms, short] : [try copy(rooms)]
}

func entities(_ properties: [any SchemaProperty]) throws -> [Schema.Entity] {
  let child = Schema.Entity("Child")
  let parent = Schema.Entity("Parent", subentities: child, properties: Note(), try attributes()[0])
  parent.storedProperties += properties
  parent.uniquenessConstraints = [["n"]]
  parent.indices.append(["n", "note"])
  child.superentityName = child.superentity?.name
  let counts = [
    parent.attributes.count, parent.relationships.count, parent.attributesByName.count,
    parent.relationshipsByName.count, parent.storedPropertiesByName.count,
    child.inheritedPropertiesByName.count, child.inheritedProperties.count, parent.subentities.count,
  ]
  print(counts, parent.properties.map(\.isAttribute), parent.debugDescription)
  return [child, parent, try copy(parent)].sorted { $0.name < $1.name }
}

func lists() throws -> Int {
  let index = Schema.Index<House>(.binary([\.street]), .rtree([\.number]))
  let plain = Schema.Index<House>([\.street], [\.number])
  let unique = Schema.Unique<House>([\.street, \.number])
  if case .rtree(let paths)? = index.indices.last { print(paths.count) }
  let keys = [Schema.Index<House>.CodingKeys.indices.stringValue]
    + [Schema.Unique<House>.CodingKeys.constraints.stringValue]
  let all: [any SchemaProperty] = [index, plain, unique]
  return try copy(unique).constraints.count + copy(index).indices.count + keys.count
    + all.filter(\.isUnique).count + Set([index, plain]).count
}
