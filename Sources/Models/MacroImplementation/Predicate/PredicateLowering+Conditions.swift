import SwiftSyntax

extension PredicateLowering {
  /// Lowers the conditions of `if` or `guard`, in the order in which they are evaluated.
  func lower(
    conditions: ArraySlice<ConditionElementSyntax>, then: Continuation, otherwise: Continuation
  ) throws -> PredicateBlock {
    let captured = conditions.prefix { !mentionsInput(of: $0) }
    if !captured.isEmpty {
      let source = captured.map { $0.with(\.trailingComma, nil).trimmedDescription }
      let outer = scope
      for name in boundNames(in: captured) { scope[name] = nil }
      let body = try lower(
        conditions: conditions.dropFirst(captured.count), then: then, otherwise: otherwise)
      scope = outer
      return .resolved(source.joined(separator: ", "), then: body, otherwise: try otherwise())
    }
    guard let first = conditions.first else { return try then() }
    let rest = conditions.dropFirst()
    switch first.condition {
    case .expression(let test):
      let node = try lower(test)
      let body = try lower(conditions: rest, then: then, otherwise: otherwise)
      return .conditional(node, then: body, otherwise: try otherwise())
    case .optionalBinding(let binding):
      let (name, optional) = try optionalParts(of: binding)
      let node = try lower(optional)
      let outer = scope
      let variable = makeVariable()
      if let name { scope[name] = .variable(variable) }
      let body = try lower(conditions: rest, then: then, otherwise: otherwise)
      scope = outer
      return .unwrapping(
        node, PredicateClosure(parameter: variable, body: body), otherwise: try otherwise())
    case .matchingPattern(let matching):
      let node = try lower(matching.initializer.value)
      let test = try lower(pattern: matching.pattern, matching: node)
      let body = try lower(conditions: rest, then: then, otherwise: otherwise)
      return .conditional(test, then: body, otherwise: try otherwise())
    default:
      throw PredicateSyntaxError(
        first, "availability", "check availability before you create the predicate")
    }
  }

  private func mentionsInput(of element: ConditionElementSyntax) -> Bool {
    if case .optionalBinding(let binding) = element.condition, binding.initializer == nil,
      let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
    {
      return scope[name] != nil
    }
    return mentionsInput(element)
  }

  private func optionalParts(
    of binding: OptionalBindingConditionSyntax
  ) throws -> (name: String?, optional: ExprSyntax) {
    guard binding.bindingSpecifier.tokenKind == .keyword(.let) else {
      throw PredicateSyntaxError(
        binding.bindingSpecifier, "variable", "a predicate cannot change variables",
        fix: "use 'let'", replacing: binding.bindingSpecifier,
        with: binding.bindingSpecifier.with(\.tokenKind, .keyword(.let)))
    }
    if let value = binding.initializer?.value, binding.pattern.is(WildcardPatternSyntax.self) {
      return (nil, value)
    }
    guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier else {
      throw PredicateSyntaxError(
        binding.pattern, "pattern", "'if let' in a predicate can bind only a single name")
    }
    return (
      name.text, binding.initializer?.value ?? ExprSyntax(DeclReferenceExprSyntax(baseName: name))
    )
  }

  func boundNames(in conditions: some Sequence<ConditionElementSyntax>) -> Set<String> {
    conditions.reduce(into: []) { names, element in
      switch element.condition {
      case .optionalBinding(let binding): names.formUnion(BoundNames.of(binding.pattern))
      case .matchingPattern(let matching): names.formUnion(BoundNames.of(matching.pattern))
      default: break
      }
    }
  }
}

/// Collects the names that a pattern binds.
final class BoundNames: SyntaxVisitor {
  private var names: Set<String> = []

  override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
    names.insert(node.identifier.text)
    return .skipChildren
  }

  static func of(_ pattern: some SyntaxProtocol) -> Set<String> {
    let visitor = BoundNames(viewMode: .sourceAccurate)
    visitor.walk(pattern)
    return visitor.names
  }
}
