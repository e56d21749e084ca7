import CodableStorage
import DataSchema
import Foundation

extension SchemaReflection {
  /// Creates the property for a model's metadata; nil after reporting a problem.
  mutating func makeProperty(
    _ entry: Schema.PropertyMetadata, in entity: String
  ) -> (any SchemaProperty)? {
    let type = entry.valueType
    if let shape = RelationshipShape(type) {
      destinations.append(shape.destination)
      return makeRelationship(entry, type: type, shape: shape, in: entity)
    }
    if entry.metadata?.asRelationship != nil {
      report(
        "The type of a relationship must be a model or an array of models, not \(typeText(type)).",
        entry.name, in: entity, advice: "Use @Attribute instead, or make the type a @Model class.")
      return nil
    }
    if let codable = entry.codable, !KnownScalars.contains(codable) { KnownCodables.add(codable) }
    if let representable = entry.rawRepresentable { KnownRawValues.add(representable) }
    return makeAttribute(entry, type: type, in: entity)
  }

  private mutating func makeRelationship(
    _ entry: Schema.PropertyMetadata, type: any Any.Type, shape: RelationshipShape,
    in entity: String
  ) -> Schema.Relationship {
    if entry.metadata?.asAttribute != nil {
      report(
        "The macro @Attribute cannot be used on a relationship.", entry.name, in: entity,
        advice: "Use @Relationship instead.")
    }
    let declared = entry.metadata?.asRelationship ?? Schema.Relationship()
    let relationship = Schema.Relationship(
      deleteRule: declared.deleteRule, minimumModelCount: declared.minimumModelCount,
      maximumModelCount: declared.maximumModelCount,
      originalName: declared.originalName.isEmpty ? entry.name : declared.originalName,
      hashModifier: declared.hashModifier)
    relationship.lazyInverse = declared.lazyInverse
    relationship.statesNoInverse = declared.statesNoInverse
    relationship.leavesInverseOpen = declared.lazyInverse == nil && !declared.statesNoInverse
    relationship.name = entry.name
    relationship.lazyKeyPath = entry.lazyKeyPath
    relationship.options = declared.options
    relationship.valueType = type
    relationship.destination = entityName(of: shape.destination)
    return relationship
  }

  private mutating func makeAttribute(
    _ entry: Schema.PropertyMetadata, type: any Any.Type, in entity: String
  ) -> Schema.Attribute? {
    let declared = entry.metadata?.asAttribute ?? Schema.Attribute()
    let originalName = declared.originalName.isEmpty ? entry.name : declared.originalName
    let form: PropertyDescription
    do {
      form =
        declared.isTransformable
        ? .attribute(AttributeDescription(name: entry.name, type: .transformable))
        : try storedForm(of: type, named: entry.name, isWhole: declared.isCodable)
    } catch {
      report(error.reason, entry.name, in: entity, advice: error.advice, error.underlying)
      return nil
    }
    let attribute: Schema.Attribute
    if case .composite(let parts) = form {
      let composite = Schema.CompositeAttribute(
        name: entry.name, originalName: originalName, options: declared.options, valueType: type,
        defaultValue: entry.defaultValue, hashModifier: declared.hashModifier)
      composite.properties = parts.elements.compactMap(Schema.Attribute.make)
      composite.caseNames = parts.caseNames
      attribute = composite
    } else {
      attribute = Schema.Attribute(
        name: entry.name, originalName: originalName, options: declared.options, valueType: type,
        defaultValue: entry.defaultValue, hashModifier: declared.hashModifier)
      if case .attribute(let single) = form { attribute.storage = single.type }
    }
    attribute.lazyKeyPath = entry.lazyKeyPath
    return attribute
  }

  private mutating func report(
    _ what: String, _ property: String, in entity: String, advice: String,
    _ underlying: (any Error)? = nil
  ) {
    problems.append(
      .unsupportedModel.explained(
        what, entity: entity, property: property, advice: advice, underlying: underlying))
  }
}
