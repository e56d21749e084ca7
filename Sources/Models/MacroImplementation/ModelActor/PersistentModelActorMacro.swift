import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@ModelActor`: adds a model context to an actor, and runs the actor on the context's executor.
enum PersistentModelActorMacro {}

extension PersistentModelActorMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    guard let actor = declaration.as(ActorDeclSyntax.self) else {
      context.diagnose(problem(with: declaration))
      return []
    }
    let declaration = ModelActorDeclaration(
      parsing: actor, members: actor.memberBlock.activeMembers(in: context))
    return declaration.members
  }

  private static func problem(with declaration: some DeclGroupSyntax) -> Diagnostic {
    let keyword = declaration.introducer
    let fixIt = FixIt.replace(
      message: ModelFixIt.useActor(keyword.text), oldNode: keyword,
      newNode: keyword.with(\.tokenKind, .keyword(.actor)))
    let isType = declaration.is(ClassDeclSyntax.self) || declaration.is(StructDeclSyntax.self)
    return Diagnostic(
      node: keyword, message: ModelDiagnostic.notAnActor(keyword.article),
      fixIts: isType ? [fixIt] : [])
  }
}

extension PersistentModelActorMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard declaration.is(ActorDeclSyntax.self),
      protocols.contains(where: { $0.simpleName == "ModelActor" })
    else { return [] }
    return [try ExtensionDeclSyntax("extension \(type.trimmed): OpenSwiftData.ModelActor {}")]
  }
}

/// The information that `@ModelActor` needs about the actor it is attached to.
struct ModelActorDeclaration {
  /// The access modifier of the members, with a trailing space, or empty.
  var access: String
  /// Whether an initializer with only the container as parameter can be generated and is not
  /// declared.
  var needsInitializer: Bool

  init(parsing actor: ActorDeclSyntax, members: [DeclSyntax]) {
    access = AccessLevel(of: actor.modifiers).witnessModifier
    let hasOwn = members.contains {
      $0.as(InitializerDeclSyntax.self)?.takesOnlyContainer ?? false
    }
    let hasUnset = members.contains {
      $0.as(VariableDeclSyntax.self).map(SourceProperty.init)?.mustBeSet ?? false
    }
    needsInitializer = !hasOwn && !hasUnset
  }

  var members: [DeclSyntax] {
    var members: [DeclSyntax] = [
      "\(raw: access)nonisolated let modelExecutor: any OpenSwiftData.ModelExecutor",
      "\(raw: access)nonisolated let modelContainer: OpenSwiftData.ModelContainer",
    ]
    if needsInitializer {
      members.append(
        """
        \(raw: access)init(modelContainer: OpenSwiftData.ModelContainer) {
          let modelContext = OpenSwiftData.ModelContext(modelContainer)
          self.modelExecutor = OpenSwiftData.DefaultSerialModelExecutor(modelContext: modelContext)
          self.modelContainer = modelContainer
        }
        """)
    }
    return members
  }
}

extension InitializerDeclSyntax {
  fileprivate var takesOnlyContainer: Bool {
    signature.parameterClause.parameters.map(\.firstName.text) == ["modelContainer"]
  }
}

extension SourceProperty {
  /// Whether every initializer of the type has to set the property.
  fileprivate var mustBeSet: Bool {
    guard !isTypeProperty, !isComputed, !hasModifier(.lazy), !isProbablyWrapped else {
      return false
    }
    return declaration.bindings.contains { binding in
      let isOptional = !isLet && binding.typeAnnotation?.type.isSugaredOptional ?? false
      return binding.initializer == nil && !isOptional
    }
  }
}
