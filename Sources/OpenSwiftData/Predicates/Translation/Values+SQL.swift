import CoreDataFormat
import Foundation
import SQLCore

extension PredicateExpressions.Value: SQLTranslatable {
  func translated(in context: inout TranslationContext) -> Translation { .constant }
}

extension PredicateExpressions.PredicateValue: SQLTranslatable {
  func translated(in context: inout TranslationContext) -> Translation { .constant }
}

extension PredicateExpressions.CapturedResult: SQLTranslatable {
  func translated(in context: inout TranslationContext) -> Translation { .constant }
}

extension PredicateExpressions.NilLiteral: SQLTranslatable {
  func translated(in context: inout TranslationContext) -> Translation { .constant }
}

extension PredicateExpressions.Variable: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    guard let meaning = context.meaning(of: key) else { throw Untranslatable("Variable") }
    return meaning
  }
}

extension PredicateExpressions.KeyPath: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    guard case .sql(let root) = try context.translate(root) else { return .constant }
    do {
      return try translated(from: root, in: context)
    } catch {
      guard error.property == nil else { throw error }
      var named = error
      named.property = context.columns.name(of: keyPath) ?? "\(keyPath)"
      throw named
    }
  }

  private func translated(
    from root: SQLExpression, in context: TranslationContext
  ) throws(Untranslatable) -> Translation {
    switch root.type {
    case .model(let presence):
      guard let place = context.columns.place(of: keyPath) else { throw obstacle(.noColumn) }
      let value = try expression(at: place, in: context)
      return .sql(value.guarded(by: presence, root.strictVariables))
    case .composite(let composite): return .sql(try member(of: composite, root, in: context))
    case .reference(let entityName):
      guard context.columns.isIdentifier(keyPath) else { throw obstacle(.noColumn) }
      var result = root
      result.type = .reference(entityName: entityName)
      return .sql(result)
    default: return .sql(try property(of: root, in: context))
    }
  }

  private func obstacle(_ reason: Untranslatable.Reason) -> Untranslatable {
    Untranslatable("KeyPath", reason)
  }

  private func expression(
    at place: PropertyPlace, in context: TranslationContext
  ) throws(Untranslatable) -> SQLExpression {
    switch place {
    case .identifier:
      return SQLExpression(
        sql: .name(context.columns.primaryKeyColumn), type: .reference(entityName: nil),
        isNullable: false, isColumn: true)
    case .leaf(let column): return try scalar(in: column)
    case .columns(.attribute(let column)): return try scalar(in: column)
    case .columns(.composite(let leaves)):
      let composite = SQLType.Composite(keyPath: keyPath, leaves: leaves, depth: 0)
      return try self.composite(composite)
    case .columns(.toOne(let column)):
      return SQLExpression(
        sql: .name(column.name), type: .reference(entityName: column.destinationEntity),
        isNullable: true, isColumn: true)
    case .columns(.toMany), .columns(.manyToMany): throw obstacle(.noCounterpart)
    }
  }

  /// The value of a column that holds the whole of `Output`.
  private func scalar(in column: Column) throws(Untranslatable) -> SQLExpression {
    let type = StaticType(Output.self)
    if column.holdsExternalData {
      // SQL cannot see the bytes, only whether there are any.
      guard type.isOptional else { throw obstacle(.noColumn) }
      return SQLExpression(
        sql: .name(column.name), type: .opaque, isNullable: true, isColumn: true)
    }
    if case .opaque = type.type { throw obstacle(.noColumn) }
    return SQLExpression(
      sql: .name(column.name), type: type.type, isNullable: type.isOptional || column.isOptional,
      isColumn: true)
  }

  /// A value taken apart; an enumeration with raw values has a single leaf, which holds them.
  private func composite(_ composite: SQLType.Composite) throws(Untranslatable) -> SQLExpression {
    let type = StaticType(Output.self)
    if composite.leaves.count == 1, case .enumeration = type.type {
      return try scalar(in: composite.leaves[0].column)
    }
    return SQLExpression(
      sql: SQLFragment(), type: .composite(composite), isNullable: type.isOptional)
  }

  private func member(
    of composite: SQLType.Composite, _ root: SQLExpression, in context: TranslationContext
  ) throws(Untranslatable) -> SQLExpression {
    guard let path = context.columns.memberPath(of: keyPath) else { throw obstacle(.noColumn) }
    let leaves = composite.leaves.filter {
      $0.path.dropFirst(composite.depth).starts(with: path)
    }
    guard !leaves.isEmpty else { throw obstacle(.noColumn) }
    let depth = composite.depth + path.count
    var result: SQLExpression
    if leaves.count == 1, leaves[0].path.count == depth {
      result = try scalar(in: leaves[0].column)
    } else {
      result = try self.composite(.init(keyPath: keyPath, leaves: leaves, depth: depth))
    }
    result.isNullable = result.isNullable || root.isNullable
    result.strictVariables = root.strictVariables
    return result
  }

  /// A property of a scalar that SQL can compute.
  private func property(
    of root: SQLExpression, in context: TranslationContext
  ) throws(Untranslatable) -> SQLExpression {
    switch (root.type, keyPath as AnyKeyPath) {
    case (.string, \String.count), (.string, \Substring.count):
      return .strict(SQLFunction.count.call(root.sql), .integer, from: [root])
    case (.string, \String.isEmpty), (.string, \Substring.isEmpty):
      return .condition("\(root.sql) = ''", from: root)
    case (.string, \String.first), (.string, \Substring.first):
      var result = SQLExpression.strict(SQLFunction.first.call(root.sql), .string, from: [root])
      result.isNullable = true
      return result
    case (.string, \String.last), (.string, \Substring.last):
      var result = SQLExpression.strict(SQLFunction.last.call(root.sql), .string, from: [root])
      result.isNullable = true
      return result
    case (.data, \Data.count): return .strict("length(\(root.sql))", .integer, from: [root])
    case (.data, \Data.isEmpty): return .condition("\(root.sql) = x''", from: root)
    case (.enumeration, _) where context.columns.memberPath(of: keyPath) == []:
      var result = root
      result.type = StaticType(Output.self).type
      return result
    default: throw obstacle(.noCounterpart)
    }
  }
}

extension SQLExpression {
  /// The value where `presence` holds, and NULL elsewhere.
  func guarded(
    by presence: SQLFragment?, _ variables: [PredicateExpressions.VariableID]
  ) -> SQLExpression {
    guard let presence else { return self }
    var result = self
    result.sql = "CASE WHEN \(presence) THEN \(sql) END"
    result.isNullable = true
    result.isColumn = false
    result.strictVariables = variables
    return result
  }
}
