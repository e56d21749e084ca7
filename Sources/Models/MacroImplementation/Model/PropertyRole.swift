import SwiftDiagnostics
import SwiftSyntax

/// The role that `@Model` assigns to a declared property.
enum PropertyRole {
  /// The values are persisted in the store.
  case persisted
  /// `@Model` leaves the property unchanged.
  case ignored
  /// The property would have to be persisted but cannot be.
  case rejected(Rejection)

  /// The reason why a property cannot be persisted.
  struct Rejection {
    var node: Syntax
    var message: ModelDiagnostic
    var fixIts: [FixIt] = []
  }

  var isPersisted: Bool {
    if case .persisted = self { true } else { false }
  }
}

extension SourceProperty {
  /// The role of this property.
  ///
  /// It depends only on the declaration, so that the macro's roles agree on it although each of
  /// them sees the class separately.
  var role: PropertyRole {
    if isTypeProperty || isComputed { return .ignored }
    if isTransient { return transientRejection.map(PropertyRole.rejected) ?? .ignored }
    return rejection.map(PropertyRole.rejected) ?? .persisted
  }

  private var rejection: PropertyRole.Rejection? {
    guard let identifier else {
      return rejection(declaration.bindings, .tuplePattern)
    }
    let name = identifier.text
    guard let binding else {
      return rejection(declaration.bindings, .severalBindings(name), splitBindings)
    }
    if let wrapper {
      return rejection(wrapper, .wrapper(wrapper.simpleName, name), addTransient)
    }
    for keyword in [Keyword.lazy, .unowned] {
      guard let modifier = modifier(keyword) else { continue }
      return rejection(modifier, .modifier(modifier.name.text, name), addTransient)
    }
    guard binding.typeAnnotation != nil || binding.initializer != nil else {
      return rejection(identifier, .missingTypeAndValue(name), addType(to: binding))
    }
    return typeRejection(of: binding, name)
  }

  private func typeRejection(
    of binding: PatternBindingSyntax, _ name: String
  ) -> PropertyRole.Rejection? {
    guard let type = binding.typeAnnotation?.type, let part = type.unstorablePart,
      !(attribute(named: "Attribute")?.isTransformable ?? false)
    else { return nil }
    return rejection(part, .unsupportedType(type.trimmedDescription, name), addTransient)
  }

  /// The reason why a `@Transient` property cannot be left out of the store.
  private var transientRejection: PropertyRole.Rejection? {
    for binding in declaration.bindings where binding.initializer == nil {
      if !isLet, binding.typeAnnotation?.type.isOptional ?? false { continue }
      // A wrapper or `lazy` may provide the value; the compiler checks that.
      if wrapper != nil || hasModifier(.lazy) || isProbablyWrapped { continue }
      let name = binding.pattern.trimmedDescription
      return rejection(binding.pattern, .transientWithoutDefault(name), addDefault(to: binding))
    }
    return nil
  }

  private func rejection(
    _ node: some SyntaxProtocol, _ message: ModelDiagnostic, _ fixIts: FixIt?...
  ) -> PropertyRole.Rejection {
    PropertyRole.Rejection(node: Syntax(node), message: message, fixIts: fixIts.compactMap { $0 })
  }
}

extension TypeSyntax {
  /// Whether the type is written as an optional.
  var isOptional: Bool {
    isSugaredOptional || simpleName == "Optional"
  }

  /// The part of the type that cannot be stored, judging by its spelling.
  fileprivate var unstorablePart: TypeSyntax? {
    if let optional = self.as(OptionalTypeSyntax.self) {
      return optional.wrappedType.unstorablePart
    }
    if let optional = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      return optional.wrappedType.unstorablePart
    }
    if let array = self.as(ArrayTypeSyntax.self) { return array.element.unstorablePart }
    if let dictionary = self.as(DictionaryTypeSyntax.self) {
      return dictionary.key.unstorablePart ?? dictionary.value.unstorablePart
    }
    if let tuple = self.as(TupleTypeSyntax.self) {
      let single = tuple.elements.count == 1 ? tuple.elements.first : nil
      return single.map { $0.type.unstorablePart } ?? self
    }
    if self.is(FunctionTypeSyntax.self) || self.is(SomeOrAnyTypeSyntax.self) { return self }
    return ["Any", "AnyObject", "AnyClass"].contains(simpleName) ? self : nil
  }
}
