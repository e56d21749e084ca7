import DataSchema
import Foundation
import Testing

@Suite("Inverses that stores settle")
struct InverseResolutionTests {
  private func relationship(
    _ name: String, to destination: String, _ inverse: String? = nil, isOpen: Bool = true,
    isToMany: Bool = false
  ) -> PropertyDescription {
    var description = RelationshipDescription(
      name: name, destination: destination, inverseName: inverse, isOptional: !isToMany,
      isToMany: isToMany)
    description.leavesInverseOpen = isOpen
    return .relationship(description)
  }

  /// Rubrics and categories, and attributes that rubrics have beside.
  private func rubrics(
    _ inverses: (String?, String?), isOpen: Bool = true, _ attributes: String...
  ) -> ModelDescription {
    let texts = attributes.map {
      PropertyDescription.attribute(AttributeDescription(name: $0, type: .string, isOptional: true))
    }
    return ModelDescription(entities: [
      EntityDescription(
        name: "Rubric",
        properties: [
          relationship("categories", to: "Category", inverses.0, isOpen: isOpen, isToMany: true)
        ] + texts),
      EntityDescription(
        name: "Category",
        properties: [relationship("rubric", to: "Rubric", inverses.1, isOpen: isOpen)]),
    ])
  }

  private var paired: (String?, String?) { ("rubric", "categories") }
  private var apart: (String?, String?) { (nil, nil) }

  private func resolution(
    _ stored: ModelDescription, isTold: Bool = true, isForeign: Bool = true
  ) -> InverseResolution {
    InverseResolution(
      hashes: stored.versionHashes, stored: isTold ? stored : nil, isForeign: isForeign)
  }

  private func inverses(_ model: ModelDescription) -> [String: String] {
    var found: [String: String] = [:]
    for entity in model.entities {
      for case .relationship(let relationship) in entity.properties {
        found["\(entity.name).\(relationship.name)"] = relationship.inverseName
      }
    }
    return found
  }

  @Test(arguments: [true, false])
  func areLeftOutWhereTheStoreHasNone(isTold: Bool) {
    let stored = rubrics(apart, isOpen: false)
    for isForeign in [true, false] {
      let found = resolution(stored, isTold: isTold, isForeign: isForeign)
        .resolved([rubrics(paired)])
      #expect(found.map(\.versionHashes) == [stored.versionHashes])
    }
  }

  @Test(arguments: [true, false])
  func areAddedWhereAnotherProgramHasThem(isTold: Bool) {
    let stored = rubrics(paired, isOpen: false)
    let found = resolution(stored, isTold: isTold).resolved([rubrics(apart)])
    #expect(found.map(\.versionHashes) == [stored.versionHashes])
  }

  /// Whoever takes an `inverse:` away from a model of a store of one's own wants it to go.
  @Test func areNotAddedToModelsOfOnesOwn() {
    let stored = rubrics(paired, isOpen: false)
    let versions = [rubrics(apart)]
    #expect(resolution(stored, isForeign: false).resolved(versions) == versions)
  }

  @Test(arguments: [true, false])
  func stayAsTheyWereDeclared(isTold: Bool) {
    for (own, other) in [(paired, apart), (apart, paired)] {
      let versions = [rubrics(own, isOpen: false)]
      let stored = rubrics(other, isOpen: false)
      #expect(resolution(stored, isTold: isTold).resolved(versions) == versions)
    }
  }

  @Test func stayAsTheyAreWhereOneVersionIsTheStores() {
    let versions = [rubrics(paired), rubrics(apart), rubrics(paired, "note")]
    #expect(resolution(rubrics(apart)).resolved(versions) == versions)
  }

  /// What the first version has by the store, those after it keep; what they declare, they declare.
  @Test(arguments: [true, false])
  func stayTheStoresInLaterVersions(isTold: Bool) {
    let versions = [
      rubrics(paired), rubrics(paired, "note"), rubrics(paired, "note", "more"),
      rubrics(paired, isOpen: false, "note"),
    ]
    let found = resolution(rubrics(apart), isTold: isTold).resolved(versions)
    #expect(found.map { inverses($0).isEmpty } == [true, true, true, false])
  }

  @Test func stayTheStoresWhereSomethingElseChanges() {
    for isForeign in [true, false] {
      let found = resolution(rubrics(apart), isForeign: isForeign)
        .resolved([rubrics(paired, "note")])
      #expect(inverses(found[0]).isEmpty)
    }
    let found = resolution(rubrics(paired)).resolved([rubrics(apart, "note")])
    #expect(inverses(found[0]).count == 2)
  }

  /// The store could not have had one by the rule: a second candidate stood in the way.
  @Test func areMadeWhereAChangeAllowsThem() {
    var stored = rubrics(apart)
    stored.entities[0].properties.append(relationship("others", to: "Category", isToMany: true))
    let versions = [rubrics(paired)]
    for isForeign in [true, false] {
      #expect(resolution(stored, isForeign: isForeign).resolved(versions) == versions)
    }
  }

  @Test func followRenamedEntitiesAndRelationships() {
    var renamed = rubrics(paired, "note")
    renamed.entities[0].name = "Heading"
    renamed.entities[0].originalName = "Rubric"
    renamed.entities[1].properties = [
      {
        var heading = RelationshipDescription(
          name: "heading", destination: "Heading", inverseName: "categories",
          originalName: "rubric")
        heading.leavesInverseOpen = true
        return .relationship(heading)
      }()
    ]
    renamed.entities[0].properties[0] = relationship(
      "categories", to: "Category", "heading", isToMany: true)
    let found = resolution(rubrics(apart)).resolved([rubrics(paired), renamed])
    #expect(inverses(found[1]).isEmpty)
  }
}

// Stores that tell no more than their hashes.

extension InverseResolutionTests {
  /// Some relationships that could be each other's inverses.
  private func rings(_ pairs: [(Int, Int)], count: Int) -> ModelDescription {
    var inverses: [String: String] = [:]
    for (there, back) in pairs {
      inverses["there\(there)"] = "back\(back)"
      inverses["back\(back)"] = "there\(there)"
    }
    return ModelDescription(entities: [
      EntityDescription(
        name: "A",
        properties: (0..<count).map {
          relationship("there\($0)", to: "B", inverses["there\($0)"], isToMany: true)
        }),
      EntityDescription(
        name: "B",
        properties: (0..<count).map {
          relationship("back\($0)", to: "A", inverses["back\($0)"])
        }),
      EntityDescription(name: "C", parentName: "B"),
    ])
  }

  @Test func areFoundAmongSeveralByHashesAlone() {
    let stored = rings([(0, 2), (2, 1)], count: 3)
    let found = resolution(stored, isTold: false).resolved([rings([(0, 0)], count: 3)])
    #expect(found.map(\.versionHashes) == [stored.versionHashes])
    #expect(inverses(found[0]) == inverses(stored))
  }

  /// There are more possibilities than anybody can try.
  @Test func areGivenUpWhereTheyAreTooMany() {
    let versions = [rings([], count: 12)]
    var stored = rings((0..<12).map { ($0, 11 - $0) }, count: 12)
    stored.entities[0].properties.removeLast()
    #expect(resolution(stored, isTold: false).resolved(versions) == versions)
  }

  @Test func areNotFoundWhereMoreDiffers() {
    let stored = rubrics(apart, "note")
    let versions = [rubrics(paired)]
    #expect(resolution(stored, isTold: false).resolved(versions) == versions)
  }
}
