import SQLCore
import SyncPort

// Pairs that a server stores as separate records; for other servers, the table does not exist.

extension Ledger {
  /// Creates the table of pairs.
  func createPairs() throws {
    let pair = Self.pair
    let texts = [
      """
      CREATE TABLE IF NOT EXISTS \(pair) (NAME VARCHAR PRIMARY KEY, \
      FIRST VARCHAR NOT NULL, FIRSTKIND VARCHAR NOT NULL, FIRSTFIELD VARCHAR NOT NULL, \
      SECOND VARCHAR NOT NULL, SECONDKIND VARCHAR NOT NULL, SECONDFIELD VARCHAR NOT NULL, \
      TAG VARCHAR, WANTED INTEGER NOT NULL, USED INTEGER NOT NULL, SENT INTEGER NOT NULL, \
      LEAVING INTEGER NOT NULL, GONE INTEGER NOT NULL, EPOCH INTEGER NOT NULL, REFUSAL VARCHAR) \
      WITHOUT ROWID
      """,
      "CREATE INDEX IF NOT EXISTS \(pair)_FIRST ON \(pair) (FIRST, SECOND)",
      "CREATE INDEX IF NOT EXISTS \(pair)_SECOND ON \(pair) (SECOND)",
      "CREATE INDEX IF NOT EXISTS \(pair)_NEW ON \(pair) (NAME) WHERE \(Self.isNewPair)",
      "CREATE INDEX IF NOT EXISTS \(pair)_UNWANTED ON \(pair) (NAME) WHERE WANTED = 0",
      "CREATE INDEX IF NOT EXISTS \(pair)_OPEN ON \(pair) (NAME) WHERE \(Self.isOpenPair)",
    ]
    for text in texts { try connection.run(text) }
  }

  /// Deletes all pairs.
  func dropPairs() throws { try connection.run("DROP TABLE IF EXISTS \(Self.pair)") }

  /// SQL condition for pairs to create on the server.
  static let isNewPair = "WANTED = 1 AND TAG IS NULL AND GONE = 0"
  /// SQL condition for pairs to delete on the server.
  static let isFormerPair = "WANTED = 0 AND TAG IS NOT NULL"

  /// Returns an SQL condition: whether the record of one end of a pair exists and satisfies a
  /// condition.
  static func hasEnd(_ column: String, _ condition: String) -> String {
    "EXISTS (SELECT 1 FROM \(record) R WHERE R.NAME = \(pair).\(column) AND \(condition))"
  }
  /// SQL condition for pairs that are not reflected in the lists yet.
  static let isOpenPair = "USED = 0 OR GONE = 1"

  private static let pairColumns = """
    NAME, FIRST, FIRSTKIND, FIRSTFIELD, SECOND, SECONDKIND, SECONDFIELD, TAG, WANTED, USED, SENT, \
    LEAVING, GONE, EPOCH, REFUSAL
    """

  func pair(named name: String) throws -> PairEntry? {
    try pairs("NAME = ?", [.text(name)]).first
  }

  /// Returns the pairs of two records by a relationship.
  func pairs(of link: PairLink) throws -> [PairEntry] {
    try pairs(
      "FIRST = ? AND SECOND = ? AND FIRSTFIELD = ?",
      [.text(link.owner), .text(link.member), .text(link.field)])
  }

  /// Returns the pairs with a record at either end.
  func pairs(with name: String) throws -> [PairEntry] {
    try pairs("FIRST = ? OR SECOND = ?", [.text(name), .text(name)])
  }

