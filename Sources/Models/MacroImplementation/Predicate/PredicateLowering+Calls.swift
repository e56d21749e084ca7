import SwiftSyntax

extension PredicateLowering {
  /// Functions whose arguments are plain values, and which have a node with the same name.
  private static let simpleFunctions: [String: String] = [
    "hasPrefix(_:)": "hasPrefix", "hasSuffix(_:)": "hasSuffix",
    "lowercased()": "lowercased", "uppercased()": "uppercased",
    "localizedStandardContains(_:)": "localizedStandardContains",
    "localizedCaseInsensitiveContains(_:)": "localizedCaseInsensitiveContains",
    "caseInsensitiveCompare(_:)": "caseInsensitiveCompare",
    "localizedCompare(_:)": "localizedCompare",
    "localizedStandardCompare(_:)": "localizedStandardCompare",
    "localizedCaseInsensitiveCompare(_:)": "localizedCaseInsensitiveCompare",
    "compare(_:)": "stringCompare", "starts(with:)": "starts", "matchesText(_:)": "matchesText",
    "min()": "min", "max()": "max",
  ]

  func lower(call: FunctionCallExprSyntax) throws -> PredicateNode {
    if let global = call.calledExpression.as(DeclReferenceExprSyntax.self) {
      return try lower(global: global.baseName.text, call)
    }
    guard let callee = call.calledExpression.as(MemberAccessExprSyntax.self),
      let base = callee.base
    else { throw unsupported(call, named: call.calledExpression.trimmedDescription) }
    let name = callee.declName.baseName.text
    if let (argument, closureLabel) = closureArgument(of: call) {
      return try lower(
        call, named: name, on: lower(base), closure: argument, label: closureLabel)
    }
    let arguments = Array(call.arguments)
    let signature = "\(name)(\(arguments.map { ($0.label?.text ?? "_") + ":" }.joined()))"
    if signature == "contains(_:)" {
      return try lowerContains(base, arguments[0].expression)
    }
    if signature == "timeIntervalSince(_:)" {
      let member = "timeIntervalSinceReferenceDate"
      let other = PredicateNode.member(try lower(arguments[0].expression), member)
      return operation("subtract", .member(try lower(base), member), other)
    }
    if name == "evaluate", !arguments.isEmpty, arguments.allSatisfy({ $0.label == nil }) {
      let inputs = try arguments.map { PredicateArgument(value: .node(try lower($0.expression))) }
      return .call(
        "evaluate", [PredicateArgument(value: .node(try lower(predicate: base)))] + inputs)
    }
    guard let function = Self.simpleFunctions[signature] else {
      throw unsupported(call, named: signature)
    }
    let operands = try arguments.map {
      PredicateArgument(label: $0.label?.text, value: .node(try lower($0.expression)))
    }
    return .call(function, [PredicateArgument(value: .node(try lower(base)))] + operands)
  }

  /// Lowers the predicate on which `evaluate` is called, or the optional before it in a chain.
  func lower(predicate expression: ExprSyntax) throws -> PredicateNode {
    guard !mentionsInput(expression) else { return try lower(expression) }
    if let unwrap = expression.withoutParentheses.as(ForceUnwrapExprSyntax.self) {
      return .call("forcedUnwrap", try lower(predicate: unwrap.expression))
    }
    return .call("predicateValue", [PredicateArgument(value: .captured(expression))])
  }

  private func lowerContains(_ base: ExprSyntax, _ element: ExprSyntax) throws -> PredicateNode {
    if let range = RangeSyntax(base) { return try lower(range: range, contains: lower(element)) }
    let (collection, value) = (try lower(base), try lower(element))
    switch (collection, value) {
    case (.captured(let values), _):
      let argument = captured(values, label: "in")
      return .call("contains", [argument, PredicateArgument(value: .node(value))])
    case (_, .captured(let source)):
      let argument = captured(source, label: "captured")
      return .call("contains", [PredicateArgument(value: .node(collection)), argument])
    default: return .call("contains", collection, value)
    }
  }

