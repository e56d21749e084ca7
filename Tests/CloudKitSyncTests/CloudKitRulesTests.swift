import CloudKitSync
import DataSchema
import Testing

@Suite("CloudKit's rules")
struct CloudKitRulesTests {
  private func violations(
    _ properties: [PropertyDescription], unique: [[String]] = []
  ) -> [CloudKitRules.Violation] {
    CloudKitRules.violations(
      of: ModelDescription(entities: [
        EntityDescription(name: "E", properties: properties, uniquenessConstraints: unique)
      ]))
  }

  @Test func letGoodModelsBe() {
    let name = AttributeDescription(name: "name", type: .string, defaultValue: .text(""))
    let note = AttributeDescription(name: "note", type: .string, isOptional: true)
    let scratch = AttributeDescription(name: "scratch", type: .string, isTransient: true)
    let home = RelationshipDescription(name: "home", destination: "E", inverseName: "guests")
    let parts = CompositeDescription(name: "place", elements: [.attribute(name)])
    #expect(
      violations([
        .attribute(name), .attribute(note), .attribute(scratch), .relationship(home),
        .composite(parts),
      ]).isEmpty)
  }

  @Test func nameUniqueConstraints() {
    let found = violations([], unique: [["a"], ["b", "c"]])
    #expect(found.map(\.rule) == [.noUniqueConstraints, .noUniqueConstraints])
    #expect(found.map(\.property) == ["a", "b, c"])
    #expect(found.allSatisfy { $0.entity == "E" && !$0.advice.isEmpty })
  }

  @Test func nameAttributesWithoutValues() {
    let found = violations([
      .attribute(AttributeDescription(name: "a", type: .date)),
      .composite(
        CompositeDescription(
          name: "c", elements: [.attribute(AttributeDescription(name: "x", type: .double))])),
    ])
    #expect(found.map(\.property) == ["a", "c"])
    #expect(Set(found.map(\.rule)) == [.attributesAreOptionalOrHaveDefaults])
  }

  @Test func nameEveryFaultOfARelationship() {
    let found = violations([
      .relationship(
        RelationshipDescription(
          name: "r", destination: "E", isOptional: false, isToMany: true, isOrdered: true,
          deleteRule: .deny))
    ])
    #expect(
      found.map(\.rule) == [
        .relationshipsAreOptional, .relationshipsHaveInverses, .noDenyRules,
        .noOrderedRelationships,
      ])
    #expect(found.first?.description.hasPrefix("E.r: ") ?? false)
  }
}
