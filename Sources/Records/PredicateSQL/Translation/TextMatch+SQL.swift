import Foundation
import SQLCore
import TextSearch

/// A full-text index, as the translator uses it.
package struct ResolvedTextIndex: Hashable, Sendable {
  /// Where a database keeps an index, and so how statements refer to it.
  package enum Form: Hashable, Sendable {
    /// An FTS5 table, whose columns have the names of the indexed ones.
    case table(String)
    /// An index of the results of functions.
    case functions(TextFunctions)
  }

  package let form: Form
  /// The indexed columns of the searched table.
  package let columns: [String]
  package let tokenizer: TextTokenizer

  package init(_ form: Form, columns: [String], tokenizer: TextTokenizer) {
    self.form = form
    self.columns = columns
    self.tokenizer = tokenizer
  }
}

extension PredicateExpressions.TextMatch: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    guard case .value(let text) = try context.operand(query) else {
      throw Untranslatable("TextMatch")
    }
    let query = TextQuery(text)
    if let property = root as? any SearchedProperty {
      return .sql(try property.matches(query, in: &context))
    }
    guard case .sql(let subject) = try context.translate(root) else { return .constant }
    guard case .model(let row, nil) = subject.type, let index = row.columns.textIndex else {
      throw Untranslatable("TextMatch", .noColumn)
    }
    return .sql(try index.condition(query, of: row, subject))
  }
}

/// A node that may refer to a column of an index.
private protocol SearchedProperty {
  func matches(
    _ query: TextQuery, in context: inout TranslationContext
  ) throws(Untranslatable) -> SQLExpression
}

extension PredicateExpressions.KeyPath: SearchedProperty where Output == String {
  /// Translates a search of a single text, which searches by words and therefore needs an index of
  /// words.
  fileprivate func matches(
    _ query: TextQuery, in context: inout TranslationContext
  ) throws(Untranslatable) -> SQLExpression {
    guard case .sql(let subject) = try context.translate(root),
      case .model(let row, nil) = subject.type, let index = row.columns.textIndex,
      index.tokenizer == .words, let column = row.columns.place(of: keyPath)?.wholeColumn,
      index.columns.contains(column.name)
    else { throw Untranslatable("TextMatch", .noColumn) }
    return try index.condition(query, of: row, subject, within: column.name)
  }
}

extension ResolvedTextIndex {
  /// Returns the condition that the row `subject` matches a search, in the whole index or in one
  /// column.
  fileprivate func condition(
    _ query: TextQuery, of row: ModelRow, _ subject: SQLExpression, within column: String? = nil
  ) throws(Untranslatable) -> SQLExpression {
    let condition: TextCondition
    do { condition = try TextCondition(query, tokenizer) } catch {
      throw Untranslatable("TextMatch", .evaluation)
    }
    var texts: [String: SQLFragment] = [:]
    if form.readsColumns || condition.hasShortTerms {
      for column in columns { texts[column] = try row.column(column) }
    }
    let parts = conditions(
      condition, key: subject.operand, keyColumn: row.columns.primaryKeyColumn,
      table: row.columns.tableName, within: column
    ) { texts[$0] ?? "NULL" }
    let whole = parts.isEmpty ? SQLFragment.truth(true) : parts.joined(separator: " AND ")
    // `NULL IN` an empty list is false instead of NULL, but a missing row must neither match nor
    // fail to match.
    let mayBeNull = subject.isNullable || subject.isUnknowable || !subject.strictVariables.isEmpty
    return .condition(
      mayBeNull ? "CASE WHEN \(subject.operand) IS NOT NULL THEN (\(whole)) END" : "(\(whole))",
      from: subject)
  }
}

/// A captured value that may be a search text.
protocol ConstantText: PredicateExpression {
  var text: String { get }
}

extension PredicateExpressions.Value: ConstantText where Output == String {
  var text: String { value }
}

extension PredicateExpressions.TextMatch: FingerprintedExpression
where Root: FingerprintedExpression, Query: ConstantText {
  /// Adds the search expression as the constant; searches that need more than one condition have no
  /// fingerprint.
  func describe(to reader: FingerprintReader) {
    root.describe(to: reader)
    guard let expression = TextCondition(plain: TextQuery(query.text))?.expression,
      !(root is any SearchedProperty)
    else { return reader.giveUp() }
    reader.add(constant: .text(expression))
  }
}
