import Foundation

extension PredicateExpressions {
  /// A predicate from outside, for `PredicateEvaluate` to ask.
  ///
  /// It takes the place of `Value`, whose value must be `Codable`; a predicate is that on Apple's
  /// platforms only. `Output` is a predicate or an optional one.
  public struct PredicateValue<Output: Sendable>: StandardPredicateExpression {
    /// The predicate.
    public let value: Output

    /// Makes the expression from a predicate.
    public init(_ value: Output) {
      self.value = value
    }

    /// Gives the predicate.
    public func evaluate(_ bindings: PredicateBindings) -> Output { value }

    /// Encodes the predicate where its type can be.
    ///
    /// - Throws: `EncodingError.invalidValue` where the type is not `Encodable`.
    public func encode(to encoder: any Encoder) throws {
      guard let encodable = value as? any Encodable else {
        let context = EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: "A predicate inside another cannot be encoded on this platform.")
        throw EncodingError.invalidValue(value, context)
      }
      try encodable.encode(to: encoder)
    }

    /// Decodes the predicate where its type can be.
    ///
    /// - Throws: `DecodingError.typeMismatch` where the type is not `Decodable`.
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
