import SQLCore
import SyncPort

// Records of the server that this version of the program cannot read.

extension Ledger {
  /// Stores a record that cannot be read, with the reason.
  func setAside(_ record: SyncUnreadable, epoch: Int64) throws {
    let reason = record.reason
    let values: [SQLValue] = [
      .text(record.name), record.kind.map(SQLValue.text) ?? .null,
      reason.property.map(SQLValue.text) ?? .null, .text(reason.kind.rawValue),
      .text(reason.message), reason.advice.map(SQLValue.text) ?? .null, .integer(epoch),
    ]
    let marks = [String](repeating: "?", count: values.count).joined(separator: ", ")
    try connection.run(
      """
      INSERT OR REPLACE INTO \(Self.aside) (NAME, KIND, PROPERTY, ERROR, REASON, ADVICE, EPOCH) \
      VALUES (\(marks))
      """, values)
  }

  /// Returns the records that were set aside, sorted by name.
  func recordsSetAside() throws -> [SyncUnreadable] {
    let rows = try connection.rows(
      "SELECT NAME, KIND, PROPERTY, ERROR, REASON, ADVICE FROM \(Self.aside) ORDER BY NAME")
    return rows.map { row in
      let name = row[0].textValue ?? ""
      var reason = SyncError(
        row[3].textValue.flatMap(SyncError.Kind.init) ?? .badAnswer, row[4].textValue ?? "",
        advice: row[5].textValue, record: name)
      reason.property = row[2].textValue
      return SyncUnreadable(name: name, kind: row[1].textValue, reason: reason)
    }
  }

  /// Whether any record was set aside.
  func hasRecordsSetAside() throws -> Bool {
    try !connection.rows("SELECT 1 FROM \(Self.aside) WHERE NAME > '' LIMIT 1").isEmpty
  }

  /// Forgets that a record was set aside.
  func takeBack(_ name: String) throws {
    try connection.run("DELETE FROM \(Self.aside) WHERE NAME = ?", [.text(name)])
  }

  /// Forgets the records set aside that no full fetch since the given epoch has seen.
  func takeBack(before epoch: Int64) throws {
    try connection.run("DELETE FROM \(Self.aside) WHERE EPOCH < ?", [.integer(epoch)])
  }
}
