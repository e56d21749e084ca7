import SQLCore
import SyncPort

// The pairs that a server keeps as records of their own; where it does not, there is no table for them.

extension Ledger {
  /// Makes the table that pairs are noted in.
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

  /// Forgets all pairs.
  func dropPairs() throws { try connection.run("DROP TABLE IF EXISTS \(Self.pair)") }

  /// Pairs that the server is to be told to make.
  static let isNewPair = "WANTED = 1 AND TAG IS NULL AND GONE = 0"
  /// Pairs that the server is to be told to delete.
  static let isFormerPair = "WANTED = 0 AND TAG IS NOT NULL"

  /// Whether there is a record of one of the ends of a pair that fulfils a condition.
  static func hasEnd(_ column: String, _ condition: String) -> String {
    "EXISTS (SELECT 1 FROM \(record) R WHERE R.NAME = \(pair).\(column) AND \(condition))"
  }
  /// Pairs with which lists are not in line yet.
  static let isOpenPair = "USED = 0 OR GONE = 1"

  private static let pairColumns = """
    NAME, FIRST, FIRSTKIND, FIRSTFIELD, SECOND, SECONDKIND, SECONDFIELD, TAG, WANTED, USED, SENT, \
    LEAVING, GONE, EPOCH, REFUSAL
    """

  func pair(named name: String) throws -> PairEntry? {
    try pairs("NAME = ?", [.text(name)]).first
  }

  /// The pairs of two records by a relationship.
  func pairs(of link: PairLink) throws -> [PairEntry] {
    try pairs(
      "FIRST = ? AND SECOND = ? AND FIRSTFIELD = ?",
      [.text(link.owner), .text(link.member), .text(link.field)])
  }

  /// The pairs that a record is one end of.
  func pairs(with name: String) throws -> [PairEntry] {
    try pairs("FIRST = ? OR SECOND = ?", [.text(name), .text(name)])
  }

  /// The pairs that fulfil a condition, in the order of their names.
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

  /// Writes what is noted of a pair.
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

  /// Takes the pairs of a record away of which the server has never heard.
  func removeNewPairs(with name: String) throws {
    for entry in try pairs(with: name) where entry.tag == nil && !entry.isSent { try remove(entry) }
  }

  /// Takes a pair away.
  func remove(_ entry: PairEntry) throws {
    try connection.run("DELETE FROM \(Self.pair) WHERE NAME = ?", [.text(entry.name)])
  }

  /// Whether the list of a record that is there names another one that is, too.
  func isTold(_ link: PairLink) throws -> Bool {
    let text = """
      SELECT 1 FROM \(Self.reference) F JOIN \(Self.record) R ON R.ID = F.SOURCE \
      JOIN \(Self.record) M ON M.NAME = F.TARGET WHERE F.TARGET = ? AND F.FIELD = ? AND R.NAME = ? \
      AND R.STATE = 1 AND R.DOOMED = 0 AND M.STATE = 1 AND M.DOOMED = 0
      """
    return try !connection.rows(text, [.text(link.member), .text(link.field), .text(link.owner)])
      .isEmpty
  }

  /// Whether there are both records that a link relates.
  func areThere(_ link: PairLink) throws -> Bool {
    let text = "SELECT 1 FROM \(Self.record) WHERE NAME IN (?, ?) AND STATE = 1 AND DOOMED = 0"
    let count = try connection.rows(text, [.text(link.owner), .text(link.member)]).count
    return count == (link.owner == link.member ? 1 : 2)
  }

  /// How many pairs the server is to be told of.
  func pendingPairCount() throws -> Int {
    // One whose end is not sent is not sent either.
    let isThere = "R.REFUSAL IS NULL AND R.STATE = 1"
    let isSent = "\(Self.hasEnd("FIRST", isThere)) AND \(Self.hasEnd("SECOND", isThere))"
    // Each by its index.
    return try [Self.isFormerPair, "\(Self.isNewPair) AND \(isSent)"].reduce(0) { sum, condition in
      let text = "SELECT COUNT(*) FROM \(Self.pair) WHERE \(condition) AND REFUSAL IS NULL"
      return sum + Int(try connection.rows(text).first?.first?.integerValue ?? 0)
    }
  }
}
