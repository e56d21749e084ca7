import Foundation
import SQLCore

extension PredicateExpressions.ExpressionEvaluate: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    guard case .constant = try context.translate(expression) else {
      throw Untranslatable("ExpressionEvaluate")
    }
    return try context.translate(context.value(of: expression), repeat each input)
  }
}

extension TranslationContext {
  /// An expression as if it stood in the place where it is evaluated.
  mutating func translate<each Input: PredicateExpression, Output>(
    _ expression: Expression<repeat (each Input).Output, Output>, _ input: repeat each Input
  ) throws(Untranslatable) -> Translation {
    var arguments = EvaluationArguments()
    repeat try arguments.add(each input, as: each expression.variable, in: &self)
    arguments.enter(&self)
    defer { arguments.leave(&self) }
    return try arguments.result(of: expression.expression, in: &self)
  }
}

/// What a predicate or an expression within another is asked about.
///
/// All arguments are translated outside before the first variable means anything inside.
struct EvaluationArguments {
  private struct Entry {
    let key: PredicateExpressions.VariableID
    let meaning: Translation
    /// Binds the variable where the argument does not depend on the row.
    var bind: ((inout PredicateBindings) -> Void)?
    /// What is NULL where the argument cannot be told, and with it all that is made of it.
    var presence: SQLFragment?
  }

  private var entries: [Entry] = []
  private var outer = PredicateBindings()

  /// An expression may mention its argument several times, and be itself the argument of another.
  private static let sizeLimit = 10_000

  mutating func add<Input: PredicateExpression>(
    _ input: Input, as variable: PredicateExpressions.Variable<Input.Output>,
    in context: inout TranslationContext
  ) throws(Untranslatable) {
    switch try context.translate(input) {
    case .constant:
      let value = try context.value(of: input)
      entries.append(
        Entry(key: variable.key, meaning: .constant, bind: { $0[variable] = value }))
    case .sql(var expression):
      guard expression.sql.pieces.count < Self.sizeLimit else {
        throw Untranslatable("ExpressionEvaluate", .tooDeep)
      }
      var presence: SQLFragment?
      if expression.isUnknowable {
        guard !expression.isNullable, let known = expression.presenceOfArgument else {
          throw Untranslatable("ExpressionEvaluate", .unwrapping)
        }
        expression.isUnknowable = false
        presence = known
      }
      entries.append(Entry(key: variable.key, meaning: .sql(expression), presence: presence))
    }
  }

  /// Makes the variables mean the arguments.
  mutating func enter(_ context: inout TranslationContext) {
    outer = context.bindings
    for entry in entries {
      context.define(entry.key, as: entry.meaning)
      entry.bind?(&context.bindings)
    }
  }

  /// Makes the variables mean what they meant before.
  func leave(_ context: inout TranslationContext) {
    for entry in entries { context.undefine(entry.key) }
    context.bindings = outer
  }

  /// What `body` makes of the arguments, where all of them can be told.
  func result<Body: PredicateExpression>(
    of body: Body, in context: inout TranslationContext
  ) throws(Untranslatable) -> Translation {
    context.enter(body)
    var expression: SQLExpression
    switch try context.translateCondition(body) {
    case .sql(let translated): expression = translated
    case .constant:
      // From outside it is no constant where an argument depends on the row.
      guard entries.contains(where: { $0.bind == nil }) else { return .constant }
      expression = try context.expression(
        .value(try context.value(of: body)), as: StaticType(Body.Output.self).type,
        for: "ExpressionEvaluate")
    }
    for case let presence? in entries.map(\.presence) {
      expression = expression.known(where: presence)
    }
    return .sql(expression)
  }
}

extension SQLExpression {
  /// What is NULL where the argument is; nil where no one SQL value tells.
  fileprivate var presenceOfArgument: SQLFragment? {
    switch type {
    case .models: "CASE WHEN \(sql) THEN 1 END"
    case .model: operand
    default: type.isScalar ? operand : nil
    }
  }

  /// The value where `presence` is not NULL; elsewhere it cannot be told.
  fileprivate func known(where presence: SQLFragment) -> SQLExpression {
    let argument = SQLExpression(
      sql: presence, type: .opaque, isNullable: false, isUnknowable: true)
    var result = guarded(by: "\(presence) IS NOT NULL", of: argument)
    result.bounds = []
    return result
  }
}
