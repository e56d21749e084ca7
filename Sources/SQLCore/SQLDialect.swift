/// How one database spells SQL; everything else about a statement is shared.
package struct SQLDialect: Hashable, Sendable {
  /// How the n-th parameter is written.
  package enum Placeholder: Hashable, Sendable {
    /// `?` for each.
    case question
    /// `$1`, `$2`, …
    case dollarNumbered
  }

  /// Which names stand without quotes.
  package enum BareNames: Hashable, Sendable {
    /// None: the database would take them for names in lower case.
    case none
    /// Those of capitals, digits and underscores that begin with a Z, as no keyword does.
    case capitalsAfterZ
  }

  package var name: String
  package var placeholder: Placeholder
  package var bareNames: BareNames
  /// What the database can do.
  package var features: SQLFeatures

  package init(
    name: String, placeholder: Placeholder, bareNames: BareNames = .none, features: SQLFeatures
  ) {
    self.name = name
    self.placeholder = placeholder
    self.bareNames = bareNames
    self.features = features
  }

  package static let sqlite = SQLDialect(
    name: "SQLite", placeholder: .question, bareNames: .capitalsAfterZ, features: .sqlite)
  package static let postgres = SQLDialect(
    name: "PostgreSQL", placeholder: .dollarNumbered, features: .postgres)

  /// The name as every statement has it: in double quotes, as standard SQL wants it, or bare where
  /// that means the same.
  ///
  /// A name that stands in a schema (``name(_:in:)``) has the schema before it.
  package func quoted(_ name: String) -> String {
    if bareNames == .capitalsAfterZ, Self.isCapitalsAfterZ(name) { return name }
    // Searching for single bytes is many times faster than `replacing`, which names seldom need.
    guard name.utf8.contains(where: { $0 == UInt8(ascii: "\"") || $0 == 0 }) else {
      return "\"" + name + "\""
    }
    let parts = name.split(separator: Self.schemaEnd, omittingEmptySubsequences: false)
    return parts.map { String($0).quoted(by: "\"") }.joined(separator: ".")
  }

  /// What ends a schema within a name; no name of a database has it.
  private static let schemaEnd: Character = "\0"

  /// The name of what stands in a schema of the database, wherever connections look for names without one.
  package static func name(_ name: String, in schema: String) -> String {
    "\(schema)\(schemaEnd)\(name)"
  }

  private static func isCapitalsAfterZ(_ name: String) -> Bool {
    name.utf8.first == UInt8(ascii: "Z")
      && name.utf8.allSatisfy {
        (65...90).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "_")
      }
  }

  /// The parameter of that number, counted from 1.
  package func parameter(_ number: Int) -> String {
    switch placeholder {
    case .question: "?"
    case .dollarNumbered: "$\(number)"
    }
  }

  /// An INSERT that does nothing where another row has the key or a unique value of the new one.
  ///
  /// - Parameter insert: The INSERT that would fail then.
  /// - Returns: The same with what makes it pass over the row.
  package func ignoringConflicts(_ insert: String) -> String {
    switch features.insertOrIgnore {
    case .onConflictDoNothing: insert + " ON CONFLICT DO NOTHING"
    case .plain: insert
    }
  }

  /// The statement that begins a transaction which writes.
  package var beginWriting: String {
    switch features.writingTransactions {
    case .immediate: "BEGIN IMMEDIATE"
    case .plain: "BEGIN"
    }
  }

  /// The statement that begins a transaction which reads what is there at one moment.
  package var beginReading: String {
    switch features.writingTransactions {
    case .immediate: "BEGIN"
    case .plain: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    }
  }

  /// What follows a statement with so many parameters to take a part of its rows: how many and after
  /// how many are two more.
  package func range(after parameterCount: Int) -> String {
    " LIMIT \(parameter(parameterCount + 1)) OFFSET \(parameter(parameterCount + 2))"
  }

  /// What `range(after:)` takes for how many; nil for all.
  package func limit(_ count: Int?) -> SQLValue {
    count.map { .integer(Int64($0)) } ?? features.noLimit
  }
}