  /// Returns the only argument of a call, if it is a closure or a key path in place of one.
  private func closureArgument(
    of call: FunctionCallExprSyntax
  ) -> (argument: ExprSyntax, label: String?)? {
    if let closure = call.trailingClosure, call.arguments.isEmpty,
      call.additionalTrailingClosures.isEmpty
    {
      return (ExprSyntax(closure), nil)
    }
    guard call.arguments.count == 1, let argument = call.arguments.first,
      call.trailingClosure == nil
    else { return nil }
    let expression = argument.expression.withoutParentheses
    guard expression.is(ClosureExprSyntax.self) || expression.is(KeyPathExprSyntax.self) else {
      return nil
    }
    return (expression, argument.label?.text)
  }

  private func lower(
    _ call: FunctionCallExprSyntax, named name: String, on base: PredicateNode,
    closure argument: ExprSyntax, label: String?
  ) throws -> PredicateNode {
    let closure: PredicateClosure
    if let path = argument.as(KeyPathExprSyntax.self) {
      closure = try lower(path: path)
    } else if let body = argument.as(ClosureExprSyntax.self) {
      closure = try lower(closure: body)
    } else {
      throw unsupported(call, named: name)
    }
    let operand = PredicateArgument(value: .node(base))
    let test = PredicateArgument(value: .closure(closure))
    let filtered = PredicateNode.call("filter", [operand, test])
    switch (name, label) {
    case ("contains", _):
      return .call(
        "contains", [operand, PredicateArgument(label: "where", value: .closure(closure))])
    case ("allSatisfy", nil), ("filter", nil): return .call(name, [operand, test])
    case ("flatMap", nil), ("map", nil): return .flatMap(base, closure)
    case ("first", _): return .member(filtered, "first")
    case ("count", _): return .member(filtered, "count")
    default: throw unsupported(call, named: "\(name)(\(label ?? "_"):)")
    }
  }

  /// Lowers a key path such as `\.a.b` in place of a closure.
  private func lower(path: KeyPathExprSyntax) throws -> PredicateClosure {
    let variable = makeVariable()
    var node = PredicateNode.variable(variable)
    for component in path.components {
      guard case .property(let property) = component.component else {
        throw PredicateSyntaxError(
          component, "keyPath", "a key path in a predicate can name only properties; use a closure")
      }
      node = .member(node, property.declName.trimmedDescription)
    }
    return PredicateClosure(parameter: variable, body: .result(node))
  }

  private func lower(global name: String, _ call: FunctionCallExprSyntax) throws -> PredicateNode {
    let arguments = Array(call.arguments)
    if name == "abs", arguments.count == 1, arguments[0].label == nil {
      return .call("abs", try lower(arguments[0].expression))
    }
    throw unsupported(call, named: name)
  }

  private func unsupported(
    _ call: FunctionCallExprSyntax, named name: String
  ) -> PredicateSyntaxError {
    let node = call.calledExpression.as(MemberAccessExprSyntax.self).map { Syntax($0.declName) }
    let advice =
      switch name.prefix(while: { $0 != "(" }) {
      case "range": "; use 'contains' or 'localizedStandardContains'"
      case "sorted", "reversed", "shuffled": "; sort with the sort descriptors of the fetch"
      case "compactMap", "map", "reduce": "; use 'filter', 'contains(where:)' or 'allSatisfy'"
      case "addingTimeInterval", "date", "dateComponents", "startOfDay", "isDateInToday",
        "isDateInTomorrow", "isDateInYesterday", "isDateInWeekend", "isDate":
        "; compute the bounds first, and compare dates with '<' and '>='"
      default: ""
      }
    return PredicateSyntaxError(
      node ?? Syntax(call.calledExpression), "function",
      "the function '\(name)' is not supported in a predicate on a value of the model\(advice)")
  }
}
