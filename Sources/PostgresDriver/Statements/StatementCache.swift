/// The statements that a connection keeps, those used last.
struct StatementCache {
  private var texts: [String: PreparedText] = [:]
  private var uses: UInt64 = 0
  let limit: Int

  init(_ statements: PostgresSettings.Statements) {
    switch statements {
    case .named(let limit): self.limit = max(1, limit)
    case .unnamed: limit = PostgresSettings.statementLimit
    case .off: limit = 0
    }
  }

  var count: Int { texts.count }

  /// What is known of a text.
  mutating func known(_ text: String) -> PreparedText? {
    guard let known = texts[text] else { return nil }
    uses += 1
    known.lastUse = uses
    return known
  }

  /// Keeps what is known of a text.
  ///
  /// - Returns: What had to go for it.
  mutating func keep(_ prepared: PreparedText) -> PreparedText? {
    guard limit > 0 else { return nil }
    uses += 1
    prepared.lastUse = uses
    var evicted: PreparedText?
    if texts.count >= limit, let oldest = texts.values.min(by: { $0.lastUse < $1.lastUse }) {
      texts[oldest.text] = nil
      evicted = oldest
    }
    texts[prepared.text] = prepared
    return evicted
  }

  mutating func forget(_ text: String) { texts[text] = nil }
}
