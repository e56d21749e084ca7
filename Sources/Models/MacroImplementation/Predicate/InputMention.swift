import SwiftSyntax
import SwiftSyntaxBuilder

/// Searches source code for the input of a predicate, or for a name bound to a part of it.
final class InputMention: SyntaxVisitor {
  private let names: Set<String>
  private let holes: Set<SyntaxIdentifier>
  private var closureDepth = 0
  private(set) var isFound = false

  /// - Parameters:
  ///   - names: The names of the input or parts of it, including `$0`.
  ///   - holes: Nodes that represent a part of the input.
  init(names: Set<String>, holes: Set<SyntaxIdentifier>) {
    self.names = names
    self.holes = holes
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: OptionalChainingExprSyntax) -> SyntaxVisitorContinueKind {
    if holes.contains(node.id) { isFound = true }
    return .visitChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    let name = node.baseName.text
    let isMemberName = node.parent?.as(MemberAccessExprSyntax.self)?.declName.id == node.id
    let belongsToClosure = name.hasPrefix("$") && closureDepth > 0
    if !isMemberName, !belongsToClosure, names.contains(name) { isFound = true }
    return .visitChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    closureDepth += 1
    return .visitChildren
  }

  override func visitPost(_ node: ClosureExprSyntax) {
    closureDepth -= 1
  }
}

/// Finds forced unwrapping with `!`, and evaluations of expressions and predicates, outside of
/// nested closures.
final class ForcedUnwrapFinder: SyntaxVisitor {
  private(set) var isFound = false
  private var tryDepth = 0

  /// Finds evaluations, which throw but need no `try` in the closure of a predicate.
  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if tryDepth == 0, !node.arguments.isEmpty,
      let callee = node.calledExpression.as(MemberAccessExprSyntax.self),
      callee.declName.baseName.text == "evaluate",
      node.arguments.allSatisfy({ $0.label == nil })
    {
      isFound = true
    }
    return .visitChildren
  }

  override func visit(_ node: TryExprSyntax) -> SyntaxVisitorContinueKind {
    tryDepth += 1
    return .visitChildren
  }

  override func visitPost(_ node: TryExprSyntax) { tryDepth -= 1 }

  override func visit(_ node: ForceUnwrapExprSyntax) -> SyntaxVisitorContinueKind {
    isFound = true
    return .skipChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  static func finds(in expression: ExprSyntax) -> Bool {
    let finder = ForcedUnwrapFinder(viewMode: .sourceAccurate)
    finder.walk(expression)
    return finder.isFound
  }
}

/// Rewrites `x!` as a call that throws, so that a nil does not trap.
final class ForcedUnwrapRewriter: SyntaxRewriter {
  override func visit(_ node: ForceUnwrapExprSyntax) -> ExprSyntax {
    let inner = visit(node.expression)
    return "OpenSwiftData._PredicateBuilder.unwrap(\(inner.trimmed))"
  }

  override func visit(_ node: ClosureExprSyntax) -> ExprSyntax { ExprSyntax(node) }

  /// Returns the expression with its `!` replaced, or nil if it has none.
  static func rewrite(_ expression: ExprSyntax) -> String? {
    guard ForcedUnwrapFinder.finds(in: expression) else { return nil }
    return ForcedUnwrapRewriter().visit(expression.detached).trimmedDescription
  }
}
