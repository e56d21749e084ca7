#if !canImport(Darwin)
  import Foundation

  // Foundation prints its own nodes, and traps at the first other one. So a predicate that contains
  // other nodes is wrapped in Foundation's: an expression that is a property of a constant, whose
  // description is the condition's text. Foundation prints the constant and looks no further.

  /// A predicate's condition as a constant that Foundation can print.
  struct PrintedCondition<Computation: Sendable>: Codable, Sendable, CustomStringConvertible {
    /// The original predicate.
    let predicate: any Sendable
    /// The condition as an expression of the inputs.
    let condition: Computation
    /// The text of the predicate.
    let text: @Sendable () -> String

    init(
      predicate: any Sendable, condition: Computation, text: @escaping @Sendable () -> String
    ) {
      (self.predicate, self.condition, self.text) = (predicate, condition, text)
    }

    var description: String { text() }

    func encode(to encoder: any Encoder) throws {
      throw EncodingError.invalidValue(
        self,
        .init(
          codingPath: encoder.codingPath,
          debugDescription: "A predicate cannot be encoded on this platform."))
    }

    init(from decoder: any Decoder) throws {
      throw DecodingError.typeMismatch(
        Self.self,
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "A predicate cannot be decoded on this platform."))
    }

    /// The node that returns the condition as an expression.
    fileprivate var node:
      PredicateExpressions.KeyPath<PredicateExpressions.Value<PrintedCondition>, Computation>
    {
      PredicateExpressions.KeyPath(root: PredicateExpressions.Value(self), keyPath: \.condition)
    }
  }

  /// Returns a node that evaluates a predicate with the inputs of an expression.
  private func asking<each Input>(
    _ predicate: Predicate<repeat each Input>,
    _ variable: repeat PredicateExpressions.Variable<each Input>
  ) -> any StandardPredicateExpression<Bool> {
    PredicateExpressions.PredicateEvaluate<
      PredicateExpressions.PredicateValue<Predicate<repeat each Input>>,
      repeat PredicateExpressions.Variable<each Input>
    >(predicate: PredicateExpressions.PredicateValue(predicate), input: repeat each variable)
  }

  /// Returns a node that evaluates an expression with the inputs of a predicate.
  private func evaluating<Condition: StandardPredicateExpression, each Input>(
    _ condition: Condition, _ variable: repeat PredicateExpressions.Variable<each Input>
  ) -> any StandardPredicateExpression<Bool>
  where Condition.Output == Foundation.Expression<repeat each Input, Bool> {
    PredicateExpressions.ExpressionEvaluate<
      Condition, repeat PredicateExpressions.Variable<each Input>, Bool
    >(expression: condition, input: repeat each variable)
  }

  /// A constant that holds the original predicate.
  protocol PredicateHolder {
    var predicate: any Sendable { get }
    func describeCondition(to reader: FingerprintReader)
  }

  extension PrintedCondition: PredicateHolder {
    func describeCondition(to reader: FingerprintReader) {
      (predicate as? any FingerprintedPredicate)?.describe(to: reader) ?? reader.giveUp()
    }
  }

  private protocol FingerprintedPredicate {
    func describe(to reader: FingerprintReader)
  }

  extension Predicate: FingerprintedPredicate {
    fileprivate func describe(to reader: FingerprintReader) { reader.read(expression) }
  }

  /// A node with a key path from such a constant.
  protocol HoldingExpression: PredicateExpression {
    associatedtype Holder: PredicateHolder
    var holder: Holder { get }
  }

  extension PredicateExpressions.KeyPath: HoldingExpression
  where Root: ConstantExpression, Root.Output: PredicateHolder {
    var holder: Root.Output { root.value }
  }

  /// A constant.
  protocol ConstantExpression: PredicateExpression {
    var value: Output { get }
  }

  extension PredicateExpressions.Value: ConstantExpression {}

  /// A condition that was wrapped in Foundation's nodes.
  protocol WrappedCondition {
    var held: any Sendable { get }
  }

  extension PredicateExpressions.ExpressionEvaluate: WrappedCondition
  where Transformation: HoldingExpression {
    var held: any Sendable { expression.holder.predicate }
  }

  extension PredicateExpressions.ExpressionEvaluate: FingerprintedExpression
  where Transformation: HoldingExpression {
    func describe(to reader: FingerprintReader) { expression.holder.describeCondition(to: reader) }
  }
#endif

extension Predicate {
  /// Returns a predicate that Foundation can print: this predicate, wrapped in Foundation's nodes
  /// if it contains others.
  ///
  /// - Parameter name: Returns the name of a key path's property; nil if it is unknown.
  /// - Returns: The predicate itself if Foundation can print it.
  package func printable(
    naming name: @escaping @Sendable (AnyKeyPath) -> String?
  ) -> Predicate<repeat each Input> {
    #if canImport(Darwin)
      return self
    #else
      guard PrintableTypes.needWrapping[type(of: expression)] else { return self }
      let plain = self
      let condition = Foundation.Expression<repeat each Input, Bool> {
        (variable: repeat PredicateExpressions.Variable<each Input>) in
        asking(plain, repeat each variable)
      }
      let node = PrintedCondition(predicate: plain, condition: condition) {
        PredicateText.text(of: plain, naming: name)
      }.node
      return Predicate<repeat each Input> {
        (variable: repeat PredicateExpressions.Variable<each Input>) in
        evaluating(node, repeat each variable)
      }
    #endif
  }

  /// The original predicate, without the nodes that wrap it for printing.
  package var unwrapped: Predicate<repeat each Input> {
    #if canImport(Darwin)
      return self
    #else
      guard PrintableTypes.areWrapped[type(of: expression)],
        let wrapped = expression as? any WrappedCondition
      else { return self }
      return wrapped.held as? Predicate<repeat each Input> ?? self
    #endif
  }
}
