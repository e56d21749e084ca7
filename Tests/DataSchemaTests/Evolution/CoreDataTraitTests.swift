import DataSchema
import Foundation
import Testing

@Suite("Traits of Core Data's models that stores settle")
struct CoreDataTraitTests {
  /// A shelf with lists of books; each book refers back to its shelf.
  private func shelves(
    isAbstract: Bool, orderedCount: Int = 0, count: Int = 1
  ) -> ModelDescription {
    let lists = (0..<count).map { number in
      PropertyDescription.relationship(
        RelationshipDescription(
          name: "books\(number)", destination: "Book", inverseName: "shelf\(number)",
          isToMany: true, isOrdered: number < orderedCount))
    }
    let ways = (0..<count).map { number in
      PropertyDescription.relationship(
        RelationshipDescription(
          name: "shelf\(number)", destination: "Shelf", inverseName: "books\(number)"))
    }
    return ModelDescription(entities: [
      // The subentity comes first in the list, although hashes are resolved from the top down.
      EntityDescription(name: "Case", parentName: "Shelf"),
      EntityDescription(name: "Shelf", isAbstract: isAbstract, properties: lists),
      EntityDescription(name: "Book", properties: ways),
    ])
  }

  private func resolved(
    _ declared: ModelDescription, by stored: ModelDescription, isTold: Bool = true
  ) -> ModelDescription {
    InverseResolution(
      hashes: stored.versionHashes, stored: isTold ? stored : nil, isForeign: true
    ).resolved([declared])[0]
  }

  @Test(arguments: [true, false])
  func traitsAreThoseOfTheStore(isTold: Bool) {
    for (isAbstract, orderedCount) in [(true, 0), (false, 2), (true, 3)] {
      let stored = shelves(isAbstract: isAbstract, orderedCount: orderedCount, count: 3)
      let declared = shelves(isAbstract: false, count: 3)
      #expect(declared.versionHashes != stored.versionHashes)
      #expect(resolved(declared, by: stored, isTold: isTold) == stored)
    }
  }

  @Test func tooManyTraitsAreNotSearchedFor() {
    let stored = shelves(isAbstract: false, orderedCount: 1, count: 30)
    let declared = shelves(isAbstract: false, count: 30)
    #expect(resolved(declared, by: stored) == stored)
    #expect(resolved(declared, by: stored, isTold: false) == declared)
  }

  @Test func traitsAreNotAdoptedWhenMoreDiffers() {
    let stored = shelves(isAbstract: true, orderedCount: 1)
    var declared = shelves(isAbstract: false)
    declared.entities[2].properties.append(
      .attribute(AttributeDescription(name: "title", type: .string)))
    for isTold in [true, false] {
      #expect(resolved(declared, by: stored, isTold: isTold) == declared)
    }
  }

  @Test func hashModifiersAreAdoptedFromTheStore() {
    let part = { (modifier: String?) in
      PropertyDescription.attribute(
        AttributeDescription(name: "x", type: .double, versionHashModifier: modifier))
    }
    func model(_ modifiers: (String?, String?)) -> ModelDescription {
      ModelDescription(entities: [
        EntityDescription(
          name: "Place",
          properties: [
            .composite(CompositeDescription(name: "point", elements: [part(modifiers.0)]))
          ], versionHashModifier: modifiers.1)
      ])
    }
    let stored = model(("2", "3"))
    #expect(resolved(model((nil, nil)), by: stored) == stored)
    // A hash modifier that the program declares stays.
    #expect(resolved(model((nil, "4")), by: stored) == model((nil, "4")))
  }

  @Test func derivedAttributesAreAdoptedWithTheirConstraints() {
    let derived = PropertyDescription.derived(
      DerivedDescription(name: "key", expression: "lowercase:(name)", type: .string))
    let name = PropertyDescription.attribute(AttributeDescription(name: "name", type: .string))
    let given = PropertyDescription.attribute(
      AttributeDescription(name: "key", type: .string, isOptional: true))
    let needed = PropertyDescription.attribute(AttributeDescription(name: "key", type: .string))
    func model(_ properties: [PropertyDescription], isUnique: Bool) -> ModelDescription {
      ModelDescription(entities: [
        EntityDescription(
          name: "Tag", properties: properties, uniquenessConstraints: isUnique ? [["key"]] : [])
      ])
    }
    let stored = model([name, derived], isUnique: true)
    #expect(resolved(model([name], isUnique: false), by: stored) == stored)
    #expect(resolved(model([name, given], isUnique: true), by: stored) == stored)
    let other = model([name, needed], isUnique: true)
    #expect(resolved(other, by: stored) == other)
  }
}
