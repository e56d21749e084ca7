import Foundation

/// The part of a condition that SQL can express.
struct PartialCondition {
  /// A condition that is true for every row that satisfies the whole condition; nil if that
  /// includes all rows.
  var condition: SQLExpression?
  /// Whether the condition is true for no other rows.
  var isExact: Bool
  /// The reason why a part was left out.
  var obstacle: Untranslatable?
}

/// A node that can be translated in part.
protocol PartlyTranslatable {
  func partlyTranslated(in context: inout TranslationContext) -> PartialCondition
}

/// A node for which a database that cannot call Swift functions can find candidate rows.
protocol CandidateTelling: PartlyTranslatable {}

extension TranslationContext {
  /// Translates as much of `node` as SQL can express.
  mutating func partialCondition<Node: PredicateExpression>(
    _ node: Node
  ) -> PartialCondition where Node.Output == Bool {
    do {
      switch try translateCondition(node) {
      case .sql(let expression):
        return PartialCondition(condition: expression.condition, isExact: true)
      case .constant:
        let holds = try value(of: node)
        return PartialCondition(condition: holds ? nil : .constant(false), isExact: true)
      }
    } catch {
      let nothing = PartialCondition(isExact: false, obstacle: error)
      // Each part starts over with its whole subtree, down to where it is cut off.
      guard !isCutOff, let partly = node as? any PartlyTranslatable else { return nothing }
      guard partly is any CandidateTelling else {
        return deeper { partly.partlyTranslated(in: &$0) } ?? nothing
      }
      guard tellsCandidates else { return nothing }
      let candidates = deeper { partly.partlyTranslated(in: &$0) }
      return PartialCondition(
        condition: candidates?.condition, isExact: false, obstacle: error)
    }
  }
}
