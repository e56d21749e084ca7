import Foundation
import SQLCore
import SyncPort

extension Ledger {
  private static let columns =
    "ID, NAME, KIND, STATE, ROOT, ROW, TAG, CONTENT, BASE, SEEN, SENT, PENDING, DOOMED, EPOCH, REFUSAL, WANTS"

  func entry(named name: String) throws -> LedgerEntry? {
    try entries("NAME = ?", [.text(name)]).first
  }

  func entry(numbered id: Int64) throws -> LedgerEntry? {
    try entries("ID = ?", [.integer(id)]).first
  }

  func entry(at place: LedgerEntry.Place) throws -> LedgerEntry? {
    try entries(
      "ROOT = ? AND ROW = ? AND ROW IS NOT NULL", [.text(place.root), .integer(place.key)]
    )
    .first
  }

  /// Returns the name of the record of a row; nil if it has none.
  func name(at place: LedgerEntry.Place) throws -> String? {
    let rows = try connection.rows(
      "SELECT NAME FROM \(Self.record) WHERE ROOT = ? AND ROW = ? AND ROW IS NOT NULL",
      [.text(place.root), .integer(place.key)])
    if case .text(let name)? = rows.first?.first { return name }
    return nil
  }

  /// Returns the entries that satisfy a condition, in the order of their IDs.
  func entries(
    _ condition: String, _ values: [SQLValue] = [], limit: Int? = nil
  ) throws -> [LedgerEntry] {
    let text =
      "SELECT \(Self.columns) FROM \(Self.record) WHERE \(condition) ORDER BY ID"
      + (limit.map { " LIMIT \($0)" } ?? "")
    return try connection.rows(text, values).map(entry)
  }

  private func entry(_ row: [SQLValue]) throws -> LedgerEntry {
    var entry = LedgerEntry(
      name: row[1].textValue ?? "", kind: row[2].textValue ?? "",
      content: try SyncContent(row[7].blobValue ?? Data()))
    entry.id = row[0].integerValue ?? 0
    entry.state = row[3].integerValue.flatMap(LedgerEntry.State.init) ?? .live
    if let root = row[4].textValue, let key = row[5].integerValue {
      entry.place = LedgerEntry.Place(root: root, key: key)
    }
    entry.tag = row[6].textValue
    entry.base = try row[8].blobValue.map(SyncContent.init)
    entry.seen = try row[9].blobValue.map(SyncCoding.fields)
    if let sent = row[10].blobValue {
      entry.sent = try SyncCoding.fields(sent).compactMap { number, value in
        guard let number = Int(number), case .data(let bytes) = value else { return nil }
        return (number, try SyncContent(bytes))
      }.sorted { $0.number < $1.number }
    }
    entry.isPending = row[11].integerValue == 1
    entry.isDoomed = row[12].integerValue == 1
    entry.epoch = row[13].integerValue ?? 0
    entry.refusal = row[14].textValue
    entry.wantsFiles = row[15].integerValue == 1
    return entry
  }

  /// Writes an entry and its references; gives a new entry its ID.
  func write(_ entry: inout LedgerEntry) throws {
    let sent = Dictionary(
      entry.sent.map { ("\($0.number)", SyncValue.data($0.content.bytes)) },
      uniquingKeysWith: { $1 })
    let values: [SQLValue] = [
      .text(entry.name), .text(entry.kind), .integer(entry.state.rawValue),
      entry.place.map { .text($0.root) } ?? .null, entry.place.map { .integer($0.key) } ?? .null,
      entry.tag.map(SQLValue.text) ?? .null, .blob(entry.content.bytes),
      entry.isPending ? entry.base.map { .blob($0.bytes) } ?? .null : .null,
      entry.seen == nil || entry.seen == entry.content.fields
        ? .null : .blob(SyncCoding.encode(entry.seen ?? [:])),
      sent.isEmpty ? .null : .blob(SyncCoding.encode(sent)),
      .integer(entry.isPending ? 1 : 0), .integer(entry.isDoomed ? 1 : 0), .integer(entry.epoch),
      entry.refusal.map(SQLValue.text) ?? .null, .integer(entry.wantsFiles ? 1 : 0),
    ]
    if entry.id == 0 {
      let marks = [String](repeating: "?", count: values.count).joined(separator: ", ")
      let names = Self.columns.dropFirst("ID, ".count)
      let rows = try connection.rows(
        "INSERT INTO \(Self.record) (\(names)) VALUES (\(marks)) RETURNING ID", values)
      entry.id = rows.first?.first?.integerValue ?? 0
    } else {
      let names = Self.columns.dropFirst("ID, ".count).split(separator: ", ")
      let assignments = names.map { "\($0) = ?" }.joined(separator: ", ")
      try connection.run(
        "UPDATE \(Self.record) SET \(assignments) WHERE ID = ?", values + [.integer(entry.id)])
    }
    try writeReferences(of: entry)
  }

