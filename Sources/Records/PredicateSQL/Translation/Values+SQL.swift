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
      let columns = root.type.referenced ?? context.root.columns
      named.property = columns.title(of: keyPath)
      throw named
    }
  }

  private func translated(
    from root: SQLExpression, in context: TranslationContext
  ) throws(Untranslatable) -> Translation {
    switch root.type {
    case .model(let row, let presence):
      guard let place = row.columns.place(of: keyPath) else { throw obstacle(.noColumn) }
      return .sql(try expression(at: place, of: row).guarded(by: presence, of: root))
    case .composite(let composite): return .sql(try member(of: composite, root))
    case .models(let rows): return .sql(try property(of: rows, root))
    default: return .sql(try property(of: root, in: context))
    }
  }

  private func obstacle(_ reason: Untranslatable.Reason) -> Untranslatable {
    Untranslatable("KeyPath", reason)
  }

  private func expression(
    at place: PropertyPlace, of row: ModelRow
  ) throws(Untranslatable) -> SQLExpression {
    switch place {
    case .identifier:
      return SQLExpression(
        sql: row.key, type: .identifier(row.columns), isNullable: false, isColumn: true)
    case .column(let column):
      return try scalar(in: column, row.column(column.name))
    case .leaves(let columns):
      var leaves: [SQLType.Leaf] = []
      for leaf in columns {
        let sql = try row.column(leaf.column.name)
        leaves.append(SQLType.Leaf(path: leaf.path, column: leaf.column, sql: sql))
      }
      return try composite(
        SQLType.Composite(columns: row.columns, keyPath: keyPath, leaves: leaves, depth: 0))
    case .toOne(let foreignKey):
      guard let destination = row.columns.destination(of: keyPath) else {
        throw obstacle(.noColumn)
      }
      let related = try row.related(
        destination, foreignKey: foreignKey, mayDangle: row.columns.mayDangle(keyPath))
      return SQLExpression(
        sql: related.key, type: .model(related, nil), isNullable: true, isColumn: true)
    case .toMany(let members):
      guard let destination = row.columns.destination(of: keyPath) else {
        throw obstacle(.noColumn)
      }
      let rows = ModelRows(row, members, destination)
      return SQLExpression(sql: rows.presence, type: .models(rows), isNullable: false)
    }
  }

  /// Returns the value of a column that stores the whole `Output`.
  private func scalar(
    in column: ResolvedColumn, _ sql: SQLFragment
  ) throws(Untranslatable) -> SQLExpression {
    let type = StaticType(Output.self)
    if column.isHidden {
      // SQL cannot use the bytes, but can test whether there are any.
      guard type.isOptional else { throw obstacle(.noColumn) }
      return SQLExpression(sql: sql, type: .opaque, isNullable: true, isColumn: true)
    }
    if case .opaque = type.type { throw obstacle(.noColumn) }
    let isNullable = type.isOptional || column.isOptional
    return SQLExpression(
      sql: sql, type: type.type, isNullable: isNullable,
      hasNullForNaN: !isNullable && type.type.hasNullForNaN, isColumn: true)
  }

  /// Returns a composite; an enumeration with raw values has a single leaf, which holds them.
  private func composite(_ composite: SQLType.Composite) throws(Untranslatable) -> SQLExpression {
    let type = StaticType(Output.self)
    if composite.leaves.count == 1, case .enumeration = type.type {
      var value = try scalar(in: composite.leaves[0].column, composite.leaves[0].sql)
      // The leaf is optional even if the enumeration is not.
      if composite.depth == 0 { value.isNullable = type.isOptional }
      return value
    }
    return SQLExpression(
      sql: SQLFragment(), type: .composite(composite), isNullable: type.isOptional)
  }

  private func member(
    of composite: SQLType.Composite, _ root: SQLExpression
  ) throws(Untranslatable) -> SQLExpression {
    guard let path = composite.columns.memberPath(of: keyPath) else { throw obstacle(.noColumn) }
    let leaves = composite.leaves.filter {
      $0.path.dropFirst(composite.depth).starts(with: path)
    }
    guard !leaves.isEmpty else { throw obstacle(.noColumn) }
    let depth = composite.depth + path.count
    var result: SQLExpression
    if leaves.count == 1, leaves[0].path.count == depth {
      result = try scalar(in: leaves[0].column, leaves[0].sql)
    } else {
      result = try self.composite(
        .init(columns: composite.columns, keyPath: keyPath, leaves: leaves, depth: depth))
    }
    // If the composite is not nil, its members are not nil either.
    if root.isUnknowable, !StaticType.isOptional(Output.self) { result.isNullable = false }
    result.isNullable = result.isNullable || root.isNullable
    result.isUnknowable = root.isUnknowable
    result.strictVariables = root.strictVariables
    return result
  }

  /// Returns a property of models that does not depend on an individual one.
  private func property(
    of rows: ModelRows, _ root: SQLExpression
  ) throws(Untranslatable) -> SQLExpression {
    let selection = rows.selection()
    let result: SQLExpression
    switch kind {
    case .collectionCount:
      result = SQLExpression(sql: selection.count, type: .integer, isNullable: false)
    case .collectionIsEmpty: result = .condition("NOT \(selection.exists())")
    case .collectionFirst, .bidirectionalCollectionLast:
      // SQL does not know which model is first, but whether there is one.
      let any: SQLFragment = "CASE WHEN \(selection.exists()) THEN 1 END"
      result = SQLExpression(sql: any, type: .someModel, isNullable: true)
    case nil: throw obstacle(.noCounterpart)
    @unknown default: throw obstacle(.noCounterpart)
    }
    // If the owner of the models is nil, SQL finds no models, which must not be mistaken for an
    // empty relationship.
    return result.guarded(over: root)
  }

  /// Returns a property of a scalar that SQL can compute.
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
    case (.data, \Data.isEmpty): return .condition("length(\(root.sql)) = 0", from: root)
    case (.enumeration, _) where context.root.columns.memberPath(of: keyPath) == []:
      var result = root
      result.type = StaticType(Output.self).type
      return result
    default: throw obstacle(.noCounterpart)
    }
  }
}

extension SQLExpression {
  /// Returns the value, read from a model, if `presence` is true; otherwise NULL.
  func guarded(by presence: SQLFragment?, of root: SQLExpression) -> SQLExpression {
    var result = self
    result.isNullable = isNullable || root.isNullable
    result.isUnknowable = isUnknowable || root.isUnknowable
    result.strictVariables = root.strictVariables
    guard let presence else { return result }
    if !root.isUnknowable { result.isNullable = true }
    result.isColumn = false
    result.sql = "CASE WHEN \(presence) THEN \(operand) END"
    switch type {
    case .model(let row, _): result.type = .model(row, presence)
    case .composite(var composite):
      for index in composite.leaves.indices {
        composite.leaves[index].sql =
          "CASE WHEN \(presence) THEN \(composite.leaves[index].sql) END"
      }
      result.type = .composite(composite)
    default: break
    }
    return result
  }
}
