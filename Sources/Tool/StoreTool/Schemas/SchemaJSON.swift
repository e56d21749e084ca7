import DataSchema
import RecordStore

/// Renders entities as JSON.
enum SchemaJSON {
  static func json(of model: ModelDescription, _ origin: ModelOrigin) -> JSONValue {
    .object([
      "versionIdentifiers": .strings(model.versionIdentifiers),
      "origin": .string(origin.name), "guesses": .strings(origin.guesses),
      "entities": .array(model.sortedEntities.map(json)),
      "unconfirmedForms": .array(model.unconfirmedForms(origin).map(json)),
    ])
  }

  private static func json(_ form: UnconfirmedForm) -> JSONValue {
    .object([
      "entity": .string(form.entity), "property": form.property.map { .string($0) },
      "type": .string(form.type), "storedAs": .string(form.form),
    ])
  }

  private static func json(_ entity: EntityDescription) -> JSONValue {
    .object([
      "name": .string(entity.name), "parent": entity.parentName.map { .string($0) },
      "isAbstract": .bool(entity.isAbstract),
      "properties": .array(entity.properties.map(json)),
      "unique": .array(entity.uniquenessConstraints.map { .strings($0) }),
      "indexes": .array(entity.indexes.map(json)),
      "originalName": entity.originalName.map { .string($0) },
    ])
  }

  private static func json(_ index: IndexDescription) -> JSONValue {
    .object([
      "name": index.name.map { .string($0) }, "kind": .string(index.kind.rawValue),
      "properties": .strings(index.propertyNames),
      "descending": index.descendingNames.map { .strings($0) },
    ])
  }

  private static func json(_ property: PropertyDescription) -> JSONValue {
    switch property {
    case .attribute(let attribute): json(attribute)
    case .composite(let composite):
      .object([
        "name": .string(composite.name), "kind": .string("composite"),
        "isOptional": .bool(composite.isOptional), "isTransient": .bool(composite.isTransient),
        "swiftType": composite.valueTypeName.map { .string($0) },
        "elements": .array(composite.elements.map(json)),
      ])
    case .relationship(let relationship): json(relationship)
    case .derived(let derived):
      .object([
        "name": .string(derived.name), "kind": .string("derived"),
        "type": derived.type.map { .string($0.swiftName) },
        "expression": .string(derived.expression),
      ])
    }
  }

  private static func json(_ attribute: AttributeDescription) -> JSONValue {
    .object([
      "name": .string(attribute.name), "kind": .string("attribute"),
      "type": .string(attribute.type.swiftName), "isOptional": .bool(attribute.isOptional),
      "isTransient": .bool(attribute.isTransient),
      "storesExternally": .bool(attribute.storesExternally),
      "preservesValueOnDeletion": .bool(attribute.preservesValueOnDeletion),
      "swiftType": attribute.valueTypeName.map { .string($0) },
      "originalName": attribute.originalName.map { .string($0) },
    ])
  }

  private static func json(_ relationship: RelationshipDescription) -> JSONValue {
    .object([
      "name": .string(relationship.name), "kind": .string("relationship"),
      "destination": .string(relationship.destination),
      "inverse": relationship.inverseName.map { .string($0) },
      "isToMany": .bool(relationship.isToMany), "isOptional": .bool(relationship.isOptional),
      "isOrdered": .bool(relationship.isOrdered),
      "deleteRule": .string(relationship.deleteRule.name),
      "minimumCount": .count(relationship.minimumCount),
      "maximumCount": .count(relationship.maximumCount),
      "originalName": relationship.originalName.map { .string($0) },
    ])
  }
}
