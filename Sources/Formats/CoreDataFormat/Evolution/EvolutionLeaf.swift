import DataSchema

/// One stored value of a property, as migrations see it.
struct EvolutionLeaf {
  var type: AttributeType
  /// Whether the value, or a composite around it, is optional.
  var isOptional: Bool
  var storesExternally: Bool
  var defaultValue: DefaultValue?

  /// Whether the bytes begin with a marker, because they may be stored in a file.
  var holdsExternalData: Bool {
    storesExternally && (type == .binaryData || type == .transformable)
  }
}

extension PropertyDescription {
  /// The stored values of the property by their key paths below it.
  var evolutionLeaves: [[String]: EvolutionLeaf] {
    switch self {
    case .attribute(let attribute):
      attribute.isTransient ? [:] : [[]: attribute.leaf(isOptional: attribute.isOptional)]
    case .composite(let composite):
      composite.isTransient ? [:] : composite.leaves(below: [], isOptional: composite.isOptional)
    case .derived(let derived):
      derived.type.map {
        [[]: EvolutionLeaf(type: $0, isOptional: true, storesExternally: false)]
      } ?? [:]
    case .relationship: [:]
    }
  }

  /// Returns whether a property and the one that replaces it are of the same kind; a derived
  /// property may become an attribute.
  func isSameKind(as other: PropertyDescription) -> Bool {
    switch (self, other) {
    case (.attribute, .attribute), (.composite, .composite), (.relationship, .relationship),
      (.derived, .derived), (.derived, .attribute):
      true
    default: false
    }
  }
}

extension AttributeDescription {
  fileprivate func leaf(isOptional: Bool) -> EvolutionLeaf {
    EvolutionLeaf(
      type: type, isOptional: isOptional, storesExternally: storesExternally,
      defaultValue: defaultValue)
  }
}

extension CompositeDescription {
  fileprivate func leaves(
    below path: [String], isOptional: Bool
  ) -> [[String]: EvolutionLeaf] {
    var found: [[String]: EvolutionLeaf] = [:]
    for element in elements {
      switch element {
      case .attribute(let attribute):
        found[path + [attribute.name]] = attribute.leaf(
          isOptional: isOptional || attribute.isOptional)
      case .composite(let composite):
        let inner = composite.leaves(
          below: path + [composite.name], isOptional: isOptional || composite.isOptional)
        found.merge(inner) { $1 }
      case .relationship, .derived: break
      }
    }
    return found
  }
}
