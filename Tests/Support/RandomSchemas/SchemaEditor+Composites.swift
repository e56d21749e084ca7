import DataSchema

extension SchemaEditor {
  /// Applies `kind` if it is a change within composites, and returns whether it is.
  package mutating func applyToComposite(_ kind: SchemaChange.Kind) -> Bool {
    switch kind {
    case .addLeaf:
      changeComposite { composite, generator in
        let name = generator.dice.pick(SchemaGenerator.leafNames) ?? "x"
        guard !composite.elements.contains(where: { $0.name == name }) else { return }
        var element = generator.element(named: name, depth: 1)
        if generator.dice.chance(50) { element.makeOptional() }
        composite.elements.append(element)
      }
    case .removeLeaf:
      changeComposite { composite, generator in
        let index = generator.dice.number(0...composite.elements.count - 1)
        if composite.elements.count > 1 { composite.elements.remove(at: index) }
      }
    case .changeLeaf:
      changeComposite { composite, generator in
        let index = generator.dice.number(0...composite.elements.count - 1)
        generator.change(&composite.elements[index])
      }
    case .toggleCompositeOptional: changeComposite { composite, _ in composite.isOptional.toggle() }
    default: return false
    }
    return true
  }

  private mutating func changeComposite(
    _ change: (inout CompositeDescription, inout SchemaGenerator) -> Void
  ) {
    let place = pickPlace { if case .composite = $0 { true } else { false } }
    guard let place, case .composite(var composite) = self[place] else { return }
    change(&composite, &generator)
    self[place] = .composite(composite)
  }
}

extension SchemaGenerator {
  fileprivate mutating func change(_ element: inout PropertyDescription) {
    switch element {
    case .attribute(var leaf):
      switch dice.number(0...3) {
      case 0: leaf.isOptional.toggle()
      case 1:
        leaf.defaultValue = .random(for: leaf.type, &dice)
        leaf.isOptional = false
      case 2 where leaf.type == .integer16: (leaf.type, leaf.defaultValue) = (.integer64, nil)
      case 2 where leaf.type == .integer32: (leaf.type, leaf.defaultValue) = (.double, nil)
      case 2 where leaf.type == .float: (leaf.type, leaf.defaultValue) = (.double, nil)
      default:
        element = self.element(named: leaf.name, depth: 1)
        return
      }
      element = .attribute(leaf)
    case .composite(var composite):
      if dice.chance(50) { composite.isOptional.toggle() }
      change(&composite.elements[dice.number(0...composite.elements.count - 1)])
      element = .composite(composite)
    case .relationship, .derived: break
    }
  }
}
