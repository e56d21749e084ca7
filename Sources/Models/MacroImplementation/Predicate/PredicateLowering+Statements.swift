import SwiftSyntax

/// Lowers the code that follows a list of statements that does not return.
typealias Continuation = () throws -> PredicateBlock

extension PredicateLowering {
  func lower(
    statements: CodeBlockItemListSyntax, of owner: some SyntaxProtocol,
    then next: Continuation? = nil
  ) throws -> PredicateBlock {
    let outer = scope
    defer { scope = outer }
    return try lower(Array(statements)[...], of: Syntax(owner), then: next)
  }

  private func lower(
    _ items: ArraySlice<CodeBlockItemSyntax>, of owner: Syntax, then next: Continuation?
  ) throws -> PredicateBlock {
    guard let first = items.first else {
      if let next { return try next() }
      throw PredicateSyntaxError(
        owner, "missingResult", "a predicate must return a result on every path through its body")
    }
    let rest = items.dropFirst()
    let scopeHere = scope
    let continuation: Continuation? =
      rest.isEmpty
      ? next
      : {
        let inner = self.scope
        defer { self.scope = inner }
        self.scope = scopeHere
        return try self.lower(rest, of: owner, then: next)
      }
    if let branch = try lowerBranch(first, then: continuation) { return branch }
    if case .stmt(let statement) = first.item, let guarding = statement.as(GuardStmtSyntax.self) {
      // Names bound by the guard remain in scope, so the rest is lowered in the resulting scope.
      return try lower(
        conditions: Array(guarding.conditions)[...],
        then: { try self.lower(rest, of: owner, then: next) },
        otherwise: {
          try self.lower(statements: guarding.body.statements, of: guarding.body)
        })
    }
    switch first.item {
    case .decl(let declaration):
      let statements = try bind(declaration)
      let body = try lower(rest, of: owner, then: next)
      return statements.isEmpty
        ? body : .captured(statements.joined(separator: "\n"), rest: body)
    case .stmt(let statement):
      guard let result = statement.as(ReturnStmtSyntax.self) else {
        throw unsupportedStatement(statement)
      }
      guard let expression = result.expression else {
        throw PredicateSyntaxError(
          result, "missingResult", "a predicate must return true or false")
      }
      return .result(try lower(expression))
    case .expr(let expression):
      guard continuation == nil else {
        throw PredicateSyntaxError(
          expression, "unusedResult",
          "the result of this expression is not used; join conditions with '&&', or return early")
      }
      return .result(try lower(expression))
    default: throw PredicateSyntaxError(first, "statement", "a predicate cannot contain this")
    }
  }

  private func lowerBranch(
    _ item: CodeBlockItemSyntax, then continuation: Continuation?
  ) throws -> PredicateBlock? {
    let node: Syntax
    switch item.item {
    case .stmt(let statement):
      node =
        statement.as(ExpressionStmtSyntax.self).map { Syntax($0.expression) } ?? Syntax(statement)
    case .expr(let expression): node = Syntax(expression)
    default: return nil
    }
    if let branch = node.as(IfExprSyntax.self) { return try lower(branch, then: continuation) }
    if let choice = node.as(SwitchExprSyntax.self) { return try lower(choice, then: continuation) }
    return nil
  }

  func lower(_ branch: IfExprSyntax, then continuation: Continuation? = nil) throws
    -> PredicateBlock
  {
    let otherwise: Continuation = {
      switch branch.elseBody {
      case .codeBlock(let block):
        return try self.lower(statements: block.statements, of: block, then: continuation)
      case .ifExpr(let next): return try self.lower(next, then: continuation)
      default:
        if let continuation { return try continuation() }
        throw PredicateSyntaxError(
          branch, "missingElse", "'if' in a predicate needs an 'else' or a 'return' after it")
      }
    }
    return try lower(
      conditions: Array(branch.conditions)[...],
      then: {
        try self.lower(statements: branch.body.statements, of: branch.body, then: continuation)
      },
      otherwise: otherwise)
  }

  private func bind(_ declaration: DeclSyntax) throws -> [String] {
    guard let variables = declaration.as(VariableDeclSyntax.self) else {
      throw PredicateSyntaxError(
        declaration, "declaration", "a predicate can declare only constants")
    }
    guard variables.bindingSpecifier.tokenKind == .keyword(.let) else {
      let constant = variables.bindingSpecifier.with(\.tokenKind, .keyword(.let))
      throw PredicateSyntaxError(
        variables.bindingSpecifier, "variable",
        "a predicate cannot change variables: it describes a condition that a store evaluates",
        fix: "use 'let'", replacing: variables.bindingSpecifier, with: constant)
    }
    return try variables.bindings.compactMap { try bind($0) }
  }

  private func bind(_ binding: PatternBindingSyntax) throws -> String? {
    guard let value = binding.initializer?.value else {
      throw PredicateSyntaxError(
        binding, "uninitialized",
        "a constant in a predicate must be initialized in its declaration")
    }
    guard mentionsInput(value) else {
      for name in BoundNames.of(binding.pattern) { scope[name] = nil }
      return "let \(binding.with(\.trailingComma, nil).trimmedDescription)"
    }
    guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else {
      throw PredicateSyntaxError(
        binding.pattern, "pattern",
        "a predicate can bind a part of the model only to a single name")
    }
    scope[name] = try lower(value)
    return nil
  }

  private func unsupportedStatement(_ statement: StmtSyntax) -> PredicateSyntaxError {
    let keyword = statement.firstToken(viewMode: .sourceAccurate)?.text ?? "this statement"
    let advice =
      switch statement.kind {
      case .forStmt, .whileStmt, .repeatStmt:
        "; use 'contains(where:)' or 'allSatisfy' to test a collection"
      default: ""
      }
    return PredicateSyntaxError(
      statement, "statement", "a predicate cannot contain '\(keyword)'\(advice)")
  }
}
