import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Model`: makes a class a persistent model.
enum PersistentModelMacro {
  static var formatMode: FormatMode { .disabled }
}

extension PersistentModelMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    let scope = ModelScope(declaration: declaration)
    guard let model = scope.model(in: context) else {
      scope.problem(with: node).map(context.diagnose)
      return []
    }
    let members = model.memberBlock.activeMembers(in: context)
    let validation = ModelValidation(
      model: model, members: members, attribute: node, report: context.diagnose)
    let isValid = validation.isValid()
    return ModelDeclaration(
      parsing: model, attribute: node, members: members, conformances: protocols,
      isValid: isValid
    ).members(
      uniqueNames: UniqueNames(
        member: context.makeUniqueName("Member").text,
        result: context.makeUniqueName("Result").text)
    ).map(DeclSyntax.init(verbatim:))
  }
}

extension PersistentModelMacro: MemberAttributeMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) -> [AttributeSyntax] {
    guard let model = ModelScope(declaration: declaration).model(in: context),
      let variable = member.as(VariableDeclSyntax.self).map(SourceProperty.init),
      variable.role.isPersisted
    else { return [] }
    var index = 0
    for other in model.memberBlock.activeMembers(in: context) {
      guard let other = other.as(VariableDeclSyntax.self).map(SourceProperty.init) else { continue }
      if other.identifier?.text == variable.identifier?.text { break }
      if other.role.isPersisted { index += 1 }
    }
    return ["@_PersistedProperty(\(raw: index))"]
  }
}

extension PersistentModelMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard ModelScope(declaration: declaration).model(in: context) != nil else { return [] }
    // `nonisolated` exempts the model from a module's default isolation: the metatypes of the
    // protocols are used on any thread.
    let names = protocols.map(\.simpleName)
    var extensions: [ExtensionDeclSyntax] = []
    let conformances = ["PersistentModel", "_InlineModel", "Observable"].filter(names.contains)
      .map { "nonisolated \($0 == "Observable" ? "Observation" : "OpenSwiftData").\($0)" }
    if !conformances.isEmpty {
      extensions.append(
        try ExtensionDeclSyntax(
          "extension \(type.trimmed): \(raw: conformances.joined(separator: ", ")) {}"))
    }
    if names.contains("Sendable") {
      extensions.append(try unavailableSendable(type))
    }
    return extensions
  }

  private static func unavailableSendable(
    _ type: some TypeSyntaxProtocol
  ) throws -> ExtensionDeclSyntax {
    let message =
      "PersistentModels are not Sendable; pass their persistentModelID, or use a ModelActor"
    return try ExtensionDeclSyntax(
      """
      @available(*, unavailable, message: \(literal: message))
      extension \(type.trimmed): Swift.Sendable {}
      """)
  }
}
