import CoreDataFormat
import SQLCore

extension StoreChecker {
  /// The defects of the history, if the file has one.
  func historyDefects() throws -> [String] {
    let tables = try connection.rows(
      "SELECT 1 FROM sqlite_master WHERE name IN ('ACHANGE', 'ATRANSACTION', 'ATRANSACTIONSTRING')")
    guard tables.count == 3 else { return [] }
    var defects = try counters()
    defects += try find(
      "changes of no transaction",
      "SELECT * FROM ACHANGE WHERE ZTRANSACTIONID NOT IN (SELECT Z_PK FROM ATRANSACTION)")
    for column in ["ZPROCESSIDTS", "ZBUNDLEIDTS", "ZAUTHORTS", "ZCONTEXTNAMETS"] {
      defects += try find(
        "names that are not there",
        """
        SELECT * FROM ATRANSACTION WHERE \(column) NOT IN (SELECT Z_PK FROM ATRANSACTIONSTRING)
        """)
    }
    guard history == .whole else { return defects }
    defects += try find(
      "transactions without changes",
      "SELECT * FROM ATRANSACTION WHERE Z_PK NOT IN (SELECT ZTRANSACTIONID FROM ACHANGE)")
    for entity in map.entities { defects += try fates(entity) }
    return defects
  }

  private func counters() throws -> [String] {
    try [(16001, "ACHANGE"), (16002, "ATRANSACTION"), (16003, "ATRANSACTIONSTRING")].flatMap {
      try find(
        "keys of \($1) above Z_MAX",
        """
        SELECT Z_PK FROM \($1) WHERE Z_PK > \
        IFNULL((SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \($0)), 0)
        """)
    }
  }

  /// Rows whose first or last change in the history contradicts their existence.
  private func fates(_ entity: EntityTable) throws -> [String] {
    let number = entity.entityNumber
    let rows = "(SELECT Z_PK FROM \(quoted(entity.table)) WHERE Z_ENT = \(number))"
    let changes = "SELECT ZENTITYPK FROM ACHANGE WHERE ZENTITY = \(number) AND ZCHANGETYPE"
    return try find(
      "rows of \(entity.entityName) that were not inserted, or are deleted",
      "SELECT Z_PK FROM \(rows) WHERE Z_PK NOT IN (\(changes) = 0) OR Z_PK IN (\(changes) = 2)")
      + find(
        "rows of \(entity.entityName) that are gone without deletion, or without insertion",
        """
        SELECT ZENTITYPK FROM ACHANGE WHERE ZENTITY = \(number) \
        AND ZENTITYPK NOT IN \(rows) AND (ZENTITYPK NOT IN (\(changes) = 2) \
        OR ZENTITYPK NOT IN (\(changes) = 0))
        """)
      + find(
        "changes of \(entity.entityName) before the insertion or after the deletion",
        """
        SELECT A.ZENTITYPK FROM ACHANGE A JOIN ACHANGE B USING (ZENTITY, ZENTITYPK) \
        WHERE ZENTITY = \(number) AND A.Z_PK < B.Z_PK AND (B.ZCHANGETYPE = 0 OR A.ZCHANGETYPE = 2)
        """)
  }
}
