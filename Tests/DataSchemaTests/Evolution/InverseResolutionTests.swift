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

  /// Rubrics and categories; rubrics also have the given attributes.
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
  func inversesThatTheStoreLacksAreOmitted(isTold: Bool) {
    let stored = rubrics(apart, isOpen: false)
    for isForeign in [true, false] {
      let found = resolution(stored, isTold: isTold, isForeign: isForeign)
        .resolved([rubrics(paired)])
      #expect(found.map(\.versionHashes) == [stored.versionHashes])
    }
  }

  @Test(arguments: [true, false])
  func inversesOfAnotherProgramAreAdded(isTold: Bool) {
    let stored = rubrics(paired, isOpen: false)
    let found = resolution(stored, isTold: isTold).resolved([rubrics(apart)])
    #expect(found.map(\.versionHashes) == [stored.versionHashes])
  }

  /// Removing an `inverse:` from the model of one's own store removes the inverse.
  @Test func inversesAreNotAddedToOwnModels() {
    let stored = rubrics(paired, isOpen: false)
    let versions = [rubrics(apart)]
    #expect(resolution(stored, isForeign: false).resolved(versions) == versions)
  }

  @Test(arguments: [true, false])
  func explicitInversesStayAsDeclared(isTold: Bool) {
    for (own, other) in [(paired, apart), (apart, paired)] {
      let versions = [rubrics(own, isOpen: false)]
      let stored = rubrics(other, isOpen: false)
      #expect(resolution(stored, isTold: isTold).resolved(versions) == versions)
    }
  }

  @Test func inversesStayWhenOneVersionMatchesTheStore() {
    let versions = [rubrics(paired), rubrics(apart), rubrics(paired, "note")]
    #expect(resolution(rubrics(apart)).resolved(versions) == versions)
  }

  /// Later versions keep inverses that the first version got from the store, and the ones that they
  /// declare.
  @Test(arguments: [true, false])
  func laterVersionsKeepTheStoresInverses(isTold: Bool) {
    let versions = [
      rubrics(paired), rubrics(paired, "note"), rubrics(paired, "note", "more"),
      rubrics(paired, isOpen: false, "note"),
    ]
    let found = resolution(rubrics(apart), isTold: isTold).resolved(versions)
    #expect(found.map { inverses($0).isEmpty } == [true, true, true, false])
  }

  @Test func otherChangesKeepTheStoresInverses() {
    for isForeign in [true, false] {
      let found = resolution(rubrics(apart), isForeign: isForeign)
        .resolved([rubrics(paired, "note")])
      #expect(inverses(found[0]).isEmpty)
    }
    let found = resolution(rubrics(paired)).resolved([rubrics(apart, "note")])
    #expect(inverses(found[0]).count == 2)
  }

  /// The store could not infer the inverse: there was a second candidate.
  @Test func inversesAreMadeWhenAChangeAllowsThem() {
    var stored = rubrics(apart)
    stored.entities[0].properties.append(relationship("others", to: "Category", isToMany: true))
    let versions = [rubrics(paired)]
    for isForeign in [true, false] {
      #expect(resolution(stored, isForeign: isForeign).resolved(versions) == versions)
    }
  }

  @Test func inversesFollowRenamedEntitiesAndRelationships() {
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

// Stores that contain only hashes, without a model.

extension InverseResolutionTests {
  /// Relationships that could be each other's inverses.
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

  @Test func inversesAreFoundByHashesAlone() {
    let stored = rings([(0, 2), (2, 1)], count: 3)
    let found = resolution(stored, isTold: false).resolved([rings([(0, 0)], count: 3)])
    #expect(found.map(\.versionHashes) == [stored.versionHashes])
    #expect(inverses(found[0]) == inverses(stored))
  }

  /// There are too many combinations to try.
  @Test func tooManyPossibleInversesAreNotTried() {
    let versions = [rings([], count: 12)]
    var stored = rings((0..<12).map { ($0, 11 - $0) }, count: 12)
    stored.entities[0].properties.removeLast()
    #expect(resolution(stored, isTold: false).resolved(versions) == versions)
  }

  @Test func inversesAreNotFoundWhenMoreDiffers() {
    let stored = rubrics(apart, "note")
    let versions = [rubrics(paired)]
    #expect(resolution(stored, isTold: false).resolved(versions) == versions)
  }
}
