#if !canImport(Darwin)
  import Foundation

  extension PredicateExpressions {
    /// Whether another predicate is true for values that this one computes.
    public struct PredicateEvaluate<
      Condition: PredicateExpression, each Input: PredicateExpression
    >: PredicateExpression
    where Condition.Output == Predicate<repeat (each Input).Output> {
      /// The predicate to evaluate.
      public let predicate: Condition
      /// The inputs of the predicate.
      public let input: (repeat each Input)

      /// Creates the expression from a predicate and its inputs.
      public init(predicate: Condition, input: repeat each Input) {
        self.predicate = predicate
        self.input = (repeat each input)
      }

      /// Evaluates the inputs, then the predicate on them.
      ///
      /// - Throws: What evaluating the inputs or the predicate throws.
      public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
        try predicate.evaluate(bindings).evaluate(repeat (each input).evaluate(bindings))
      }
    }
  }

  extension PredicateExpressions.PredicateEvaluate: Sendable
  where Condition: Sendable, repeat each Input: Sendable {}

  extension PredicateExpressions.PredicateEvaluate: Codable
  where Condition: Codable, repeat each Input: Codable {
    /// Encodes the predicate, then its inputs.
    ///
    /// - Throws: What encoding one of them throws.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(predicate)
      repeat try container.encode(each input)
    }

    /// Decodes the predicate, then its inputs.
    ///
    /// - Throws: What decoding one of them throws.
    public init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      predicate = try container.decode(Condition.self)
      input = (repeat try container.decode((each Input).self))
    }
  }

  extension PredicateExpressions.PredicateEvaluate: StandardPredicateExpression
  where Condition: StandardPredicateExpression, repeat each Input: StandardPredicateExpression {}
#endif
