import DataSchema
import SyncPort
import Testing

@Suite("Names in records")
struct RecordNamesTests {
  /// A model of entities with properties and their original names; nil for properties that were not
  /// renamed.
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

  @Test func namesAreTheModelsWithoutRenames() {
    let names = RecordNames(model(["a": nil, "b": nil]))
    #expect(names.arePlain)
    #expect(fields(names, "a", "b") == ["a", "b"])
    #expect(names.kind(of: "E") == "E")
    #expect(names.entity(ofKind: "E") == "E")
    // Unknown names are not translated.
    #expect(names.kind(of: "Other") == "Other")
    #expect(names.field(of: "c", "E") == "c")
    #expect(names.property(ofField: "later", "E") == "later")
  }

  @Test func renamedModelsKeepTheirFirstNames() {
    let names = RecordNames(model([("Now", "Then", nil, ["b": "a", "c": nil])]))
    #expect(names.kind(of: "Now") == "Then")
    #expect(names.entity(ofKind: "Then") == "Now")
    #expect(names.field(of: "b", "Now") == "a")
    #expect(names.property(ofField: "a", "Now") == "b")
    #expect(names.field(of: "c", "Now") == "c")
    #expect(!names.arePlain)
  }

  @Test func firstNamesAreFollowedThroughSeveralVersions() {
    let versions = [model(["a": nil]), model(["b": "a"]), model(["c": "b"]), model(["c": nil])]
    #expect(RecordNames(versions).map { fields($0, "c") } == ["a"])
    // A version that still declares the first name as the original.
    let others = [model(["a": nil]), model(["b": "a"]), model(["c": "a"])]
    #expect(RecordNames(others).map { fields($0, "c") } == ["a"])
    #expect(RecordNames([]) == nil)
  }

  @Test func propertiesCanSwapTheirNames() {
    let names = RecordNames(model(["a": "b", "b": "a"]))
    #expect(fields(names, "a", "b") == ["b", "a"])
    // The same version again.
    let again = RecordNames(model(["a": "b", "b": "a"]), after: names)
    #expect(fields(again, "a", "b") == ["b", "a"])
  }

  @Test func twoPropertiesNeverShareAName() {
    let names = RecordNames(model(["b": "a", "a": nil, "a_2": nil]))
    #expect(fields(names, "b", "a", "a_2") == ["a", "a_2", "a_2_2"])
    let next = RecordNames(model(["b": nil, "a": nil, "a_2": nil, "d": nil]), after: names)
    #expect(fields(next, "b", "a", "a_2", "d") == ["a", "a_2", "a_2_2", "d"])
  }

  @Test func namesAreInherited() {
    let names = RecordNames(
      model([
        ("Child", "Kid", "Parent", ["a": nil, "y": "x"]), ("Parent", nil, nil, ["b": "a"]),
      ]))
    #expect(names.field(of: "b", "Parent") == "a")
    #expect(names.field(of: "b", "Child") == "a")
    #expect(names.field(of: "a", "Child") == "a_2")
    #expect(names.field(of: "y", "Child") == "x")
    #expect(names.kind(of: "Child") == "Kid")
  }

  @Test func namesAreReadFromText() {
    let names = RecordNames(model([("Now", "Then", nil, ["b": "a"])]))
    #expect(RecordNames(text: names.text) == names)
    #expect(RecordNames(text: "") == nil)
    #expect(RecordNames(text: "{}") == nil)
  }
}
