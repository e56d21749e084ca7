import SwiftSyntax
import SwiftSyntaxMacros

/// `@_PersistedProperty(index)`: adds accessors that load and track the value, and the slot that
/// stores it.
enum PersistedPropertyMacro {
  static var formatMode: FormatMode { .disabled }
}

extension PersistedPropertyMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [AccessorDeclSyntax] {
    guard let (property, context) = parse(node, declaration, in: context) else { return [] }
    return property.accessors(in: context).map(AccessorDeclSyntax.init(verbatim:))
  }
}

extension PersistedPropertyMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    guard let (property, context) = parse(node, declaration, in: context) else { return [] }
    return property.peers(in: context).map(DeclSyntax.init(verbatim:))
  }
}

extension PersistedPropertyMacro {
  private static func parse(
    _ node: AttributeSyntax, _ declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> (PersistedProperty, PropertyContext)? {
    guard let variable = declaration.as(VariableDeclSyntax.self),
      let property = PersistedProperty(parsing: SourceProperty(variable)),
      let model = context.lexicalContext.first?.as(ClassDeclSyntax.self),
      let index = node.labeledArguments.first?.expression.trimmedDescription
    else { return nil }
    let inherited = model.inheritanceClause?.inheritedTypes.map(\.type) ?? []
    let name = model.name.text
    return (
      property,
      PropertyContext(
        modelName: name,
        index: ModelDeclaration.mayHaveSuperclass(inherited)
          ? "\(name)._$firstIndex + \(index)" : index,
        storesUnchecked: inherited.contains { $0.simpleName == "Sendable" }
          || ModelDeclaration.isActorsOwn(model))
    )
  }
}
