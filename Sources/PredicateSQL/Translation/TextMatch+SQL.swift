import Foundation
import SQLCore
import TextSearch

/// A full-text index as the translator knows it.
package struct ResolvedTextIndex: Hashable, Sendable {
  package var table: String
  /// The columns of the searched table, which have the same names in the index.
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

/// A node that may be a column of an index.
private protocol SearchedProperty {
  func matches(
    _ query: TextQuery, in context: inout TranslationContext
  ) throws(Untranslatable) -> SQLExpression
}

extension PredicateExpressions.KeyPath: SearchedProperty where Output == String {
  /// Plain texts are searched by words, so that only an index of words knows the answer.
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
  /// That the row `subject` fulfils a search, in all of the index or in one column.
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
    // NULL is in no list that is empty, but a row that is not there fulfils nothing and lacks nothing.
    let mayBeNull = subject.isNullable || subject.isUnknowable || !subject.strictVariables.isEmpty
    return .condition(
      mayBeNull ? "CASE WHEN \(subject.operand) IS NOT NULL THEN (\(whole)) END" : "(\(whole))",
      from: subject)
  }

  /// The conditions of terms that the index cannot look up.
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
  /// What an index says of the rows with the key `key`, in all of its columns or in one.
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
  /// The conditions of terms that the index cannot look up, on the columns with the texts.
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

/// A value from outside that may be a search.
protocol ConstantText: PredicateExpression {
  var text: String { get }
}

extension PredicateExpressions.Value: ConstantText where Output == String {
  var text: String { value }
}

extension PredicateExpressions.TextMatch: FingerprintedExpression
where Root: FingerprintedExpression, Query: ConstantText {
  /// The expression is the constant; whatever is more than one belongs to no fingerprint.
  func describe(to reader: FingerprintReader) {
    root.describe(to: reader)
    guard let expression = TextCondition(plain: TextQuery(query.text))?.expression,
      !(root is any SearchedProperty)
    else { return reader.giveUp() }
    reader.add(constant: .text(expression))
  }
}
