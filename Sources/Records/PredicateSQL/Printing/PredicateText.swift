#if !canImport(Darwin)
  import Foundation

  /// Prints predicates in a form close to their source code.
  ///
  /// Nodes are inspected by reflection; kinds of nodes without a specific form are printed as
  /// calls.
  struct PredicateText {
    private var variables: [PredicateExpressions.VariableID: String] = [:]
    private let nameOf: (AnyKeyPath) -> String?

    private static let depthLimit = 60
    private static let lengthLimit = 60

    /// Returns the text of a predicate; `…` replaces what is nested too deeply.
    static func text<each Input>(
      of predicate: Predicate<repeat each Input>, naming name: @escaping (AnyKeyPath) -> String?,
      depth: Int = 0
    ) -> String {
      func mayBeDeep<Node: PredicateExpression>(_ node: Node) -> Bool {
        PredicateDepth.mayBeDeep(Node.self)
      }
      guard depth < depthLimit, !mayBeDeep(predicate.expression) else { return "…" }
      var text = PredicateText(nameOf: name)
      for variable in repeat each predicate.variable { text.introduce(variable.key) }
      return text.text(of: predicate.expression, depth: depth)
    }

    private init(nameOf: @escaping (AnyKeyPath) -> String?) { self.nameOf = nameOf }

    @discardableResult
    private mutating func introduce(_ variable: PredicateExpressions.VariableID) -> String {
      let name = "$\(variables.count)"
      variables[variable] = name
      return name
    }

    private mutating func text(of node: Any, depth: Int) -> String {
      guard depth < Self.depthLimit else { return "…" }
      if let variable = node as? any PrintedVariable {
        return variables[variable.identity] ?? introduce(variable.identity)
      }
      if let constant = node as? any PrintedConstant {
        return self.constant(constant.printedValue, depth: depth)
      }
      let parts = Mirror(reflecting: node).children.map { ($0.label ?? "", $0.value) }
      let kind = Self.kind(of: type(of: node))
      if kind == "NilLiteral" { return "nil" }
      if let path = parts.lazy.compactMap({ $0.1 as? AnyKeyPath }).first {
        return "\(text(of: parts[0].1, depth: depth + 1)).\(property(path))"
      }
      let operation = parts.first { $0.0 == "op" }.map { "\($0.1)" }
      let operands = operands(of: parts, depth: depth + 1)
      return PrintedForm(kind, operation)?.text(operands)
        ?? "\(kind)(\(operands.joined(separator: ", ")))"
    }

    /// Returns the texts of a node's children; the name of an element comes before the test on it.
    private mutating func operands(of parts: [(String, Any)], depth: Int) -> [String] {
      var operands: [String] = []
      for (label, part) in parts where label != "op" {
        guard part is any PredicateExpression else {
          // Several inputs are elements of a tuple.
          for (_, part) in Mirror(reflecting: part).children where part is any PredicateExpression {
            operands.append(text(of: part, depth: depth))
          }
          continue
        }
        let place = label == "variable" ? min(1, operands.count) : operands.count
        operands.insert(text(of: part, depth: depth), at: place)
      }
      return operands
    }

    private func property(_ path: AnyKeyPath) -> String {
      if let name = nameOf(path) { return name }
      let text = path.debugDescription
      let last = text.split(separator: ".").last.map(String.init) ?? text
      return text.contains("<computed") ? "(\(Self.kind(of: type(of: path).valueType)))" : last
    }

    private func constant(_ value: Any, depth: Int) -> String {
      if let predicate = value as? any PrintedPredicate {
        return "{ \(predicate.text(naming: nameOf, depth: depth + 1)) }"
      }
      let text = Self.plain(value)
      return text.count > Self.lengthLimit ? "\(text.prefix(Self.lengthLimit))…" : text
    }

    /// Returns the description of a value, without `Optional(…)`, and with quotes around strings.
    private static func plain(_ value: Any) -> String {
      let mirror = Mirror(reflecting: value)
      guard mirror.displayStyle == .optional else {
        return value is String ? "\"\(value)\"" : "\(value)"
      }
      return mirror.children.first.map { plain($0.value) } ?? "nil"
    }

    /// Returns a type's own name, without enclosing types and generic arguments.
    private static func kind(of type: any Any.Type) -> String {
      String(_typeName(type, qualified: false).prefix { $0 != "<" })
    }
  }

  /// The printed form of a kind of node.
  private enum PrintedForm {
    case infix(String)
    case prefix(String)
    case postfix(String)
    case method(String)
    case property(String)
    case closure(String)
    case transparent

    init?(_ kind: String, _ operation: String?) {
      if let operation, let sign = Self.signs[operation] {
        self = .infix(sign)
      } else if let form = Self.forms[kind] {
        self = form
      } else {
        return nil
      }
    }

    private static let signs = [
      "lessThan": "<", "lessThanOrEqual": "<=", "greaterThan": ">", "greaterThanOrEqual": ">=",
      "add": "+", "subtract": "-", "multiply": "*", "divide": "/", "remainder": "%",
    ]

    private static let forms: [String: PrintedForm] = [
      "Conjunction": .infix("&&"), "Disjunction": .infix("||"), "Equal": .infix("=="),
      "NotEqual": .infix("!="), "NilCoalesce": .infix("??"), "OptionalCoalesce": .infix("??"),
      "ClosedRange": .infix("..."), "Range": .infix("..<"), "FloatDivision": .infix("/"),
      "IntDivision": .infix("/"), "IntRemainder": .infix("%"), "StringConcatenation": .infix("+"),
      "Negation": .prefix("!"), "UnaryMinus": .prefix("-"), "ForcedUnwrap": .postfix("!"),
      "OptionalIsNil": .postfix(" == nil"), "OptionalPromotion": .transparent,
      "ResolvedConditional": .transparent,
      "StringHasPrefix": .method("hasPrefix"), "StringHasSuffix": .method("hasSuffix"),
      "StringLowercased": .method("lowercased"), "StringUppercased": .method("uppercased"),
      "StringCompare": .method("compare"),
      "StringCaseInsensitiveCompare": .method("caseInsensitiveCompare"),
      "StringLocalizedCompare": .method("localizedCompare"),
      "StringLocalizedCaseInsensitiveCompare": .method("localizedCaseInsensitiveCompare"),
      "StringLocalizedStandardCompare": .method("localizedStandardCompare"),
      "StringLocalizedStandardContains": .method("localizedStandardContains"),
      "StringLocalizedCaseInsensitiveContains": .method("localizedCaseInsensitiveContains"),
      "StringContainsRegex": .method("contains"), "TextMatch": .method("matchesText"),
      "CollectionContainsCollection": .method("contains"), "SequenceContains": .method("contains"),
      "RangeExpressionContains": .method("contains"), "SequenceStartsWith": .method("starts"),
      "SequenceMinimum": .method("min"), "SequenceMaximum": .method("max"),
      "PredicateEvaluate": .method("evaluate"), "ExpressionEvaluate": .method("evaluate"),
      "Magnitude": .property("magnitude"),
      "SequenceContainsWhere": .closure("contains"), "SequenceAllSatisfy": .closure("allSatisfy"),
      "Filter": .closure("filter"), "OptionalFlatMap": .closure("flatMap"),
    ]

    func text(_ operands: [String]) -> String? {
      switch self {
      case .infix(let sign): operands.count == 2 ? "(\(operands[0]) \(sign) \(operands[1]))" : nil
      case .prefix(let sign): operands.first.map { sign + $0 }
      case .postfix(let sign): operands.first.map { $0 + sign }
      case .property(let name): operands.first.map { "\($0).\(name)" }
      case .transparent: operands.first
      case .method(let name):
        operands.first.map {
          "\($0).\(name)(\(operands.dropFirst().joined(separator: ", ")))"
        }
      case .closure(let name):
        operands.count == 3 ? "\(operands[0]).\(name) { \(operands[1]) in \(operands[2]) }" : nil
      }
    }
  }

  /// An input of a predicate, of any type.
  private protocol PrintedVariable {
    var identity: PredicateExpressions.VariableID { get }
  }

  extension PredicateExpressions.Variable: PrintedVariable {
    fileprivate var identity: PredicateExpressions.VariableID { key }
  }

  /// A captured value, of any type.
  private protocol PrintedConstant {
    var printedValue: Any { get }
  }

  extension PredicateExpressions.Value: PrintedConstant {
    fileprivate var printedValue: Any { value }
  }

  extension PredicateExpressions.CapturedResult: PrintedConstant {
    fileprivate var printedValue: Any { value as Any }
  }

  extension PredicateExpressions.PredicateValue: PrintedConstant {
    fileprivate var printedValue: Any { value }
  }

  /// A predicate within another, with any inputs.
  private protocol PrintedPredicate {
    func text(naming name: @escaping (AnyKeyPath) -> String?, depth: Int) -> String
  }

  extension Predicate: PrintedPredicate {
    fileprivate func text(naming name: @escaping (AnyKeyPath) -> String?, depth: Int) -> String {
      PredicateText.text(of: unwrapped, naming: name, depth: depth)
    }
  }

  extension Foundation.Expression: PrintedPredicate {
    fileprivate func text(naming name: @escaping (AnyKeyPath) -> String?, depth: Int) -> String {
      "…"
    }
  }
#endif
