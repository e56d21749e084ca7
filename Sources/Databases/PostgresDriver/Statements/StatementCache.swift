/// The statements that a connection keeps prepared: those used most recently.
struct StatementCache {
  private struct Entry {
    let prepared: PreparedText
    /// The statement object of the connection's current user; nil before the first use.
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

  /// The cached text for a key, with its statement object, which may be in use.
  mutating func known(_ key: String) -> (prepared: PreparedText, statement: PostgresStatement?)? {
    guard let known = entries[key] else { return nil }
    uses += 1
    known.prepared.lastUse = uses
    return (known.prepared, known.statement)
  }

  /// Adds a statement to the cache.
  ///
  /// - Returns: The statement that was evicted for it, if any.
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

  /// Removes the statement objects, which the connection's last user may still hold.
  mutating func forgetStatements() {
    for key in entries.keys { entries[key]?.statement = nil }
  }
}
