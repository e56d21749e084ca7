import CoreDataFormat
import DataSchema
import Foundation
import SQLCore
import SyncPort

/// The tables in which a store notes what was synced, beside its rows and in their transactions.
///
/// Apple's frameworks do not look at them. A store that was never synced does not have them.
struct Ledger {
  let connection: any SQLConnection
  /// Whose members somebody moved.
  let moves = MemberMoves()

  static let record = SideTable.syncPrefix + "RECORD"
  static let reference = SideTable.syncPrefix + "REFERENCE"
  static let meta = SideTable.syncPrefix + "META"
  static let piece = SideTable.syncPrefix + "PIECE"
  static let pair = SideTable.syncPrefix + "PAIR"
  static let aside = SideTable.syncPrefix + "ASIDE"

  private static let tables = [record, reference, meta, piece, pair, aside]

  /// Whether there are tables.
  func exists() throws -> Bool {
    try !connection.rows("SELECT 1 FROM sqlite_master WHERE name = ?", [.text(Self.meta)]).isEmpty
  }

  /// Makes the tables that are missing.
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

  /// Takes the tables away.
  func drop() throws {
    for table in Self.tables { try connection.run("DROP TABLE IF EXISTS \(table)") }
  }
}

// Single values.

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
  /// What records call what models have, and had when the store was synced last.
  func names(of model: ModelDescription, after former: [ModelDescription]) throws -> RecordNames {
    let known = try text(.names)
    let names = RecordNames(
      model, after: known.flatMap(RecordNames.init(text:)) ?? RecordNames(former))
    // Nothing is noted where nothing was ever renamed.
    if known != nil || !names.arePlain, known != names.text { try set(.names, names.text) }
    return names
  }
}

/// What the ledger notes of the store as a whole.
enum LedgerMeta: String {
  /// What the replica is called in stamps.
  case replica
  /// The server that the ledger is about.
  case provider
  /// The account at the server.
  case account
  /// The identity of the place at the server; nothing where places have none.
  case place
  /// By what the replica knows that the server has lost nothing.
  case continuity
  /// Where the next reading goes on; nothing for a full one.
  case cursor
  /// The number of the full reading that is under way, or was last.
  case epoch
  /// Whether a full reading is under way.
  case isReadingAll
  /// Whether something was read since waiting records were last looked at.
  case isUnsettled
  /// The last transaction of the history that was looked at.
  case position
  /// The highest time of a stamp that is known.
  case clock
  /// The number of the last sending.
  case sending
  /// The digest of the schema that the rows were last read by.
  case schema
  /// What records call the entities and properties of the models.
  case names
  /// Where the look at all rows goes on: the number of an entity and a key.
  case scan
}
