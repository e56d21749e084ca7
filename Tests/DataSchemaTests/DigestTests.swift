import DataSchema
import Foundation
import Testing

@Suite("Digests of schemas")
struct DigestTests {
  /// A schema with a value for every field.
  private static let model = ModelDescription(
    entities: [
      EntityDescription(
        name: "Trip", isAbstract: true, parentName: "Plan",
        properties: [
          .attribute(
            AttributeDescription(
              name: "title", type: .string, versionHashModifier: "1", originalName: "name",
              valueTypeName: "String")),
          .composite(
            CompositeDescription(
              name: "place",
              elements: [
                .attribute(AttributeDescription(name: "latitude", type: .double)),
                .attribute(AttributeDescription(name: "longitude", type: .double)),
              ], versionHashModifier: "2", originalName: "spot", valueTypeName: "Place")),
          .relationship(
            RelationshipDescription(
              name: "stops", destination: "Stop", inverseName: "trip", isToMany: true,
              minimumCount: 1, maximumCount: 9, deleteRule: .cascade, versionHashModifier: "3",
              originalName: "halts")),
          .derived(DerivedDescription(name: "count", expression: "stops.@count", type: .integer64)),
        ], uniquenessConstraints: [["title"], ["title", "place"]],
        indexes: [
          IndexDescription(propertyNames: ["title"]),
          IndexDescription(kind: .rtree, propertyNames: ["latitude", "longitude"]),
          IndexDescription(
            propertyNames: ["title", "place"], name: "byTitle", descendingNames: ["place"]),
        ], versionHashModifier: "4", originalName: "Journey"),
      EntityDescription(name: "Stop"),
    ], versionIdentifiers: ["1.0.0"])

  @Test func digestIgnoresTheOrderOfDeclarations() {
    var other = Self.model
    other.entities.reverse()
    other.entities[1].properties.reverse()
    other.entities[1].uniquenessConstraints.reverse()
    other.entities[1].indexes.reverse()
    other.versionIdentifiers = ["2.0.0"]
    #expect(other.digest(beside: [:]) == Self.model.digest(beside: [:]))
  }

  /// Existing stores have digests of indexes without names.
  @Test func digestDependsOnNamesOfIndexes() {
    func digest(_ index: IndexDescription) -> Data {
      ModelDescription(entities: [EntityDescription(name: "A", indexes: [index])])
        .digest(beside: [:])
    }
    let digests = [
      IndexDescription(propertyNames: ["a"]), IndexDescription(propertyNames: ["a"], name: "a"),
      IndexDescription(propertyNames: ["a"], name: "b"),
      IndexDescription(propertyNames: ["a"], name: "b", descendingNames: ["a"]),
      IndexDescription(propertyNames: ["a"], descendingNames: ["a"]),
    ].map(digest)
    #expect(Set(digests).count == digests.count)
  }

  @Test func digestDependsOnTheHashesBesideIt() {
    let digests = [
      [:], ["Trip": Data([1])], ["Trip": Data([2])], ["Trip": Data([1]), "Stop": Data()],
    ].map(Self.model.digest(beside:))
    #expect(Set(digests).count == digests.count)
  }

  /// Changes each value in the schema's JSON, which covers fields that are added later.
  @Test func digestDiffersWheneverSchemasDiffer() throws {
    let json = try JSONSerialization.jsonObject(with: JSONEncoder().encode(Self.model))
    let digest = Self.model.digest(beside: [:])
    var changes = 0
    for changed in Self.changes(of: json) {
      guard
        let data = try? JSONSerialization.data(withJSONObject: changed),
        let other = try? JSONDecoder().decode(ModelDescription.self, from: data)
      else { continue }
      changes += 1
      #expect(
        (other.digest(beside: [:]) == digest) == (other.canonical == Self.model.canonical),
        "\(other)")
    }
    #expect(changes > 80)
  }

  /// Copies of the value, each with one part changed.
  private static func changes(of value: Any) -> [Any] {
    switch value {
    case let text as String: return [text + "x", ""]
    case let number as NSNumber:
      let integer = number.intValue
      return [integer == 0, integer + 1, integer + 100, integer - 1]
    case let list as [Any]:
      let shorter = list.indices.map { index in list.indices.filter { $0 != index }.map { list[$0] }
      }
      return shorter
        + list.indices.flatMap { index in
          changes(of: list[index]).map { changed in
            var list = list
            list[index] = changed
            return list
          }
        }
    case let table as [String: Any]:
      return table.keys.sorted().flatMap { key -> [Any] in
        var without = table
        without[key] = nil
        return [without]
          + changes(of: table[key] ?? 0).map { changed in
            var table = table
            table[key] = changed
            return table
          }
      }
    default: return []
    }
  }
}
