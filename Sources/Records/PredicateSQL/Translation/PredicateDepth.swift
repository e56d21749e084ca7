import Foundation

/// The limits on the depth of predicates, and ways to check it without deep recursion.
package enum PredicateDepth {
  /// The maximum depth for evaluation in memory, where every level takes some hundreds of bytes of
  /// the stack.
  package static let evaluationLimit = 1000

  /// Returns whether the runtime would have to recurse deeply to find the conformances of a node of
  /// this type.
  ///
  /// Nodes hold their children inline, so a deeply nested type has large values. Nodes with a
  /// single child add nothing to the size, and are counted instead.
  static func mayBeDeep<Node>(_: Node.Type) -> Bool {
    if MemoryLayout<Node>.size > 4096 { return true }
    var type: any Any.Type = Node.self
    for _ in 0..<100 {
      guard let wrapper = type as? any WrappingExpression.Type else { return false }
      type = wrapper.operandType
    }
    return true
  }

  /// Returns whether a whole predicate is too large.
  static func isTooLarge<each Input>(_ predicate: Predicate<repeat each Input>) -> Bool {
    func check<Node: PredicateExpression>(_ node: Node) -> Bool { isTooLarge(Node.self) }
    return check(predicate.unwrapped.expression)
  }

  /// Returns whether a node's value is so large that merely copying it, child by child, might
  /// overflow the stack.
  static func isTooLarge<Node>(_: Node.Type) -> Bool { MemoryLayout<Node>.size > 131_072 }

  /// Returns whether the nodes of a predicate are too deep for evaluation in memory.
  package static func exceedsEvaluation<each Input>(
    _ predicate: Predicate<repeat each Input>
  ) -> Bool {
    if isTooLarge(predicate) { return true }
    var waiting: [(node: Any, depth: Int)] = [(predicate.unwrapped.expression, 1)]
    while let (node, depth) = waiting.popLast() {
      guard depth <= evaluationLimit else { return true }
      for child in Mirror(reflecting: node).children {
        // Captured values are leaves, except for predicates.
        let isNode = child.value is any PredicateExpression
        guard isNode || child.value is any EvaluatedValue else { continue }
        waiting.append((child.value, depth + (isNode ? 1 : 0)))
      }
    }
    return false
  }
}

/// A node around a single child that adds nothing to its size.
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

/// A value in a node that is evaluated together with the node.
private protocol EvaluatedValue {}

extension Predicate: EvaluatedValue {}
extension Foundation.Expression: EvaluatedValue {}
