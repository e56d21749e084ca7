import CoreDataFormat
import DataSchema
import Foundation
import SQLCore
import SyncPort

/// The tables in which a store keeps its sync state, next to its rows and updated in the same
/// transactions.
///
/// Apple's frameworks ignore these tables. A store that was never synced does not have them.
struct Ledger {
  let connection: any SQLConnection
  /// The member lists whose order changed.
  let moves = MemberMoves()

  static let record = SideTable.syncPrefix + "RECORD"
  static let reference = SideTable.syncPrefix + "REFERENCE"
  static let meta = SideTable.syncPrefix + "META"
  static let piece = SideTable.syncPrefix + "PIECE"
  static let pair = SideTable.syncPrefix + "PAIR"
  static let aside = SideTable.syncPrefix + "ASIDE"

  private static let tables = [record, reference, meta, piece, pair, aside]

  /// Creates missing tables.
  func create() throws {
    let (record, reference) = (Self.record, Self.reference)
    let texts = [
      """
      CREATE TABLE IF NOT EXISTS \(record) (ID INTEGER PRIMARY KEY, NAME VARCHAR NOT NULL UNIQUE, \
      KIND VARCHAR NOT NULL, STATE INTEGER NOT NULL, ROOT VARCHAR, ROW INTEGER, TAG VARCHAR, \
      CONTENT BLOB NOT NULL, BASE BLOB, SEEN BLOB, SENT BLOB, PENDING INTEGER NOT NULL, \
      DOOMED INTEGER NOT NULL, EPOCH INTEGER NOT NULL, REFUSAL VARCHAR, WANTS INTEGER NOT NULL)
      """,
      "CREATE UNIQUE INDEX IF NOT EXISTS \(record)_PLACE ON \(record) (ROOT, ROW) WHERE ROW IS NOT NULL",
      "CREATE INDEX IF NOT EXISTS \(record)_PENDING ON \(record) (ID) WHERE PENDING = 1",
      "CREATE INDEX IF NOT EXISTS \(record)_DOOMED ON \(record) (ID) WHERE DOOMED = 1",
      "CREATE INDEX IF NOT EXISTS \(record)_WANTS ON \(record) (ID) WHERE WANTS = 1",
      "CREATE INDEX IF NOT EXISTS \(record)_WAITING ON \(record) (ID) WHERE STATE = 1 AND ROW IS NULL",
      """
      CREATE TABLE IF NOT EXISTS \(reference) (TARGET VARCHAR, FIELD VARCHAR, SOURCE INTEGER, \
      POSITION VARCHAR, PRIMARY KEY (TARGET, FIELD, SOURCE)) WITHOUT ROWID
      """,
      "CREATE INDEX IF NOT EXISTS \(reference)_SOURCE ON \(reference) (SOURCE)",
      """
      CREATE INDEX IF NOT EXISTS \(reference)_POSITION ON \(reference) (TARGET, FIELD, POSITION) \
      WHERE POSITION IS NOT NULL
      """,
      "CREATE TABLE IF NOT EXISTS \(Self.meta) (NAME VARCHAR PRIMARY KEY, VALUE) WITHOUT ROWID",
      """
      CREATE TABLE IF NOT EXISTS \(Self.piece) (DIGEST VARCHAR, NUMBER INTEGER, BYTES BLOB, \
      PRIMARY KEY (DIGEST, NUMBER))
      """,
      """
      CREATE TABLE IF NOT EXISTS \(Self.aside) (NAME VARCHAR PRIMARY KEY, KIND VARCHAR, \
      PROPERTY VARCHAR, ERROR VARCHAR NOT NULL, REASON VARCHAR NOT NULL, ADVICE VARCHAR, \
      EPOCH INTEGER NOT NULL) WITHOUT ROWID
      """,
    ]
    for text in texts { try connection.run(text) }
  }

  /// Deletes the tables.
  func drop() throws {
    for table in Self.tables { try connection.run("DROP TABLE IF EXISTS \(table)") }
  }
}

// Single values of the metadata table.

extension Ledger {
  func text(_ name: LedgerMeta) throws -> String? {
    let rows = try connection.rows(
      "SELECT VALUE FROM \(Self.meta) WHERE NAME = ?", [.text(name.rawValue)])
    if case .text(let text)? = rows.first?.first { return text }
    return nil
  }

  func number(_ name: LedgerMeta) throws -> Int64? {
    let rows = try connection.rows(
      "SELECT VALUE FROM \(Self.meta) WHERE NAME = ?", [.text(name.rawValue)])
    if case .integer(let number)? = rows.first?.first { return number }
    return nil
  }

  func set(_ name: LedgerMeta, _ text: String?) throws {
    try set(name, text.map(SQLValue.text) ?? .null)
  }

  func set(_ name: LedgerMeta, _ number: Int64) throws { try set(name, .integer(number)) }

  private func set(_ name: LedgerMeta, _ value: SQLValue) throws {
    try connection.run(
      "INSERT OR REPLACE INTO \(Self.meta) (NAME, VALUE) VALUES (?, ?)",
      [.text(name.rawValue), value])
  }
}

extension Ledger {
  /// Returns the record names of a model, continuing those of the last sync or of earlier model
  /// versions.
  func names(of model: ModelDescription, after former: [ModelDescription]) throws -> RecordNames {
    let known = try text(.names)
    let names = RecordNames(
      model, after: known.flatMap(RecordNames.init(text:)) ?? RecordNames(former))
    // Names are stored only if something was renamed.
    if known != nil || !names.arePlain, known != names.text { try set(.names, names.text) }
    return names
  }
}

/// Sync state of the store as a whole.
enum LedgerMeta: String {
  /// The name of the sync peer in stamps.
  case peer = "replica"
  /// The server that the ledger belongs to.
  case provider
  /// The account on the server.
  case account
  /// The identity of the location on the server; nil if locations have none.
  case place
  /// The evidence by which the sync peer knows that the server has lost nothing.
  case continuity
  /// The cursor of the next fetch; nil for a full fetch.
  case cursor
  /// The number of the current or last full fetch.
  case epoch
  /// Whether a full fetch is in progress.
  case isReadingAll
  /// Whether records were received since waiting records were last checked.
  case isUnsettled
  /// The last history transaction that was processed.
  case position
  /// The latest known time of a stamp.
  case clock
  /// The number of the last sending.
  case sending
  /// The digest of the schema with which the rows were last read.
  case schema
  /// The record names of the models' entities and properties.
  case names
  /// The position of the scan of all rows: the index of an entity and a key.
  case scan
}