  private func writeReferences(of entry: LedgerEntry) throws {
    struct Pair: Hashable {
      let target: String
      let field: String
    }
    let rows = try connection.rows(
      "SELECT TARGET, FIELD, POSITION FROM \(Self.reference) WHERE SOURCE = ?",
      [.integer(entry.id)])
    var known: [Pair: String?] = [:]
    for row in rows {
      known[Pair(target: row[0].textValue ?? "", field: row[1].textValue ?? "")] =
        .some(row[2].textValue)
    }
    var wanted: [Pair: String?] = [:]
    for (field, target) in entry.content.references {
      wanted[Pair(target: target, field: field)] = .some(nil)
    }
    for (field, owner, position) in entry.content.memberships(entry.name) {
      wanted[Pair(target: owner, field: field)] = position
    }
    for pair in known.keys where wanted[pair] == nil {
      try connection.run(
        "DELETE FROM \(Self.reference) WHERE TARGET = ? AND FIELD = ? AND SOURCE = ?",
        [.text(pair.target), .text(pair.field), .integer(entry.id)])
    }
    for (pair, position) in wanted where known[pair] != .some(position) {
      try connection.run(
        """
        INSERT OR REPLACE INTO \(Self.reference) (TARGET, FIELD, SOURCE, POSITION) \
        VALUES (?, ?, ?, ?)
        """,
        [
          .text(pair.target), .text(pair.field), .integer(entry.id),
          position.map(SQLValue.text) ?? .null,
        ])
      if position != nil { moves.insert(pair.target, pair.field, entry.name) }
    }
  }

  /// Returns the entries of some rows of a table.
  func entries(at keys: [Int64], _ root: String) throws -> [LedgerEntry] {
    var entries: [LedgerEntry] = []
    for start in stride(from: 0, to: keys.count, by: 500) {
      let part = keys[start..<min(start + 500, keys.count)]
      let marks = [String](repeating: "?", count: part.count).joined(separator: ", ")
      entries += try self.entries(
        "ROOT = ? AND ROW IN (\(marks)) AND ROW IS NOT NULL",
        [.text(root)] + part.map(SQLValue.integer))
    }
    return entries
  }

  /// Returns the positions of a record's members that have rows in a table; nil for members that
  /// only their own records list.
  func positions(
    _ owner: String, _ field: String, _ root: String
  ) throws -> [(key: Int64, name: String, position: String?)] {
    let text = """
      SELECT R.ROW, R.NAME, F.POSITION FROM \(Self.reference) F \
      JOIN \(Self.record) R ON R.ID = F.SOURCE \
      WHERE F.TARGET = ? AND F.FIELD = ? AND R.ROOT = ? AND R.ROW IS NOT NULL
      """
    return try connection.rows(text, [.text(owner), .text(field), .text(root)]).map {
      ($0[0].integerValue ?? 0, $0[1].textValue ?? "", $0[2].textValue)
    }
  }

  /// Deletes an entry.
  func remove(_ entry: LedgerEntry) throws {
    try connection.run("DELETE FROM \(Self.record) WHERE ID = ?", [.integer(entry.id)])
    try connection.run("DELETE FROM \(Self.reference) WHERE SOURCE = ?", [.integer(entry.id)])
    // References to a deleted duplicate no longer count for its replacement, so members there
    // change their order.
    if let successor = entry.content.successor {
      moves.insert(successor, SyncContent.successor, nil)
    }
  }

  /// Returns the names of the records that reference a record, by any field or by one.
  func names(leadingTo target: String, by field: String? = nil) throws -> [String] {
    let text = """
      SELECT DISTINCT R.NAME FROM \(Self.reference) F JOIN \(Self.record) R ON R.ID = F.SOURCE \
      WHERE F.TARGET = ?\(field == nil ? "" : " AND F.FIELD = ?") ORDER BY R.NAME
      """
    return try connection.rows(text, [.text(target)] + (field.map { [.text($0)] } ?? []))
      .compactMap { $0[0].textValue }
  }

