import Foundation
import SQLCore

extension PredicateExpressions.StringLowercased: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    try context.transform(root, .lowercased, node: "StringLowercased")
  }
}

extension PredicateExpressions.StringUppercased: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    try context.transform(root, .uppercased, node: "StringUppercased")
  }
}

extension PredicateExpressions.StringConcatenation: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    guard let (left, right) = try context.operands(lhs, rhs) else { return .constant }
    let head = try context.expression(left, as: .string, for: "StringConcatenation")
    let tail = try context.expression(right, as: .string, for: "StringConcatenation")
    return .sql(.strict("(\(head.sql) || \(tail.sql))", .string, from: [head, tail]))
  }
}

extension TranslationContext {
  fileprivate mutating func transform<Root: PredicateExpression>(
    _ root: Root, _ function: SQLFunction, node: StaticString
  ) throws(Untranslatable) -> Translation {
    guard case .sql(let text) = try translate(root) else { return .constant }
    guard case .string = text.type else { throw Untranslatable("\(node)", .type) }
    return .sql(.strict(function.call(text.sql), .string, from: [text]))
  }
}
