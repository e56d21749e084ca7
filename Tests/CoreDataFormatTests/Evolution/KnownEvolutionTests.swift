import CoreDataFormat
import DataSchema
import RandomSchemas
import Foundation
import SQLCore
import SQLiteDriver
import Testing

/// Pairs of schemas whose migration failed once.
@Suite("Evolution of known schemas")
struct KnownEvolutionTests {
  /// Compares several sets of random rows with the oracle; at least one of them must migrate,
  /// unless the schemas alone forbid it.
  private func expectRules(
    from source: [EntityDescription], to target: [EntityDescription], isPossible: Bool = true,
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
    #expect((migrated > 0) == isPossible, sourceLocation: sourceLocation)
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

  @Test func keysAreRecountedWhenNamesAreSwapped() throws {
    try expectRules(
      from: [entity("A", attribute("a")), entity("B", attribute("b"))],
      to: [entity("A", was: "B", attribute("b")), entity("B", was: "A", attribute("a"))])
  }

  @Test func tableNamesAreFreedBeforeTheirReuse() throws {
    try expectRules(
      from: [entity("Book", attribute("a")), entity("Item", attribute("b"))],
      to: [
        entity("Book", was: "Item", attribute("b")), entity("Draft"),
        entity("Item", was: "Book", below: "Draft", attribute("a")),
      ])
  }

  @Test func constraintsCheckAllRowsTheyCover() throws {
    // The index of the child's constraint covers a column of the parent.
    var child = entity("Child", below: "Parent")
    let parent = entity("Parent", attribute("name", .boolean, isOptional: false))
    let before = [parent, child]
    child.uniquenessConstraints = [["name"]]
    try expectRules(from: before, to: [parent, child])
  }

  @Test func missingValuesAreReportedBesideConstraints() throws {
    var book = entity("Book", attribute("code"))
    book.uniquenessConstraints = [["code"]]
    let chapter = entity("Chapter")
    let below = entity("Chapter", below: "Book", attribute("page", isOptional: false))
    try expectRules(from: [book, chapter], to: [book, below])
  }

  @Test func rowsWithoutTargetStayWithoutTarget() throws {
    func owner(_ rule: RelationshipDescription.DeleteRule) -> PropertyDescription {
      .relationship(
        RelationshipDescription(
          name: "owner", destination: "B", isOptional: false, deleteRule: rule))
    }
    // If there are no rows of B, rows of A have no owner.
    try expectRules(
      from: [entity("A", owner(.nullify), attribute("a")), entity("B")],
      to: [entity("A", owner(.deny)), entity("B")])
  }

  /// A to-one relationship, with a to-many inverse if `inverse` is given.
  private func related(
    _ name: String, to destination: String, inverse: String? = nil, isToMany: Bool = false
  ) -> PropertyDescription {
    .relationship(
      RelationshipDescription(
        name: name, destination: destination, inverseName: inverse, isToMany: isToMany))
  }

  @Test func relatedRowsAreLookedUpWhenKeysAreRaised() throws {
    let before = [
      entity("A", related("other", to: "B")),
      entity(
        "B", related("other", to: "B", inverse: "others"),
        related("others", to: "B", inverse: "other", isToMany: true)),
    ]
    let after = [
      entity("Base"), entity("A", below: "Base", related("other", to: "B")),
      entity(
        "B", below: "Base", related("other", to: "B", inverse: "others"),
        related("others", to: "B", inverse: "other", isToMany: true)),
    ]
    try expectRules(from: before, to: after)
    let connection = try SQLiteConnection(path: "", mode: .inMemory)
    let evolution = try EvolutionStatements.evolution(from: before, to: after, on: connection)
    try #expect(EvolutionStatements.scansBelowScans(evolution, on: connection) == [])
  }

  @Test func aNewColumnWritesNoRows() throws {
    let tree = [entity("Base"), entity("Leaf", below: "Base")]
    let before = tree + [entity("User", related("base", to: "Base"))]
    let after = tree + [entity("User", related("base", to: "Base"), attribute("a"))]
    try expectRules(from: before, to: after)
    let connection = try SQLiteConnection(path: "", mode: .inMemory)
    let evolution = try EvolutionStatements.evolution(from: before, to: after, on: connection)
    let statements = try evolution.statements(on: connection)
    #expect(!statements.contains { $0.hasPrefix("UPDATE Z") || $0.hasPrefix("INSERT") })
  }

  @Test func aDefaultOfNaNIsWritten() throws {
    var ratio = AttributeDescription(name: "ratio", type: .double)
    ratio.defaultValue = .real(.nan)
    let connection = try SQLiteConnection(path: "", mode: .inMemory)
    let evolution = try EvolutionStatements.evolution(
      from: [entity("A")], to: [entity("A", .attribute(ratio))], on: connection)
    try connection.run("INSERT INTO ZA (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1)")
    try evolution.run(on: connection)
    let statement = try connection.prepare("SELECT ZRATIO FROM ZA")
    #expect(try statement.step())
    #expect(statement.row.doubleIfPresent(0)?.isNaN == true)
  }

  @Test func duplicateConstraintsAreReportedOnce() throws {
    var book = entity("Book", attribute("code", .boolean, isOptional: false))
    let before = [book]
    book.uniquenessConstraints = [["code"], ["code"]]
    try expectRules(from: before, to: [book])
  }

  @Test func constraintsOfChangedCompositesAreChecked() throws {
    func book(_ leaves: String...) -> EntityDescription {
      var book = entity(
        "Book",
        .composite(
          CompositeDescription(
            name: "code", isOptional: true,
            elements: leaves.map {
              .attribute(AttributeDescription(name: $0, type: .boolean, isOptional: true))
            })))
      book.uniquenessConstraints = [["code"]]
      return book
    }
    try expectRules(from: [book("a", "b")], to: [book("a")])
    try expectRules(from: [book("a")], to: [book("a", "b")])
  }

  @Test func defaultsOfExternalAttributesAreMarked() throws {
    func data(isOptional: Bool) -> PropertyDescription {
      var attribute = AttributeDescription(
        name: "data", type: .binaryData, isOptional: isOptional, storesExternally: true)
      attribute.defaultValue = .bytes(Data([1, 2, 3]))
      return .attribute(attribute)
    }
    try expectRules(
      from: [entity("A", data(isOptional: true))], to: [entity("A", data(isOptional: false))])
  }

  @Test func contradictorySchemasReportNoRows() throws {
    let before = [
      entity("Base", related("base", to: "Leaf", isToMany: true)),
      entity(
        "Leaf", below: "Base", related("others", to: "Leaf", inverse: "others", isToMany: true),
        related("links", to: "Base", isToMany: true)),
    ]
    let after = [
      entity("Base", related("base", to: "Leaf"), related("links", to: "Leaf")),
      entity("Leaf", below: "Base", related("others", to: "Leaf")),
    ]
    try expectRules(from: before, to: after, isPossible: false)
  }

  @Test func relationshipsWithOtherDestinationsKeepNoPairs() throws {
    // The leaf's relationship "parts" is a different, inherited relationship in the new schema.
    let before = [
      entity("Base"),
      entity(
        "Leaf", below: "Base", related("base", to: "Other", inverse: "parts"),
        related("parts", to: "Base")),
      entity("Other", below: "Base", related("parts", to: "Leaf", inverse: "base")),
    ]
    let after = [
      entity("Base"),
      entity("Leaf", below: "Other", related("base", to: "Other", inverse: "parts")),
      entity("Other", below: "Base", related("parts", to: "Leaf", inverse: "base")),
    ]
    try expectRules(from: before, to: after, isPossible: false)
  }

  @Test func derivedPropertiesCountAsAbsent() throws {
    let derived = PropertyDescription.derived(DerivedDescription(name: "a", expression: "b.c"))
    let renamed = AttributeDescription(
      name: "b", type: .integer64, isOptional: true, originalName: "a")
    try expectRules(
      from: [entity("A", derived, attribute("b"))], to: [entity("A", .attribute(renamed))])
    try expectRules(
      from: [entity("A", attribute("a"))],
      to: [entity("A", .derived(DerivedDescription(name: "a", expression: "b.c")))])
    try expectRules(
      from: [entity("A", .derived(DerivedDescription(name: "a", expression: "b.c")))],
      to: [entity("A", attribute("a"))])
  }
}
