import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

extension SourceProperty {
  /// A fix-it that makes a constant a variable.
  var useVar: FixIt {
    let keyword = declaration.bindingSpecifier
    return .replace(
      message: ModelFixIt.useVar, oldNode: keyword,
      newNode: keyword.with(\.tokenKind, .keyword(.var)))
  }

  /// A fix-it that adds `@Transient` to the property.
  var addTransient: FixIt {
    var attributes = declaration.attributes
    let transient = AttributeSyntax(
      atSign: .atSignToken(leadingTrivia: declaration.leadingTrivia),
      attributeName: IdentifierTypeSyntax(name: .identifier("Transient")),
      trailingTrivia: .space)
    var rest = declaration
    rest.leadingTrivia = []
    attributes = AttributeListSyntax([.attribute(transient)] + Array(rest.attributes))
    rest.attributes = attributes
    return .replace(message: ModelFixIt.addTransient, oldNode: declaration, newNode: rest)
  }

  /// A fix-it that declares each property on its own line.
  ///
  /// Nil if the properties share a single type annotation, as in `var a, b: Int`.
  var splitBindings: FixIt? {
    guard declaration.bindings.allSatisfy({ $0.typeAnnotation != nil || $0.initializer != nil })
    else { return nil }
    let indentation = Trivia(
      pieces: declaration.leadingTrivia.reversed().prefix { !$0.isNewline }.reversed())
    let single = declaration.bindings.enumerated().map { index, binding in
      var single = declaration
      var binding = binding
      binding.trailingComma = nil
      single.bindings = [binding.trimmed]
      single.leadingTrivia = index == 0 ? [] : .newline + indentation
      single.trailingTrivia = []
      return single.description
    }
    let text = CodeBlockItemListSyntax(stringLiteral: single.joined())
    return FixIt(
      message: ModelFixIt.splitBindings,
      changes: [
        .replace(
          oldNode: Syntax(declaration),
          newNode: Syntax(
            text.with(\.leadingTrivia, declaration.leadingTrivia)
              .with(\.trailingTrivia, declaration.trailingTrivia)))
      ])
  }

  func addType(to binding: PatternBindingSyntax) -> FixIt {
    var typed = binding
    typed.pattern.trailingTrivia = []
    typed.typeAnnotation = TypeAnnotationSyntax(
      colon: .colonToken(trailingTrivia: .space), type: TypeSyntax("<#Type#>"),
      trailingTrivia: binding.trailingTrivia)
    return .replace(message: ModelFixIt.addType, oldNode: binding, newNode: typed)
  }

  func addDefault(to binding: PatternBindingSyntax) -> FixIt {
    var initialized = binding.with(\.trailingTrivia, [])
    initialized.initializer = InitializerClauseSyntax(
      equal: .equalToken(leadingTrivia: .space, trailingTrivia: .space),
      value: ExprSyntax("<#value#>"), trailingTrivia: binding.trailingTrivia)
    return .replace(message: ModelFixIt.addDefault, oldNode: binding, newNode: initialized)
  }

  func remove(_ attribute: AttributeSyntax) -> FixIt {
    var rest = declaration
    rest.attributes = declaration.attributes.filter { $0.id != attribute.id }
    rest.leadingTrivia = declaration.leadingTrivia
    return .replace(
      message: ModelFixIt.removeAttribute(attribute.simpleName), oldNode: declaration, newNode: rest
    )
  }
}
