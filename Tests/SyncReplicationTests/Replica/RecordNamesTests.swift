import DataSchema
import SyncPort
import Testing

@Suite("Names in records")
struct RecordNamesTests {
  /// A model of entities with properties, each with what it was called; nil for what was not renamed.
  private func model(
    _ entities: [(name: String, original: String?, parent: String?, [String: String?])]
  ) -> ModelDescription {
    ModelDescription(
      entities: entities.map { name, original, parent, properties in
        EntityDescription(
          name: name, parentName: parent,
          properties: properties.sorted { $0.key < $1.key }.map { property in
            .attribute(
              AttributeDescription(
                name: property.key, type: .string, originalName: property.value))
          }, originalName: original)
      })
  }

  private func model(_ properties: [String: String?]) -> ModelDescription {
    model([("E", nil, nil, properties)])
  }

  private func fields(_ names: RecordNames, _ properties: String...) -> [String] {
    properties.map { names.field(of: $0, "E") }
  }

  @Test func areTheModelsOwnWhereNothingWasRenamed() {
    let names = RecordNames(model(["a": nil, "b": nil]))
    #expect(names.arePlain)
    #expect(fields(names, "a", "b") == ["a", "b"])
    #expect(names.kind(of: "E") == "E" && names.entity(ofKind: "E") == "E")
    // What the models do not have is called as it is.
    #expect(names.kind(of: "Other") == "Other" && names.field(of: "c", "E") == "c")
    #expect(names.property(ofField: "later", "E") == "later")
  }

  @Test func areTheFirstOnes() {
    let names = RecordNames(model([("Now", "Then", nil, ["b": "a", "c": nil])]))
    #expect(names.kind(of: "Now") == "Then" && names.entity(ofKind: "Then") == "Now")
    #expect(names.field(of: "b", "Now") == "a" && names.property(ofField: "a", "Now") == "b")
    #expect(names.field(of: "c", "Now") == "c")
    #expect(!names.arePlain)
  }

  @Test func followThroughSeveralVersions() {
    let versions = [model(["a": nil]), model(["b": "a"]), model(["c": "b"]), model(["c": nil])]
    #expect(RecordNames(versions).map { fields($0, "c") } == ["a"])
    // One that still says what it was called first.
    let others = [model(["a": nil]), model(["b": "a"]), model(["c": "a"])]
    #expect(RecordNames(others).map { fields($0, "c") } == ["a"])
    #expect(RecordNames([]) == nil)
  }

  @Test func areChangedWithEachOther() {
    let names = RecordNames(model(["a": "b", "b": "a"]))
    #expect(fields(names, "a", "b") == ["b", "a"])
    // The same version once more.
    let again = RecordNames(model(["a": "b", "b": "a"]), after: names)
    #expect(fields(again, "a", "b") == ["b", "a"])
  }

  @Test func areNeverThoseOfTwo() {
    let names = RecordNames(model(["b": "a", "a": nil, "a_2": nil]))
    #expect(fields(names, "b", "a", "a_2") == ["a", "a_2", "a_2_2"])
    let next = RecordNames(model(["b": nil, "a": nil, "a_2": nil, "d": nil]), after: names)
    #expect(fields(next, "b", "a", "a_2", "d") == ["a", "a_2", "a_2_2", "d"])
  }

  @Test func areInherited() {
    let names = RecordNames(
      model([
        ("Child", "Kid", "Parent", ["a": nil, "y": "x"]), ("Parent", nil, nil, ["b": "a"]),
      ]))
    #expect(names.field(of: "b", "Parent") == "a" && names.field(of: "b", "Child") == "a")
    #expect(names.field(of: "a", "Child") == "a_2" && names.field(of: "y", "Child") == "x")
    #expect(names.kind(of: "Child") == "Kid")
  }

  @Test func areReadFromText() {
    let names = RecordNames(model([("Now", "Then", nil, ["b": "a"])]))
    #expect(RecordNames(text: names.text) == names)
    #expect(RecordNames(text: "") == nil && RecordNames(text: "{}") == nil)
  }
}
