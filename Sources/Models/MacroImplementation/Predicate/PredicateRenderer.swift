import SwiftSyntax

/// Renders nodes as Swift code.
///
/// Each operand becomes a separate constant, so that the type checker sees one call at a time. Its
/// time then grows only with the length of a predicate.
struct PredicateRenderer {
  private static let builder = "OpenSwiftData._PredicateBuilder"
  private var lines: [String] = []
  private var constantCount: Counter

  private final class Counter {
    var value = 0
  }

  init() {
    constantCount = Counter()
  }

  private init(sharing counter: Counter) {
    constantCount = counter
  }

  /// Returns the call that creates the predicate; `types` are those of the inputs, if the source
  /// code specifies them.
  static func predicate(_ inputs: [String], types: [String], _ body: PredicateBlock) -> String {
    var renderer = PredicateRenderer()
    renderer.renderTail(body)
    let parameters = inputs.enumerated().map { index, name in
      types.indices.contains(index)
        ? "\(name): \(builder).Variable<\(types[index])>" : name
    }
    return """
      \(builder).predicate({ (\(parameters.joined(separator: ", "))) in
      \(renderer.lines.joined(separator: "\n"))
      })
      """
  }

  /// Renders the end of the body, where a branch that is decided on creation is plain Swift.
  private mutating func renderTail(_ block: PredicateBlock) {
    switch block {
    case .result(.block(let inner)): renderTail(inner)
    case .captured(let statements, let rest):
      lines.append(statements)
      renderTail(rest)
    case .resolved(let conditions, let then, let otherwise):
      lines.append("if \(conditions) {")
      renderTail(then)
      lines.append("} else {")
      renderTail(otherwise)
      lines.append("}")
    case .resolvedSwitch(let subject, let cases):
      lines.append("switch \(subject) {")
      for one in cases {
        lines.append(one.label)
        renderTail(one.body)
      }
      lines.append("}")
    case .result, .conditional, .unwrapping: lines.append("return \(expression(block))")
    }
  }

  private mutating func expression(_ block: PredicateBlock) -> String {
    switch block {
    case .result(let node): return expression(node)
    case .captured:
      let body = closureBody(block)
      return "{ () in\n\(body) }()"
    case .conditional(let test, let then, let otherwise):
      return expression(.call("conditional", test, .block(then), .block(otherwise)))
    case .unwrapping(let optional, let closure, let otherwise):
      let mapped = PredicateNode.flatMap(optional, closure)
      return expression(.call("coalesce", mapped, .block(otherwise)))
    case .resolved(let conditions, let then, let otherwise):
      return resolved("if \(conditions) {", then, otherwise)
    case .resolvedSwitch(let subject, let cases):
      return expression(subject, cases[...])
    }
  }

  private mutating func expression(
    _ subject: String, _ cases: ArraySlice<ResolvedCase>
  ) -> String {
    guard let first = cases.first, cases.count > 1 else {
      return cases.first.map { expression($0.body) } ?? ""
    }
    let rest = cases.dropFirst()
    let next =
      rest.count == 1
      ? rest.first?.body ?? first.body : .resolvedSwitch(subject, cases: Array(rest))
    return resolved("if case \(first.label.pattern) = \(subject) {", first.body, next)
  }

  private mutating func resolved(
    _ opening: String, _ then: PredicateBlock, _ otherwise: PredicateBlock
  ) -> String {
    """
    \(Self.builder).resolved({
    \(opening)
    \(closureBody(then))
    }
    return nil
    }, otherwise: { \(closureBody(otherwise)) })
    """
  }

  private mutating func expression(_ node: PredicateNode) -> String {
    switch node {
    case .variable(let name): return name
    case .nilLiteral: return "\(Self.builder).nilLiteral()"
    case .captured(let value):
      guard let rewritten = ForcedUnwrapRewriter.rewrite(value) else {
        return "\(Self.builder).value(\(value.trimmedDescription))"
      }
      return "\(Self.builder).unwrapping({ try \(rewritten) })"
    case .block(let block): return expression(block)
    case .call(let function, let arguments):
      let rendered = arguments.map { argument in
        let label = argument.label.map { "\($0): " } ?? ""
        return label + render(argument.value, in: function)
      }
      return "\(Self.builder).\(function)(\(rendered.joined(separator: ", ")))"
    }
  }

  private mutating func render(_ value: PredicateArgument.Value, in function: String) -> String {
    switch value {
    case .source(let source): return source
    case .captured(let source):
      guard let rewritten = ForcedUnwrapRewriter.rewrite(source) else {
        return source.trimmedDescription
      }
      return "{ try \(rewritten) }"
    case .closure(let closure):
      return "{ (\(closure.parameter)) in \(closureBody(closure.body)) }"
    case .node(let node):
      switch node {
      case .variable, .nilLiteral, .captured: return expression(node)
      case .block(.result(let inner)): return render(.node(inner), in: function)
      case .call("member", _) where function == "member": return expression(node)
      case .call, .block:
        constantCount.value += 1
        let name = "__e\(constantCount.value)"
        let rendered = expression(node)
        lines.append("let \(name) = \(rendered)")
        return name
      }
    }
  }

  /// Returns the statements of a closure, the last of which returns its value.
  private func closureBody(_ block: PredicateBlock) -> String {
    var inner = PredicateRenderer(sharing: constantCount)
    var block = block
    while case .captured(let statements, let rest) = block {
      inner.lines.append(statements)
      block = rest
    }
    let result = inner.expression(block)
    return (inner.lines + ["return \(result)"]).joined(separator: "\n")
  }
}

extension String {
  /// The pattern of a `case` label.
  fileprivate var pattern: String {
    String(drop(while: { $0 != " " }).dropFirst().dropLast())
  }
}
