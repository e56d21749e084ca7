import Foundation

extension PredicateExpressions {
  /// A captured predicate for `PredicateEvaluate` to evaluate.
  ///
  /// It replaces `Value`, whose value must be `Codable`; predicates are `Codable` only on Apple's
  /// platforms. `Output` is a predicate or an optional one.
  public struct PredicateValue<Output: Sendable>: StandardPredicateExpression {
    /// The predicate.
    public let value: Output

    /// Creates the expression from a predicate.
    public init(_ value: Output) {
      self.value = value
    }

    /// Returns the predicate.
    public func evaluate(_ bindings: PredicateBindings) -> Output { value }

    /// Encodes the predicate if its type is `Encodable`.
    ///
    /// - Throws: `EncodingError.invalidValue` if the type is not `Encodable`.
    public func encode(to encoder: any Encoder) throws {
      guard let encodable = value as? any Encodable else {
        let context = EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: "A predicate inside another cannot be encoded on this platform.")
        throw EncodingError.invalidValue(value, context)
      }
      try encodable.encode(to: encoder)
    }

    /// Decodes the predicate if its type is `Decodable`.
    ///
    /// - Throws: `DecodingError.typeMismatch` if the type is not `Decodable`.
    public init(from decoder: any Decoder) throws {
      guard let type = Output.self as? any Decodable.Type,
        let value = try type.init(from: decoder) as? Output
      else {
        let context = DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "A predicate inside another cannot be decoded on this platform.")
        throw DecodingError.typeMismatch(Output.self, context)
      }
      self.value = value
    }
  }
}
