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
  /// Translates an expression as if it were written where it is evaluated.
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

/// The arguments of a predicate or an expression within another.
///
/// All arguments are translated before any variable of the inner expression is defined.
struct EvaluationArguments {
  private struct Entry {
    let key: PredicateExpressions.VariableID
    let meaning: Translation
    /// Binds the variable if the argument does not depend on the row.
    var bind: ((inout PredicateBindings) -> Void)?
    /// SQL that is NULL if the argument is unknowable, and with it the result.
    var presence: SQLFragment?
  }

  private var entries: [Entry] = []
  private var outer = PredicateBindings()

  /// The maximum size of an argument, because an expression may use its argument several times, and
  /// may itself be an argument.
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

  /// Defines the variables as the arguments.
  mutating func enter(_ context: inout TranslationContext) {
    outer = context.bindings
    for entry in entries {
      context.define(entry.key, as: entry.meaning)
      entry.bind?(&context.bindings)
    }
  }

  /// Restores the previous definitions of the variables.
  func leave(_ context: inout TranslationContext) {
    for entry in entries { context.undefine(entry.key) }
    context.bindings = outer
  }

  /// Translates `body` with the arguments; the result is unknowable if one of them is.
  func result<Body: PredicateExpression>(
    of body: Body, in context: inout TranslationContext
  ) throws(Untranslatable) -> Translation {
    context.enter(body)
    var expression: SQLExpression
    switch try context.translateCondition(body) {
    case .sql(let translated): expression = translated
    case .constant:
      // The result is not a constant outside if an argument depends on the row.
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
  /// SQL that is NULL if the argument is; nil if no single SQL value shows that.
  fileprivate var presenceOfArgument: SQLFragment? {
    switch type {
    case .models: "CASE WHEN \(sql) THEN 1 END"
    case .model: operand
    default: type.isScalar ? operand : nil
    }
  }

  /// Returns the value if `presence` is not NULL; otherwise it is unknowable.
  fileprivate func known(where presence: SQLFragment) -> SQLExpression {
    let argument = SQLExpression(
      sql: presence, type: .opaque, isNullable: false, isUnknowable: true)
    var result = guarded(by: "\(presence) IS NOT NULL", of: argument)
    result.bounds = []
    return result
  }
}
