import DataSchema
import Testing

@Suite("Parts of models")
struct ModelPartTests {
  private func attribute(
    _ name: String, _ type: AttributeType = .string, isOptional: Bool = false
  ) -> PropertyDescription {
    .attribute(AttributeDescription(name: name, type: type, isOptional: isOptional))
  }

  private func relationship(
    _ name: String, to destination: String, _ inverse: String? = nil, isToMany: Bool = false,
    isOpen: Bool = false
  ) -> PropertyDescription {
    var description = RelationshipDescription(
      name: name, destination: destination, inverseName: inverse, isOptional: !isToMany,
      isToMany: isToMany)
    description.leavesInverseOpen = isOpen
    return .relationship(description)
  }

  private func entity(
    _ name: String, below parent: String? = nil, _ properties: PropertyDescription...
  ) -> EntityDescription {
    var entity = EntityDescription(name: name, properties: properties)
    entity.parentName = parent
    return entity
  }

  private var store: ModelDescription {
    var animal = entity("Animal", attribute("name"), relationship("owner", to: "Person", "pets"))
    animal.uniquenessConstraints = [["name"]]
    var secret = AttributeDescription(
      name: "secret", type: .binaryData, isOptional: true, storesExternally: true)
    secret.versionHashModifier = "1"
    return ModelDescription(entities: [
      animal, entity("Dog", below: "Animal", attribute("tricks", .integer64, isOptional: true)),
      entity("Puppy", below: "Dog"),
      entity(
        "Person", attribute("name", isOptional: true), .attribute(secret),
        relationship("pets", to: "Animal", "owner", isToMany: true),
        .derived(DerivedDescription(name: "count", expression: "pets.@count", type: .integer64)),
        .composite(
          CompositeDescription(
            name: "home", elements: [attribute("street"), attribute("number", .integer64)]))),
    ])
  }

  private func lines(_ entities: EntityDescription...) -> [String] {
    ModelPart(ModelDescription(entities: entities), of: store).differences.lines()
  }

  @Test func partsMayHaveSomeEntitiesAndProperties() {
    #expect(lines().isEmpty)
    #expect(lines(entity("Person")).isEmpty)
    #expect(
      lines(
        entity(
          "Person", attribute("name", isOptional: true),
          attribute("secret", .binaryData, isOptional: true),
          attribute("count", .integer64, isOptional: true),
          .composite(
            CompositeDescription(
              name: "home",
              elements: [attribute("street", isOptional: true), attribute("number", .integer64)])))
      ).isEmpty)
  }

  @Test func partsMayInheritLess() {
    // A property that the store's entity inherits is the entity's own property here.
    #expect(lines(entity("Puppy", attribute("name"))).isEmpty)
    #expect(lines(entity("Animal", attribute("name", isOptional: true))).isEmpty)
    #expect(lines(entity("Animal"), entity("Puppy", below: "Animal")).isEmpty)
    #expect(
      lines(entity("Animal"), entity("Puppy")) == [
        "Puppy differs: it inherits from Animal in the store and nothing here."
      ])
    #expect(
      lines(entity("Person"), entity("Puppy", below: "Person")) == [
        "Puppy differs: it inherits from nothing in the store and Person here."
      ])
  }

  @Test func propertiesThatTheStoreLacksAreReported() {
    #expect(lines(entity("Cat")) == ["Cat is missing in the store."])
    #expect(
      lines(
        entity(
          "Person", attribute("name"), attribute("age", .integer64),
          attribute("secret", .string, isOptional: true), attribute("count", .integer64),
          attribute("home"), relationship("pets", to: "Dog", isToMany: true))) == [
          "Person differs: age is missing in the store (integer64); count is optional in the store "
            + "only; home is a composite attribute in the store and an attribute here; name "
            + "is optional in the store only; pets refers to Animal in the store and Dog here; "
            + "secret is binaryData in the store and string here."
        ])
  }

  /// Reading requires no inverse, but a declared inverse must match the store's.
  @Test func partsHaveTheInversesOfTheStore() {
    func inverses(_ entities: EntityDescription...) -> [String?] {
      let part = ModelPart(ModelDescription(entities: entities), of: store)
      #expect(part.differences.lines().isEmpty)
      return part.model.entities.flatMap(\.properties).map {
        if case .relationship(let relationship) = $0 { relationship.inverseName } else { "-" }
      }
    }
    #expect(
      inverses(
        entity("Animal", relationship("owner", to: "Person", isOpen: true)), entity("Person"))
        == [nil])
    #expect(
      inverses(
        entity("Animal", relationship("owner", to: "Person", isOpen: true)),
        entity("Person", relationship("pets", to: "Animal", isToMany: true, isOpen: true)))
        == ["pets", "owner"])
    #expect(
      inverses(
        entity("Animal", relationship("owner", to: "Person", isOpen: true)),
        entity("Person", relationship("pets", to: "Animal", isToMany: true))) == [nil, nil])
    #expect(
      inverses(
        entity("Animal", relationship("owner", to: "Person")),
        entity("Person", relationship("pets", to: "Animal", isToMany: true))) == [nil, nil])
    #expect(
      lines(
        entity("Animal", relationship("owner", to: "Person", "friends")),
        entity("Person", relationship("pets", to: "Animal", isToMany: true))) == [
          "Animal differs: owner has the inverse pets in the store and friends here."
        ])
  }
}
