import SQLCore
import TextSearch

extension ResolvedTextIndex.Form {
  /// Whether conditions read the indexed columns; otherwise only the key.
  var readsColumns: Bool {
    switch self {
    case .table: false
    case .functions: true
    }
  }
}

extension TextCondition {
  var hasShortTerms: Bool { !shortTerms.isEmpty || !shortExclusions.isEmpty }
}

extension ResolvedTextIndex {
  /// Returns the conditions that a row matches a search, all of which have to be true.
  ///
  /// - Parameters:
  ///   - condition: The search.
  ///   - key: The row's key.
  ///   - keyColumn: The column of keys.
  ///   - table: The row's table.
  ///   - column: The only column to search; nil for all columns of the index.
  ///   - text: Returns a column of the row.
  /// - Returns: The conditions.
  package func conditions(
    _ condition: TextCondition, key: SQLFragment, keyColumn: String, table: String,
    within column: String? = nil, _ text: (String) -> SQLFragment
  ) -> [SQLFragment] {
    let texts = (column.map { [$0] } ?? columns).map(text)
    switch form {
    case .table(let name):
      return condition.conditions(on: name, key: key, within: column)
        + condition.shortConditions(on: texts)
    case .functions(let functions):
      func holds(_ terms: [TextQuery.Term]) -> SQLFragment {
        functions.contains(terms, in: texts, tokenizer, indexed: columns.map(text))
      }
      let short =
        condition.shortTerms.map { functions.short($0, in: texts) }
        + condition.shortExclusions.map { "NOT \(functions.short($0, in: texts))" }
      if !condition.required.isEmpty || tokenizer == .substrings {
        return (condition.required.isEmpty ? [] : [holds(condition.required)])
          + condition.excluded.map { "NOT (\(holds([$0])))" } + short
      }
      // The index finds the few rows to leave out; testing each row would read all texts.
      return condition.excluded.map { term in
        "\(key) NOT IN \(rows(with: term, functions, keyColumn, table, within: column))"
      } + short
    }
  }

  /// The keys of the rows that contain a term, as a subquery.
  private func rows(
    with term: TextQuery.Term, _ functions: TextFunctions, _ key: String, _ table: String,
    within column: String?
  ) -> SQLFragment {
    let alias = "searched"
    func text(_ name: String) -> SQLFragment { .column(name, of: alias) }
    let condition = functions.contains(
      [term], in: (column.map { [$0] } ?? columns).map(text), tokenizer,
      indexed: columns.map(text))
    return """
      (SELECT \(.column(key, of: alias)) FROM \(.table(table)) AS \(.table(alias)) WHERE \(condition))
      """
  }
}

extension TextCondition {
  /// Returns the conditions of an FTS5 table for the row with the key `key`, in all columns or in
  /// one.
  fileprivate func conditions(
    on table: String, key: SQLFragment, within column: String?
  ) -> [SQLFragment] {
    func rows(_ expression: String) -> SQLFragment {
      let table = SQLFragment.table(table)
      let value = SQLValue.text(column.map { "{\"\($0)\"} : (\(expression))" } ?? expression)
      return "(SELECT rowid FROM \(table) WHERE \(table) MATCH \(value))"
    }
    return [
      expression.map { expression -> SQLFragment in "\(key) IN \(rows(expression))" },
      exclusion.map { expression -> SQLFragment in "\(key) NOT IN \(rows(expression))" },
    ].compactMap(\.self)
  }

  /// Returns the conditions for terms that an FTS5 table cannot look up, on the text columns.
  fileprivate func shortConditions(on texts: [SQLFragment]) -> [SQLFragment] {
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
