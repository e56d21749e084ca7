import DataSchema
import Foundation
import SQLiteDriver
import Testing

/// Pairs of schemas whose migration has gone wrong once.
@Suite("Evolution of known schemas")
struct KnownEvolutionTests {
  /// Compares several sets of random rows with the oracle; at least one of them must migrate.
  private func expectRules(
    from source: [EntityDescription], to target: [EntityDescription],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let scratch = try SQLiteConnection(path: "", mode: .inMemory)
    var migrated = 0
    for seed in 1...20 as ClosedRange<UInt64> {
      var trial = try EvolutionTrial(
        from: ModelDescription(entities: source), to: ModelDescription(entities: target),
        seed: seed, rowLimit: 6, scratch: scratch)
      if case .migrated = try trial.run() { migrated += 1 }
    }
    #expect(migrated > 0, sourceLocation: sourceLocation)
  }

  private func attribute(
    _ name: String, _ type: AttributeType = .integer64, isOptional: Bool = true
  ) -> PropertyDescription {
    .attribute(AttributeDescription(name: name, type: type, isOptional: isOptional))
  }

  private func entity(
    _ name: String, was originalName: String? = nil, below parent: String? = nil,
    _ properties: PropertyDescription...
  ) -> EntityDescription {
    EntityDescription(
      name: name, parentName: parent, properties: properties, originalName: originalName)
  }

  @Test func countsKeysAnewWhereNamesAreSwapped() throws {
    try expectRules(
      from: [entity("A", attribute("a")), entity("B", attribute("b"))],
      to: [entity("A", was: "B", attribute("b")), entity("B", was: "A", attribute("a"))])
  }

  @Test func freesANameBeforeAnotherTableTakesIt() throws {
    try expectRules(
      from: [entity("Book", attribute("a")), entity("Item", attribute("b"))],
      to: [
        entity("Book", was: "Item", attribute("b")), entity("Draft"),
        entity("Item", was: "Book", below: "Draft", attribute("a")),
      ])
  }

  @Test func checksAllRowsThatAConstraintCovers() throws {
    // The index of the child's constraint is one on the parent's column.
    var child = entity("Child", below: "Parent")
    let parent = entity("Parent", attribute("name", .boolean, isOptional: false))
    let before = [parent, child]
    child.uniquenessConstraints = [["name"]]
    try expectRules(from: before, to: [parent, child])
  }

  @Test func saysWhatIsMissingBesideConstraints() throws {
    var book = entity("Book", attribute("code"))
    book.uniquenessConstraints = [["code"]]
    let chapter = entity("Chapter")
    let below = entity("Chapter", below: "Book", attribute("page", isOptional: false))
    try expectRules(from: [book, chapter], to: [book, below])
  }

  @Test func leavesRowsWithoutTargetThatHadNone() throws {
    func owner(_ rule: RelationshipDescription.DeleteRule) -> PropertyDescription {
      .relationship(
        RelationshipDescription(
          name: "owner", destination: "B", isOptional: false, deleteRule: rule))
    }
    // Where there are no rows of B, rows of A are without owner.
    try expectRules(
      from: [entity("A", owner(.nullify), attribute("a")), entity("B")],
      to: [entity("A", owner(.deny)), entity("B")])
  }

  @Test func takesADerivedPropertyForNone() throws {
    try expectRules(
      from: [entity("A", .derived(DerivedDescription(name: "a", expression: "b.c")))],
      to: [entity("A", attribute("a"))])
  }
}
