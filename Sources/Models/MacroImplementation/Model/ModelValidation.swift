import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Reports all errors in a model that are visible in its syntax.
struct ModelValidation {
  var model: ClassDeclSyntax
  var members: [DeclSyntax]
  var attribute: AttributeSyntax
  var report: (Diagnostic) -> Void

  /// Reports the problems, and returns whether none of them is an error.
  func isValid() -> Bool {
    var isValid = hasInitializer()
    let sources = members.compactMap { $0.as(VariableDeclSyntax.self).map(SourceProperty.init) }
    for source in sources {
      switch source.role {
      case .persisted: isValid = checkPersisted(source) && isValid
      case .ignored: warnOfIdleAttributes(source)
      case .rejected(let rejection):
        isValid = false
        report(
          Diagnostic(node: rejection.node, message: rejection.message, fixIts: rejection.fixIts))
      }
    }
    isValid = checkConditions() && isValid
    isValid = checkSlots(sources) && isValid
    return checkConstraints(sources) && isValid
  }

  /// Reports persisted properties that depend on a condition that macros cannot evaluate.
  private func checkConditions() -> Bool {
    var isValid = true
    for member in members {
      guard let conditional = member.as(IfConfigDeclSyntax.self),
        conditional.allMembers.contains(where: \.concernsStorage)
      else { continue }
      isValid = false
      report(Diagnostic(node: conditional, message: ModelDiagnostic.condition))
    }
    return isValid
  }

  /// Reports constraints on anything other than persisted properties.
  ///
  /// Properties of a superclass are not visible here; the compiler checks them.
  private func checkConstraints(_ sources: [SourceProperty]) -> Bool {
    let inherited = model.inheritanceClause?.inheritedTypes.map(\.type) ?? []
    guard !ModelDeclaration.mayHaveSuperclass(inherited) else { return true }
    let persisted = Set(
      sources.filter(\.role.isPersisted).compactMap { $0.identifier?.identifier?.name })
    var isValid = true
    for member in members {
      guard let constraint = ConstraintDeclaration(parsing: member, of: model.name.text)
      else { continue }
      for name in constraint.propertyNames where !persisted.contains(name.identifier?.name ?? "") {
        isValid = false
        report(
          Diagnostic(
            node: name, message: ModelDiagnostic.unknownProperty(name.text, model.name.text)))
      }
    }
    return isValid
  }

  private func checkPersisted(_ source: SourceProperty) -> Bool {
    let name = source.identifier?.text ?? ""
    if source.isLet {
      report(
        Diagnostic(
          node: source.declaration.bindingSpecifier, message: ModelDiagnostic.constant(name),
          fixIt: source.useVar))
    }
    if let observer = source.observer {
      report(Diagnostic(node: observer, message: ModelDiagnostic.observers(name)))
    }
    guard let attribute = source.attribute(named: "Attribute") else { return true }
    if let relationship = source.attribute(named: "Relationship") {
      report(
        Diagnostic(node: relationship, message: ModelDiagnostic.attributeAndRelationship))
      return false
    }
    if attribute.isUnique, source.binding?.typeAnnotation?.type.isCollection ?? false {
      report(Diagnostic(node: attribute, message: ModelDiagnostic.uniqueCollection(name)))
    }
    return true
  }

  private func warnOfIdleAttributes(_ source: SourceProperty) {
    let reason =
      if source.isTypeProperty {
        "a type property"
      } else if source.isTransient {
        "a @Transient property"
      } else {
        "a computed property"
      }
    for name in ["Attribute", "Relationship"] {
      guard let attribute = source.attribute(named: name) else { continue }
      report(
        Diagnostic(
          node: attribute, message: ModelDiagnostic.withoutEffect(name, reason),
          fixIt: source.remove(attribute)))
    }
  }

  /// Reports properties with the name of another property's storage slot.
  private func checkSlots(_ sources: [SourceProperty]) -> Bool {
    let named = sources.compactMap { source in
      source.identifier.map { (name: $0.identifier?.name ?? $0.text, source: source) }
    }
    let slots = Dictionary(
      named.filter { $0.source.role.isPersisted }.map { ("_\($0.name)", $0.name) },
      uniquingKeysWith: { first, _ in first })
    var isValid = true
    for (name, source) in named {
      guard let owner = slots[name], let identifier = source.identifier else { continue }
      isValid = false
      report(Diagnostic(node: identifier, message: ModelDiagnostic.slotCollision(name, owner)))
    }
    return isValid
  }

  private func hasInitializer() -> Bool {
    let all = members.flatMap { $0.as(IfConfigDeclSyntax.self)?.allMembers ?? [$0] }
    guard !all.contains(where: { $0.is(InitializerDeclSyntax.self) }) else { return true }
    report(
      Diagnostic(
        node: model.name, message: ModelDiagnostic.missingInitializer(model.name.text),
        fixIts: [initializerFixIt].compactMap { $0 }))
    return false
  }

  /// A fix-it that adds an initializer with a parameter for every property without an initial
  /// value.
  private var initializerFixIt: FixIt? {
    let inherited = model.inheritanceClause?.inheritedTypes.map(\.type) ?? []
    guard !ModelDeclaration.mayHaveSuperclass(inherited) else { return nil }
    let unset = members.compactMap { member -> PersistedProperty? in
      guard let variable = member.as(VariableDeclSyntax.self) else { return nil }
      return PersistedProperty(parsing: SourceProperty(variable))
    }.filter(\.hasNoInitialValue)
    let access = AccessLevel(of: model.modifiers).witnessModifier
    let parameters = unset.map { "\($0.name): \($0.type ?? "<#Type#>")" }.joined(separator: ", ")
    let body = unset.map { "    self.\($0.name) = \($0.spelling)\n" }.joined()
    let text = "\n\n  \(access)init(\(parameters)) {\n\(body)  }"
    var block = model.memberBlock
    block.members.append(MemberBlockItemSyntax(decl: DeclSyntax(stringLiteral: text)))
    return .replace(
      message: ModelFixIt.addInitializer, oldNode: model.memberBlock, newNode: block)
  }
}

extension DeclSyntax {
  /// Whether the declaration is part of a model's schema.
  fileprivate var concernsStorage: Bool {
    if let variable = self.as(VariableDeclSyntax.self) {
      return SourceProperty(variable).role.isPersisted
    }
    return ConstraintDeclaration(parsing: self, of: "") != nil
  }
}

extension TypeSyntax {
  /// Whether the type is written as a standard collection, or an optional of one.
  fileprivate var isCollection: Bool {
    if let optional = self.as(OptionalTypeSyntax.self) { return optional.wrappedType.isCollection }
    return self.is(ArrayTypeSyntax.self) || self.is(DictionaryTypeSyntax.self)
      || ["Array", "Dictionary", "Set"].contains(simpleName)
  }
}