  /// Returns the pairs that satisfy a condition, sorted by name.
  func pairs(
    _ condition: String, _ values: [SQLValue] = [], limit: Int? = nil
  ) throws -> [PairEntry] {
    let text =
      "SELECT \(Self.pairColumns) FROM \(Self.pair) WHERE \(condition) ORDER BY NAME"
      + (limit.map { " LIMIT \($0)" } ?? "")
    return try connection.rows(text, values).map { row in
      func end(_ start: Int) -> SyncPair.End {
        SyncPair.End(
          record: row[start].textValue ?? "", kind: row[start + 1].textValue ?? "",
          field: row[start + 2].textValue ?? "")
      }
      return PairEntry(
        name: row[0].textValue ?? "", pair: SyncPair(end(1), end(4)), tag: row[7].textValue,
        isWanted: row[8].integerValue == 1,
        use: row[9].integerValue.flatMap(PairEntry.Use.init) ?? .open,
        isSent: row[10].integerValue == 1, isLeaving: row[11].integerValue == 1,
        isGone: row[12].integerValue == 1, epoch: row[13].integerValue ?? 0,
        refusal: row[14].textValue)
    }
  }

  /// Writes the entry of a pair.
  func write(_ entry: PairEntry) throws {
    func flag(_ value: Bool) -> SQLValue { .integer(value ? 1 : 0) }
    let ends = [entry.pair.first, entry.pair.second].flatMap { end -> [SQLValue] in
      [.text(end.record), .text(end.kind), .text(end.field)]
    }
    let values =
      [.text(entry.name)] + ends + [
        entry.tag.map(SQLValue.text) ?? .null, flag(entry.isWanted), .integer(entry.use.rawValue),
        flag(entry.isSent), flag(entry.isLeaving), flag(entry.isGone), .integer(entry.epoch),
        entry.refusal.map(SQLValue.text) ?? .null,
      ]
    let marks = [String](repeating: "?", count: values.count).joined(separator: ", ")
    try connection.run(
      "INSERT OR REPLACE INTO \(Self.pair) (\(Self.pairColumns)) VALUES (\(marks))", values)
  }

  /// Deletes the pairs of a record that were never sent to the server.
  func removeNewPairs(with name: String) throws {
    for entry in try pairs(with: name) where entry.tag == nil && !entry.isSent { try remove(entry) }
  }

  /// Deletes a pair.
  func remove(_ entry: PairEntry) throws {
    try connection.run("DELETE FROM \(Self.pair) WHERE NAME = ?", [.text(entry.name)])
  }

  /// Whether the list of an existing record contains another existing record.
  func isTold(_ link: PairLink) throws -> Bool {
    let text = """
      SELECT 1 FROM \(Self.reference) F JOIN \(Self.record) R ON R.ID = F.SOURCE \
      JOIN \(Self.record) M ON M.NAME = F.TARGET WHERE F.TARGET = ? AND F.FIELD = ? AND R.NAME = ? \
      AND R.STATE = 1 AND R.DOOMED = 0 AND M.STATE = 1 AND M.DOOMED = 0
      """
    return try !connection.rows(text, [.text(link.member), .text(link.field), .text(link.owner)])
      .isEmpty
  }

  /// Whether both records of a link exist.
  func areThere(_ link: PairLink) throws -> Bool {
    let text = "SELECT 1 FROM \(Self.record) WHERE NAME IN (?, ?) AND STATE = 1 AND DOOMED = 0"
    let count = try connection.rows(text, [.text(link.owner), .text(link.member)]).count
    return count == (link.owner == link.member ? 1 : 2)
  }

  /// Counts the pairs to create or delete on the server.
  func pendingPairCount() throws -> Int {
    // A pair is sent only after both of its ends.
    let isThere = "R.REFUSAL IS NULL AND R.STATE = 1"
    let isSent = "\(Self.hasEnd("FIRST", isThere)) AND \(Self.hasEnd("SECOND", isThere))"
    // Two statements, so that each can use its index.
    return try [Self.isFormerPair, "\(Self.isNewPair) AND \(isSent)"].reduce(0) { sum, condition in
      let text = "SELECT COUNT(*) FROM \(Self.pair) WHERE \(condition) AND REFUSAL IS NULL"
      return sum + Int(try connection.rows(text).first?.first?.integerValue ?? 0)
    }
  }
}
