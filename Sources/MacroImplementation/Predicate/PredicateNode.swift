import SwiftSyntax

/// One value of a predicate, as a call of the library's builder or something from the source.
indirect enum PredicateNode {
  /// A name that the expansion introduces for the input or a part of it.
  case variable(String)
  /// Source that does not mention the input, evaluated when the predicate is made.
  case captured(ExprSyntax)
  /// `nil` as an operand or a branch.
  case nilLiteral
  /// A function of the builder with its arguments.
  case call(String, [PredicateArgument])
  /// A value that takes statements to say.
  case block(PredicateBlock)

  static func call(_ function: String, _ operands: PredicateNode...) -> PredicateNode {
    .call(function, operands.map { PredicateArgument(value: .node($0)) })
  }

  static func member(_ root: PredicateNode, _ name: String) -> PredicateNode {
    .call(
      "member",
      [PredicateArgument(value: .node(root)), PredicateArgument(value: .source("\\.\(name)"))])
  }

  static func flatMap(_ optional: PredicateNode, _ closure: PredicateClosure) -> PredicateNode {
    .call(
      "flatMap",
      [PredicateArgument(value: .node(optional)), PredicateArgument(value: .closure(closure))])
  }
}

/// An argument of a builder function.
struct PredicateArgument {
  enum Value {
    case node(PredicateNode)
    /// Source passed on as it stands, for the builder to tell values from models.
    case captured(ExprSyntax)
    /// Source that the macro made, such as a key path, an operator or a type.
    case source(String)
    case closure(PredicateClosure)
  }

  var label: String?
  var value: Value
}

/// A closure that makes a part of the predicate from a variable.
struct PredicateClosure {
  var parameter: String
  var body: PredicateBlock
}

/// A value that takes statements to say.
indirect enum PredicateBlock {
  case result(PredicateNode)
  /// Statements that do not mention the input, run before the rest.
  case captured(String, rest: PredicateBlock)
  /// A branch decided for each input.
  case conditional(PredicateNode, then: PredicateBlock, otherwise: PredicateBlock)
  /// `if let` of an optional that mentions the input.
  case unwrapping(PredicateNode, PredicateClosure, otherwise: PredicateBlock)
  /// A branch decided when the predicate is made: the conditions as in the source.
  case resolved(String, then: PredicateBlock, otherwise: PredicateBlock)
  /// A `switch` decided when the predicate is made.
  case resolvedSwitch(String, cases: [ResolvedCase])
}

/// A case of a `switch` decided when the predicate is made.
struct ResolvedCase {
  /// The label as in the source, with its colon.
  var label: String
  var bindsNames: Bool
  var body: PredicateBlock
}