  /// Returns the rows of the records that reference a record by a field.
  func places(leadingTo target: String, by field: String) throws -> [LedgerEntry.Place] {
    let text = """
      SELECT R.ROOT, R.ROW FROM \(Self.reference) F JOIN \(Self.record) R ON R.ID = F.SOURCE \
      WHERE F.TARGET = ? AND F.FIELD = ? AND R.ROW IS NOT NULL
      """
    return try connection.rows(text, [.text(target), .text(field)]).map {
      LedgerEntry.Place(root: $0[0].textValue ?? "", key: $0[1].integerValue ?? 0)
    }
  }

  /// Returns the rows of the records that a record references by a field.
  func places(ledToBy name: String, _ field: String) throws -> [LedgerEntry.Place] {
    let text = """
      SELECT M.ROOT, M.ROW FROM \(Self.record) R JOIN \(Self.reference) F ON F.SOURCE = R.ID \
      JOIN \(Self.record) M ON M.NAME = F.TARGET WHERE R.NAME = ? AND F.FIELD = ? AND M.ROW IS NOT NULL
      """
    return try connection.rows(text, [.text(name), .text(field)]).map {
      LedgerEntry.Place(root: $0[0].textValue ?? "", key: $0[1].integerValue ?? 0)
    }
  }

  /// Returns the keys of a member and of its neighbors by position; nil if another member has the
  /// same position.
  func neighbours(
    of name: String, _ owner: String, _ field: String, _ root: String
  ) throws -> (before: Int64?, own: Int64, behind: Int64?)? {
    let condition = """
      FROM \(Self.reference) F JOIN \(Self.record) R ON R.ID = F.SOURCE \
      WHERE F.TARGET = ? AND F.FIELD = ? AND R.ROOT = ? AND R.ROW IS NOT NULL
      """
    let values: [SQLValue] = [.text(owner), .text(field), .text(root)]
    guard
      let own = try connection.rows(
        "SELECT R.ROW, F.POSITION \(condition) AND R.NAME = ?", values + [.text(name)]
      ).first
    else { return nil }
    func keys(_ rest: String) throws -> [Int64?] {
      try connection.rows(
        "SELECT R.ROW \(condition) AND F.POSITION \(rest)", values + [own[1]]
      ).map { $0[0].integerValue }
    }
    guard try keys("= ? LIMIT 2").count == 1, let key = own[0].integerValue else { return nil }
    return (
      try keys("< ? ORDER BY F.POSITION DESC LIMIT 1").first ?? nil, key,
      try keys("> ? ORDER BY F.POSITION LIMIT 1").first ?? nil
    )
  }

  /// Returns the pieces of a large value that are stored locally, or those that the server is known
  /// to have.
  func pieceNumbers(of file: SyncFile, areHere: Bool) throws -> Set<Int> {
    let rows = try connection.rows(
      "SELECT NUMBER FROM \(Self.piece) WHERE DIGEST = ? AND (BYTES IS NOT NULL) = ?",
      [.text(file.digest), .integer(areHere ? 1 : 0)])
    return Set(rows.compactMap { $0[0].integerValue.map(Int.init) })
  }

  /// Forgets which pieces of a large value the server has.
  func forgetStoredPieces(of file: SyncFile) throws {
    try connection.run(
      "DELETE FROM \(Self.piece) WHERE DIGEST = ? AND BYTES IS NULL", [.text(file.digest)])
  }

  /// Counts the records that have no row, except those that were merged into others.
  func waitingCount() throws -> Int {
    let text = """
      SELECT COUNT(*) FROM \(Self.record) R WHERE R.STATE = 1 AND R.ROW IS NULL AND NOT EXISTS \
      (SELECT 1 FROM \(Self.reference) F WHERE F.SOURCE = R.ID AND F.FIELD = ?)
      """
    let rows = try connection.rows(text, [.text(SyncContent.successor)])
    return Int(rows.first?.first?.integerValue ?? 0)
  }

  func count(_ condition: String) throws -> Int {
    let rows = try connection.rows("SELECT COUNT(*) FROM \(Self.record) WHERE \(condition)")
    return Int(rows.first?.first?.integerValue ?? 0)
  }
}

extension SQLValue {
  var textValue: String? { if case .text(let text) = self { text } else { nil } }
  var integerValue: Int64? { if case .integer(let number) = self { number } else { nil } }
  var blobValue: Data? { if case .blob(let bytes) = self { bytes } else { nil } }
}
