extension Schema.Entity {
  /// The entity's own attributes.
  ///
  /// Setting it replaces the attributes among the stored properties and keeps the others.
  public var attributes: Set<Schema.Attribute> {
    get { Set(storedProperties.compactMap(\.asAttribute)) }
    set { replace(with: Array(newValue)) { $0.asAttribute != nil } }
  }

  /// The entity's own relationships.
  ///
  /// Setting it replaces the relationships among the stored properties and keeps the others.
  public var relationships: Set<Schema.Relationship> {
    get { Set(storedProperties.compactMap(\.asRelationship)) }
    set { replace(with: Array(newValue)) { $0.asRelationship != nil } }
  }

  /// The entity's own attributes by name.
  public var attributesByName: [String: Schema.Attribute] {
    get { byName(storedProperties.compactMap(\.asAttribute)) }
    set { replace(with: Array(newValue.values)) { $0.asAttribute != nil } }
  }

  /// The entity's own relationships by name.
  public var relationshipsByName: [String: Schema.Relationship] {
    get { byName(storedProperties.compactMap(\.asRelationship)) }
    set { replace(with: Array(newValue.values)) { $0.asRelationship != nil } }
  }

  /// The entity's own properties by name.
  public var storedPropertiesByName: [String: any SchemaProperty] {
    get { Dictionary(storedProperties.map { ($0.name, $0) }) { first, _ in first } }
    set { replace(with: Array(newValue.values)) { _ in true } }
  }

  /// The properties of the superentities, by name.
  public var inheritedPropertiesByName: [String: any SchemaProperty] {
    get { Dictionary(inheritedProperties.map { ($0.name, $0) }) { first, _ in first } }
    set { inheritedProperties = Self.ordered(Array(newValue.values), like: inheritedProperties) }
  }

  private func byName<Property: SchemaProperty>(_ list: [Property]) -> [String: Property] {
    Dictionary(list.map { ($0.name, $0) }) { first, _ in first }
  }

  private func replace(
    with new: [any SchemaProperty], where isReplaced: (any SchemaProperty) -> Bool
  ) {
    let kept = storedProperties.filter { !isReplaced($0) }
    storedProperties = Self.ordered(kept + new, like: storedProperties)
  }

  /// Sorts properties in the order of the old ones with the same names; new ones follow, sorted by
  /// name.
  private static func ordered(
    _ properties: [any SchemaProperty], like old: [any SchemaProperty]
  ) -> [any SchemaProperty] {
    let places = Dictionary(
      old.enumerated().map { ($0.element.name, $0.offset) }
    ) { first, _ in first }
    return properties.sorted { left, right in
      (places[left.name] ?? Int.max, left.name) < (places[right.name] ?? Int.max, right.name)
    }
  }
}
