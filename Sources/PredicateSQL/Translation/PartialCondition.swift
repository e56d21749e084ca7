import Foundation

/// What SQL can say of a condition.
struct PartialCondition {
  /// Holds for every row that fulfils the whole condition; nil: for all rows.
  var condition: SQLExpression?
  /// Whether it holds for no other rows.
  var isExact: Bool
  /// Why something was left out.
  var obstacle: Untranslatable?
}

/// A node of which a part can be worth saying.
protocol PartlyTranslatable {
  func partlyTranslated(in context: inout TranslationContext) -> PartialCondition
}

/// A node of which a database that cannot call Swift's functions knows the rows that may fulfil it.
protocol CandidateTelling: PartlyTranslatable {}

extension TranslationContext {
  /// As much of `node` as SQL can say.
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
      // Each part would begin once more with the whole of its own, down to where it is cut off.
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
