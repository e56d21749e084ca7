import DataSchema

/// One stored value of a property, as evolution sees it.
struct EvolutionLeaf {
  var type: AttributeType
  /// Whether the value, or a composite around it, may be missing.
  var isOptional: Bool
  var storesExternally: Bool
  var defaultValue: DefaultValue?

  /// Whether the bytes begin with a marker, because they may stand in a file.
  var holdsExternalData: Bool {
    storesExternally && (type == .binaryData || type == .transformable)
  }
}

extension PropertyDescription {
  /// The values that columns hold by the names from below the property to each.
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

  /// Whether two properties hold things of one kind; what was derived may be given.
  func isSameKind(as other: PropertyDescription) -> Bool {
    switch (self, other) {
    case (.attribute, .attribute), (.composite, .composite), (.relationship, .relationship),
      (.derived, .derived), (.derived, .attribute):
      true
    default: false
    }
  }

  /// Whether anything is stored.
  var isStored: Bool {
    switch self {
    case .attribute(let attribute): !attribute.isTransient
    case .composite(let composite): !composite.isTransient
    case .relationship(let relationship): !relationship.isTransient
    case .derived: true
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
