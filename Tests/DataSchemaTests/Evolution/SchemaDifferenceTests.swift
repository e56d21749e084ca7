import DataSchema
import Foundation
import Testing

@Suite("Differences between stores and models")
struct SchemaDifferenceTests {
  private func attribute(
    _ name: String, _ type: AttributeType = .string, isOptional: Bool = false,
    originalName: String? = nil
  ) -> PropertyDescription {
    .attribute(
      AttributeDescription(
        name: name, type: type, isOptional: isOptional, originalName: originalName))
  }

  private func model(_ entities: [String: [PropertyDescription]]) -> ModelDescription {
    ModelDescription(
      entities: entities.sorted { $0.key < $1.key }.map {
        EntityDescription(name: $0.key, properties: $0.value)
      })
  }

  private func lines(
    _ stored: ModelDescription, _ wanted: ModelDescription, isTold: Bool = true
  ) -> [String] {
    SchemaDifferences(
      hashes: stored.versionHashes, stored: isTold ? stored : nil, wanted: wanted
    ).lines()
  }

  @Test func equalEntitiesHaveNoDifferences() {
    let same = model(["A": [attribute("a")], "B": []])
    #expect(lines(same, same).isEmpty)
  }

  @Test func entityDifferencesAreReported() {
    let stored = model(["A": [], "B": [attribute("b")], "C": []])
    let wanted = model(["B": [], "C": [], "D": []])
    let differences = SchemaDifferences(
      hashes: stored.versionHashes, stored: nil, wanted: wanted)
    #expect(differences.entities == ["B", "D", "A"])
    #expect(
      differences.lines() == [
        "B differs.", "D is missing in the store.", "A is in the store only.",
      ]
    )
  }

  @Test func attributeDifferencesAreReported() {
    let stored = model([
      "A": [
        attribute("gone"), attribute("price", .integer64), attribute("name", isOptional: true),
        attribute("old", .date),
      ]
    ])
    let wanted = model([
      "A": [
        attribute("price", .double), attribute("name"), attribute("note", isOptional: true),
        attribute("new", .date, originalName: "old"),
      ]
    ])
    #expect(
      lines(stored, wanted) == [
        "A differs: name is optional in the store only; new is old in the store; "
          + "note is missing in the store (string, optional); "
          + "price is integer64 in the store and double here; gone is in the store only (string)."
      ])
    #expect(lines(stored, wanted, isTold: false) == ["A differs."])
  }

  @Test func relationshipDifferencesAreReported() {
    func entities(_ relationship: RelationshipDescription) -> ModelDescription {
      model(["A": [.relationship(relationship)], "B": [], "C": []])
    }
    let stored = RelationshipDescription(
      name: "b", destination: "B", inverseName: nil, isOptional: false, isToMany: true,
      isOrdered: true, deleteRule: .cascade)
    let wanted = RelationshipDescription(name: "b", destination: "C", inverseName: "a")
    #expect(
      lines(entities(stored), entities(wanted)) == [
        "A differs: b refers to B in the store and C here, has the inverse none in the store and a "
          + "here, is to-many in the store and to-one here, is optional here only, is ordered in "
          + "the store only, has the delete rule cascade in the store and nullify here."
      ])
  }

  @Test func differencesOfPartsAndRulesAreReported() {
    func composite(_ parts: PropertyDescription...) -> PropertyDescription {
      .composite(CompositeDescription(name: "size", elements: parts))
    }
    var stored = model(["A": [composite(attribute("width", .double))], "B": []])
    var wanted = model(["A": [composite(attribute("width", .float))], "B": []])
    stored.entities[0].uniquenessConstraints = [["size"]]
    wanted.entities[0].parentName = "B"
    #expect(
      lines(stored, wanted) == [
        "A differs: size has the elements width: double in the store and width: float here; the "
          + "uniqueness constraints are size in the store and none here; it inherits from nothing "
          + "in the store and B here."
      ])
  }

  @Test func renamedEntitiesAreReported() {
    let stored = model(["A": [attribute("a")]])
    var wanted = model(["B": [attribute("a"), attribute("b")]])
    wanted.entities[0].originalName = "A"
    #expect(
      lines(stored, wanted) == [
        "B (A in the store) differs: b is missing in the store (string)."
      ])
  }

  /// A file may contain any number of names of any length.
  @Test func reportedDifferencesAreBounded() {
    let long = String(repeating: "n", count: 10_000)
    let stored = model(
      Dictionary(
        uniqueKeysWithValues: (0..<500).map { number in
          ("E\(number)\(long)", (0..<10).map { attribute("a\($0)\(long)") })
        }))
    var wanted = stored
    for index in wanted.entities.indices { wanted.entities[index].properties.removeLast(5) }
    let lines = lines(stored, wanted)
    #expect(lines.count == SchemaDifferences.lineLimit)
    #expect(lines.last == "477 more differ.")
    #expect(lines.map(\.count).reduce(0, +) < 30_000)
  }
}
