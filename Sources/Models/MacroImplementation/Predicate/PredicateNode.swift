import SwiftSyntax

/// A value in a predicate: a call of the library's builder, or source code.
indirect enum PredicateNode {
  /// A name that the expansion introduces for the input or a part of it.
  case variable(String)
  /// Source code that does not mention the input, evaluated when the predicate is created.
  case captured(ExprSyntax)
  /// `nil` as an operand or a branch.
  case nilLiteral
  /// A function of the builder with its arguments.
  case call(String, [PredicateArgument])
  /// A value that requires statements.
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
    /// Source code passed on unchanged, for which the builder distinguishes values from models.
    case captured(ExprSyntax)
    /// Source code that the macro generated, such as a key path, an operator or a type.
    case source(String)
    case closure(PredicateClosure)
  }

  var label: String?
  var value: Value
}

/// A closure that builds a part of the predicate from a variable.
struct PredicateClosure {
  var parameter: String
  var body: PredicateBlock
}

/// A value that requires statements.
indirect enum PredicateBlock {
  case result(PredicateNode)
  /// Statements that do not mention the input, run before the rest.
  case captured(String, rest: PredicateBlock)
  /// A branch that is evaluated for each input.
  case conditional(PredicateNode, then: PredicateBlock, otherwise: PredicateBlock)
  /// `if let` of an optional that mentions the input.
  case unwrapping(PredicateNode, PredicateClosure, otherwise: PredicateBlock)
  /// A branch that is decided when the predicate is created, with its conditions as in the source
  /// code.
  case resolved(String, then: PredicateBlock, otherwise: PredicateBlock)
  /// A `switch` that is decided when the predicate is created.
  case resolvedSwitch(String, cases: [ResolvedCase])
}

/// A case of a `switch` that is decided when the predicate is created.
struct ResolvedCase {
  /// The label as in the source code, with its colon.
  var label: String
  var bindsNames: Bool
  var body: PredicateBlock
}
