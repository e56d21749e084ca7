import CoreDataFormat
import DataSchema
import Testing

@Suite("Layout errors")
struct LayoutErrorTests {
  private func expect(_ problem: LayoutError.Problem, _ entities: EntityDescription...) {
    let error = #expect(throws: LayoutError.self) {
      let layout = try CoreDataLayout(model: ModelDescription(entities: entities))
      _ = try SchemaStatements(layout: layout)
    }
    #expect(error?.problem == problem)
    #expect(error?.entity == entities.first?.name)
  }

  private func name() -> PropertyDescription {
    .attribute(AttributeDescription(name: "name", type: .string))
  }

  private func to(
    _ destination: String, inverse: String? = nil, isToMany: Bool = false
  ) -> PropertyDescription {
    .relationship(
      RelationshipDescription(
        name: "other", destination: destination, inverseName: inverse, isToMany: isToMany))
  }

  @Test func errorsNameMistakesOfInheritance() {
    expect(.duplicateEntity, EntityDescription(name: "A"), EntityDescription(name: "A"))
    expect(.unknownParent("B"), EntityDescription(name: "A", parentName: "B"))
    expect(
      .cyclicInheritance, EntityDescription(name: "A", parentName: "B"),
      EntityDescription(name: "B", parentName: "A"))
    expect(
      .duplicateProperty("name"),
      EntityDescription(name: "A", parentName: "B", properties: [name()]),
      EntityDescription(name: "B", properties: [name()]))
  }

  @Test func errorsNameMistakesOfRelationships() {
    expect(
      .unknownDestination(relationship: "other", destination: "B"),
      EntityDescription(name: "A", properties: [to("B")]))
    expect(
      .unknownInverse(relationship: "other", destination: "B", inverse: "back"),
      EntityDescription(name: "A", properties: [to("B", inverse: "back")]),
      EntityDescription(name: "B"))
    expect(
      .contradictoryInverse(relationship: "other", destination: "B", inverse: "other"),
      EntityDescription(name: "A", properties: [to("B", inverse: "other")]),
      EntityDescription(name: "B", properties: [to("A")]))
  }

  @Test func errorsNameMistakesOfIndexes() {
    expect(
      .unknownIndexedProperty("title"),
      EntityDescription(name: "A", indexes: [IndexDescription(propertyNames: ["title"])]))
    expect(
      .unindexableProperty("other"),
      EntityDescription(
        name: "A", properties: [to("A", isToMany: true)], uniquenessConstraints: [["other"]]))
    expect(
      .unindexableProperty("name.part"),
      EntityDescription(
        name: "A", properties: [name()],
        indexes: [IndexDescription(propertyNames: ["name.part"])]))
  }
}
