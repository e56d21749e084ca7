import Foundation

/// How deep predicates may be nested, and how that is found out without going as deep.
package enum PredicateDepth {
  /// What is evaluated in memory: every level takes some hundreds of bytes of the stack.
  package static let evaluationLimit = 1000

  /// Whether the runtime would have to go deep to tell what a node of this type conforms to.
  ///
  /// Nodes hold their children inline, so that a type that is nested deep makes large values; those
  /// with one child only add nothing to it and are counted.
  static func mayBeDeep<Node>(_: Node.Type) -> Bool {
    if MemoryLayout<Node>.size > 4096 { return true }
    var type: any Any.Type = Node.self
    for _ in 0..<100 {
      guard let wrapper = type as? any WrappingExpression.Type else { return false }
      type = wrapper.operandType
    }
    return true
  }

  /// Whether that holds for the whole of a predicate.
  static func isTooLarge<each Input>(_ predicate: Predicate<repeat each Input>) -> Bool {
    func check<Node: PredicateExpression>(_ node: Node) -> Bool { isTooLarge(Node.self) }
    return check(predicate.unwrapped.expression)
  }

  /// Whether a node's value is so large that only copying it, child by child, might end the stack.
  static func isTooLarge<Node>(_: Node.Type) -> Bool { MemoryLayout<Node>.size > 131_072 }

  /// Whether the nodes of a predicate lie deeper than memory can evaluate.
  package static func exceedsEvaluation<each Input>(
    _ predicate: Predicate<repeat each Input>
  ) -> Bool {
    if isTooLarge(predicate) { return true }
    var waiting: [(node: Any, depth: Int)] = [(predicate.unwrapped.expression, 1)]
    while let (node, depth) = waiting.popLast() {
      guard depth <= evaluationLimit else { return true }
      for child in Mirror(reflecting: node).children {
        // What is captured ends there, but for predicates.
        let isNode = child.value is any PredicateExpression
        guard isNode || child.value is any EvaluatedValue else { continue }
        waiting.append((child.value, depth + (isNode ? 1 : 0)))
      }
    }
    return false
  }
}

/// A node around one other, which takes no room of its own.
private protocol WrappingExpression {
  static var operandType: any Any.Type { get }
}

extension PredicateExpressions.Negation: WrappingExpression {
  static var operandType: any Any.Type { Wrapped.self }
}

extension PredicateExpressions.UnaryMinus: WrappingExpression {
  static var operandType: any Any.Type { Wrapped.self }
}

extension PredicateExpressions.OptionalPromotion: WrappingExpression {
  static var operandType: any Any.Type { Wrapped.self }
}

extension PredicateExpressions.ForcedUnwrap: WrappingExpression {
  static var operandType: any Any.Type { Inner.self }
}

/// What a node holds and evaluates when it is evaluated itself.
private protocol EvaluatedValue {}

extension Predicate: EvaluatedValue {}
extension Foundation.Expression: EvaluatedValue {}
