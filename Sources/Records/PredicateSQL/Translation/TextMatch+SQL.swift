import Foundation
import SQLCore
import TextSearch

/// A full-text index, as the translator uses it.
package struct ResolvedTextIndex: Hashable, Sendable {
  package var table: String
  /// The indexed columns of the searched table, which have the same names in the index.
  package var columns: [String]
  package var tokenizer: TextTokenizer

  package init(table: String, columns: [String], tokenizer: TextTokenizer) {
    self.table = table
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
    var part = index
    part.columns = [column.name]
    return try part.condition(query, of: row, subject, within: column.name)
  }
}

extension ResolvedTextIndex {
  /// Returns the condition that the row `subject` matches a search, in the whole index or in one
  /// column.
  fileprivate func condition(
    _ query: TextQuery, of row: ModelRow, _ subject: SQLExpression, within column: String? = nil
  ) throws(Untranslatable) -> SQLExpression {
    var parts: [SQLFragment]
    do {
      let condition = try TextCondition(query, tokenizer)
      parts = condition.conditions(on: self, key: subject.operand, within: column)
      parts += try short(condition, of: row)
    } catch let error as Untranslatable {
      throw error
    } catch {
      throw Untranslatable("TextMatch", .evaluation)
    }
    let whole = parts.isEmpty ? SQLFragment.truth(true) : parts.joined(separator: " AND ")
    // `NULL IN` an empty list is false instead of NULL, but a missing row must neither match nor
    // fail to match.
    let mayBeNull = subject.isNullable || subject.isUnknowable || !subject.strictVariables.isEmpty
    return .condition(
      mayBeNull ? "CASE WHEN \(subject.operand) IS NOT NULL THEN (\(whole)) END" : "(\(whole))",
      from: subject)
  }

  /// Returns the conditions for terms that the index cannot look up.
  private func short(
    _ condition: TextCondition, of row: ModelRow
  ) throws(Untranslatable) -> [SQLFragment] {
    guard !condition.shortTerms.isEmpty || !condition.shortExclusions.isEmpty else { return [] }
    var texts: [SQLFragment] = []
    for column in columns { texts.append(try row.column(column)) }
    return condition.shortConditions(on: texts)
  }
}

extension TextCondition {
  /// Returns the index conditions for the row with the key `key`, in all columns or in one.
  package func conditions(
    on index: ResolvedTextIndex, key: SQLFragment, within column: String? = nil
  ) -> [SQLFragment] {
    func rows(_ expression: String) -> SQLFragment {
      let table = SQLFragment.table(index.table)
      let value = SQLValue.text(column.map { "{\"\($0)\"} : (\(expression))" } ?? expression)
      return "(SELECT rowid FROM \(table) WHERE \(table) MATCH \(value))"
    }
    return [
      expression.map { expression -> SQLFragment in "\(key) IN \(rows(expression))" },
      exclusion.map { expression -> SQLFragment in "\(key) NOT IN \(rows(expression))" },
    ].compactMap(\.self)
  }
}

extension TextCondition {
  /// Returns the conditions for terms that the index cannot look up, on the text columns.
  package func shortConditions(on texts: [SQLFragment]) -> [SQLFragment] {
    func occurs(_ term: String) -> SQLFragment {
      let tests = texts.map { text -> SQLFragment in
        "\(SQLFunction.containsFolded.call(text, .value(.text(term)))) IS TRUE"
      }
      return "(\(tests.joined(separator: " OR ")))"
    }
    return shortTerms.map(occurs)
      + shortExclusions.map { term -> SQLFragment in "NOT \(occurs(term))" }
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
