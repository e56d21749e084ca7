import Foundation

@testable import OpenSwiftData

/// A captured value that cannot be encoded, such as a predicate.
struct Captured<Output: Sendable>: StandardPredicateExpression, SQLTranslatable {
  private let value: Output

  init(_ value: Output) { self.value = value }

  init(from decoder: any Decoder) throws {
    throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "not encodable"))
  }

  func encode(to encoder: any Encoder) throws {
    throw EncodingError.invalidValue(
      value, .init(codingPath: [], debugDescription: "not encodable"))
  }

  func evaluate(_ bindings: PredicateBindings) -> Output { value }

  func translated(in context: inout TranslationContext) -> Translation { .constant }
}
