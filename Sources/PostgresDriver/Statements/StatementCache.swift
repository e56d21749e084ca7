/// The statements that a connection keeps, those used last.
struct StatementCache {
  private var statements: [String: PostgresStatement] = [:]
  private var uses: UInt64 = 0
  let limit: Int

  init(_ statements: PostgresSettings.Statements) {
    switch statements {
    case .named(let limit): self.limit = max(1, limit)
    case .unnamed: limit = PostgresSettings.statementLimit
    case .off: limit = 0
    }
  }

  var count: Int { statements.count }

  /// The statement that is known by a text, which somebody may be using.
  mutating func known(_ key: String) -> PostgresStatement? {
    guard let known = statements[key] else { return nil }
    uses += 1
    known.prepared.lastUse = uses
    return known
  }

  /// Keeps a statement for its text.
  ///
  /// - Returns: What had to go for it.
  mutating func keep(_ statement: PostgresStatement) -> PreparedText? {
    guard limit > 0 else { return nil }
    uses += 1
    statement.prepared.lastUse = uses
    var evicted: PreparedText?
    if statements.count >= limit,
      let oldest = statements.values.map(\.prepared)
        .min(by: { $0.lastUse < $1.lastUse })
    {
      statements[oldest.key] = nil
      evicted = oldest
    }
    statements[statement.prepared.key] = statement
    return evicted
  }
}
