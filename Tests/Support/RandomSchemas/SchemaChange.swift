import DataSchema

/// A random change from a schema to its next version; the seed determines the details.
package struct SchemaChange: Hashable, CustomStringConvertible {
  package enum Kind: String, CaseIterable {
    case addProperty, removeProperty, renameProperty, renameAgain, swapNames, claimTwice
    case widen, retype, toggleOptional, changeDefault, toggleExternal, toggleTransient, changeKind
    case addLeaf, removeLeaf, changeLeaf, toggleCompositeOptional
    case addRelationship, removeRelationship, flipCount, addInverse, removeInverse
    case changeDestination, toggleMandatory, changeDeleteRule
    case addEntity, removeEntity, renameEntity, renameEntityAgain, swapEntityNames
    case claimEntityTwice
    case addConstraint, removeConstraint, addIndex, removeIndex
    case insertParent, moveBelow, moveOut, pullUp, modifyHash
  }

  package var kind: Kind
  package var seed: UInt64

  package var description: String { kind.rawValue }

  /// Kinds that seldom find something to change are repeated.
  private static let weighted: [Kind] =
    Kind.allCases
    + [.addProperty, .addProperty, .removeProperty, .renameProperty, .renameProperty, .widen]
    + [.widen, .widen, .toggleExternal, .toggleExternal, .flipCount, .insertParent, .insertParent]
    + [.addConstraint, .addIndex, .addInverse, .moveBelow, .moveOut, .addLeaf, .changeLeaf]
    + [.renameEntity, .toggleOptional, .changeDefault, .addRelationship, .addInverse, .flipCount]

  package static func random(_ dice: inout Dice) -> SchemaChange {
    SchemaChange(kind: dice.pick(weighted) ?? .addProperty, seed: dice.seed())
  }

  /// The next version after `changes`, in which renamed elements have their original names.
  package static func apply(_ changes: [SchemaChange], to model: ModelDescription)
    -> ModelDescription
  {
    var model = model
    for change in changes {
      var editor = SchemaEditor(model: model, seed: change.seed)
      editor.apply(change.kind)
      model = editor.model.repaired()
    }
    return model
  }
}

/// Makes one change to a schema; does nothing if there is nothing to change.
package struct SchemaEditor {
  /// The location of a property.
  package struct Place {
    package var entity: Int
    package var property: Int
  }

  package var model: ModelDescription
  package var generator: SchemaGenerator

  package init(model: ModelDescription, seed: UInt64) {
    self.model = model
    generator = SchemaGenerator(dice: Dice(seed: seed))
  }

  package mutating func apply(_ kind: SchemaChange.Kind) {
    if applyToProperty(kind) || applyToComposite(kind) || applyToRelationship(kind) { return }
    applyToEntity(kind)
  }

  package subscript(place: Place) -> PropertyDescription {
    get { model.entities[place.entity].properties[place.property] }
    set { model.entities[place.entity].properties[place.property] = newValue }
  }

  package mutating func pickEntity() -> Int? { generator.dice.pick(Array(model.entities.indices)) }

  package mutating func pickPlace(where condition: (PropertyDescription) -> Bool) -> Place? {
    let places = model.entities.indices.flatMap { entity in
      model.entities[entity].properties.indices.map { Place(entity: entity, property: $0) }
    }
    return generator.dice.pick(places.filter { condition(self[$0]) })
  }

  package mutating func changeAttribute(
    where condition: (AttributeDescription) -> Bool = { _ in true },
    _ change: (inout AttributeDescription, inout Dice) -> Void
  ) {
    let place = pickPlace {
      if case .attribute(let attribute) = $0 { condition(attribute) } else { false }
    }
    guard let place, case .attribute(var attribute) = self[place] else { return }
    change(&attribute, &generator.dice)
    self[place] = .attribute(attribute)
  }

  package mutating func pickRelationship(
    where condition: (RelationshipDescription) -> Bool = { _ in true }
  ) -> Place? {
    pickPlace { $0.relationship.map(condition) ?? false }
  }

  package mutating func changeRelationship(
    where condition: (RelationshipDescription) -> Bool = { _ in true },
    _ change: (inout RelationshipDescription) -> Void
  ) {
    guard let place = pickRelationship(where: condition) else { return }
    changeRelationship(at: place, change)
  }

  package mutating func changeRelationship(
    at place: Place, _ change: (inout RelationshipDescription) -> Void
  ) {
    guard case .relationship(var relationship) = self[place] else { return }
    change(&relationship)
    self[place] = .relationship(relationship)
  }
}
