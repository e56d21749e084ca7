/// How one database spells SQL; everything else about a statement is shared.
package struct SQLDialect: Hashable, Sendable {
  /// How the n-th parameter is written.
  package enum Placeholder: Hashable, Sendable {
    /// `?` for each.
    case question
    /// `$1`, `$2`, …
    case dollarNumbered
  }

  package var name: String
  package var placeholder: Placeholder

  package init(name: String, placeholder: Placeholder) {
    self.name = name
    self.placeholder = placeholder
  }

  package static let sqlite = SQLDialect(name: "SQLite", placeholder: .question)
  package static let postgres = SQLDialect(name: "PostgreSQL", placeholder: .dollarNumbered)

  /// The name in double quotes, as standard SQL has it.
  package func quoted(_ name: String) -> String {
    // Searching for single bytes is many times faster than `replacing`, which names seldom need.
    guard name.utf8.contains(UInt8(ascii: "\"")) else { return "\"" + name + "\"" }
    return "\"" + name.replacing("\"", with: "\"\"") + "\""
  }

  /// The name in quotes where it needs them: those that are all capitals, digits and underscores
  /// do not.
  package func identifier(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy {
      (65...90).contains($0) || (48...57).contains($0) || $0 == 95
    }
    return isPlain ? name : quoted(name)
  }

  /// Text and parameters of `fragment`.
  ///
  /// - Complexity: O(length of the text).
  package func render(_ fragment: SQLFragment) -> SQLStatement {
    var text = ""
    var values: [SQLValue] = []
    for piece in fragment.pieces {
      switch piece {
      case .raw(let raw): text += raw
      case .name(let name), .table(let name): text += quoted(name)
      case .column(let table, let name): text += quoted(table) + "." + quoted(name)
      case .value(let value):
        values.append(value)
        switch placeholder {
        case .question: text += "?"
        case .dollarNumbered: text += "$\(values.count)"
        }
      }
    }
    return SQLStatement(text, values)
  }
}
