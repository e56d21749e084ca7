/// The statements that a connection keeps, those used last.
struct StatementCache {
  private struct Entry {
    let prepared: PreparedText
    /// What runs it for whoever has the connection; nil before the first use.
    var statement: PostgresStatement?
  }

  private var entries: [String: Entry] = [:]
  private var uses: UInt64 = 0
  let limit: Int

  init(_ statements: PostgresSettings.Statements) {
    switch statements {
    case .named(let limit): self.limit = max(1, limit)
    case .unnamed: limit = PostgresSettings.statementLimit
    case .off: limit = 0
    }
  }

  var count: Int { entries.count }

  /// What is known of a text, with the statement that runs it, which somebody may be using.
  mutating func known(_ key: String) -> (prepared: PreparedText, statement: PostgresStatement?)? {
    guard let known = entries[key] else { return nil }
    uses += 1
    known.prepared.lastUse = uses
    return (known.prepared, known.statement)
  }

  /// Keeps a statement for its text.
  ///
  /// - Returns: What had to go for it.
  mutating func keep(_ statement: PostgresStatement) -> PreparedText? {
    guard limit > 0 else { return nil }
    let key = statement.prepared.key
    uses += 1
    statement.prepared.lastUse = uses
    var evicted: PreparedText?
    if entries[key] == nil, entries.count >= limit,
      let oldest = entries.values.map(\.prepared).min(by: { $0.lastUse < $1.lastUse })
    {
      entries[oldest.key] = nil
      evicted = oldest
    }
    entries[key] = Entry(prepared: statement.prepared, statement: statement)
    return evicted
  }

  /// Forgets what runs the texts, which whoever had the connection may still hold.
  mutating func forgetStatements() {
    for key in entries.keys { entries[key]?.statement = nil }
  }
}
