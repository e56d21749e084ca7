/// The tables that every store has besides those of its entities.
package enum SystemTable: String, CaseIterable, Hashable, Sendable {
  case primaryKey = "Z_PRIMARYKEY"
  case metadata = "Z_METADATA"
  case modelCache = "Z_MODELCACHE"
  case change = "ACHANGE"
  case transaction = "ATRANSACTION"
  case transactionString = "ATRANSACTIONSTRING"

  /// The number of a history table in `Z_PRIMARYKEY` and in its rows' `Z_ENT`.
  package var entityNumber: Int? {
    switch self {
    case .change: 16001
    case .transaction: 16002
    case .transactionString: 16003
    case .primaryKey, .metadata, .modelCache: nil
    }
  }

  /// The name of a history table in `Z_PRIMARYKEY`.
  package var entityName: String? {
    switch self {
    case .change: "CHANGE"
    case .transaction: "TRANSACTION"
    case .transactionString: "TRANSACTIONSTRING"
    case .primaryKey, .metadata, .modelCache: nil
    }
  }
}

/// The statements that create the system and history tables, identical to Core Data's.
enum SystemStatements {
  static let tables = [
    "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, "
      + "Z_MAX INTEGER)",
    "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
    "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)",
  ]

  /// Returns the statements for the history tables; `tombstones` is the number of values that a
  /// deletion can preserve.
  static func historyTables(tombstones: Int) -> [String] {
    let tombstoneColumns = (0..<tombstones).map { ", ZTOMBSTONE\($0) BLOB" }.joined()
    return [
      "CREATE TABLE ACHANGE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, "
        + "ZCHANGETYPE INTEGER, ZENTITY INTEGER, ZENTITYPK INTEGER, ZTRANSACTIONID INTEGER, "
        + "ZCOLUMNS BLOB\(tombstoneColumns) )",
      "CREATE TABLE ATRANSACTION ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, "
        + "ZAUTHORTS INTEGER, ZBUNDLEIDTS INTEGER, ZCONTEXTNAMETS INTEGER, ZPROCESSIDTS INTEGER, "
        + "ZTIMESTAMP FLOAT, ZAUTHOR VARCHAR, ZBUNDLEID VARCHAR, ZCONTEXTNAME VARCHAR, "
        + "ZPROCESSID VARCHAR, ZQUERYGEN BLOB )",
      "CREATE TABLE ATRANSACTIONSTRING ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, "
        + "Z_OPT INTEGER, ZNAME VARCHAR )",
    ]
  }

  static let historyIndexes = [
    "CREATE INDEX ACHANGE_ZTRANSACTIONID_INDEX ON ACHANGE (ZTRANSACTIONID)",
    "CREATE INDEX ATRANSACTION_ZAUTHORTS_INDEX ON ATRANSACTION (ZAUTHORTS)",
    "CREATE INDEX ATRANSACTION_ZBUNDLEIDTS_INDEX ON ATRANSACTION (ZBUNDLEIDTS)",
    "CREATE INDEX ATRANSACTION_ZCONTEXTNAMETS_INDEX ON ATRANSACTION (ZCONTEXTNAMETS)",
    "CREATE INDEX ATRANSACTION_ZPROCESSIDTS_INDEX ON ATRANSACTION (ZPROCESSIDTS)",
    "CREATE INDEX Z_TRANSACTION_TransactionAuthorIndex ON ATRANSACTION "
      + "(ZAUTHOR COLLATE BINARY ASC)",
    "CREATE INDEX Z_TRANSACTION_TransactionTimestampIndex ON ATRANSACTION "
      + "(ZTIMESTAMP COLLATE BINARY ASC)",
    "CREATE UNIQUE INDEX Z_TRANSACTIONSTRING_UNIQUE_NAME ON ATRANSACTIONSTRING "
      + "(ZNAME COLLATE BINARY ASC)",
  ]
}
