import RandomTesting
import SampleStores

/// Changes a store's tables in unexpected ways.
enum HostileTables {
  /// Changes one or several tables.
  static func damage(_ database: TestDatabase, _ generator: inout SeededGenerator) throws {
    let tables = try database.strings(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name"
    )
    for _ in 0..<Int.random(in: 1...2, using: &generator) {
      guard let table = tables.randomElement(using: &generator) else { continue }
      let columns = try database.strings("SELECT name FROM pragma_table_info('\(table)')")
      guard let column = columns.randomElement(using: &generator) else { continue }
      let texts = statements(table, column, columns, &generator)
      // SQLite refuses some statements, such as dropping a column that an index needs.
      for text in texts { try? database.execute(text) }
    }
  }

  private static func statements(
    _ table: String, _ column: String, _ columns: [String], _ generator: inout SeededGenerator
  ) -> [String] {
    let setAside = "ALTER TABLE \"\(table)\" RENAME TO \"\(table)_old\""
    let others = columns.filter { $0 != column }.map { "\"\($0)\"" }.joined(separator: ", ")
    let all = columns.map { "\"\($0)\"" }.joined(separator: ", ")
    switch Int.random(in: 0..<12, using: &generator) {
    case 0: return ["DROP TABLE \"\(table)\""]
    case 1: return ["ALTER TABLE \"\(table)\" DROP COLUMN \"\(column)\""]
    case 2: return [setAside, "CREATE VIEW \"\(table)\" AS SELECT * FROM \"\(table)_old\""]
    case 3: return [setAside, endlessView(table, columns)]
    case 4: return [setAside, "CREATE VIEW \"\(table)\" AS SELECT * FROM \"\(table)\""]
    case 5:
      return [
        setAside,
        "CREATE TABLE \"\(table)\" (\(others), \"\(column)\" AS (zeroblob(100000000)))",
        "INSERT INTO \"\(table)\" (\(others)) SELECT \(others) FROM \"\(table)_old\"",
      ]
    case 6: return [setAside, "CREATE VIRTUAL TABLE \"\(table)\" USING fts5(\(all))"]
    case 7: return ["DELETE FROM \"\(table)\""]
    case 8: return ["INSERT INTO \"\(table)\" SELECT * FROM \"\(table)\""]
    case 9:
      return [
        "CREATE TRIGGER T AFTER INSERT ON \"\(table)\" BEGIN SELECT RAISE(ABORT, 'no'); END",
        "CREATE TRIGGER U AFTER UPDATE ON \"\(table)\" BEGIN SELECT RAISE(ABORT, 'no'); END",
      ]
    case 10:
      // Without a column type, stored values are not converted.
      return [
        setAside, "CREATE TABLE \"\(table)\" (\(all))",
        "INSERT INTO \"\(table)\" SELECT * FROM \"\(table)_old\"",
      ] + HostileRows.values.prefix(4).map { "UPDATE \"\(table)\" SET \"\(column)\" = \($0)" }
    default:
      return [
        "PRAGMA writable_schema = ON",
        "UPDATE sqlite_master SET sql = REPLACE(sql, '\(column)', '\(column)\(column)') "
          + "WHERE name = '\(table)'",
      ]
    }
  }

  /// A view that never ends.
  static func endlessView(_ name: String, _ columns: [String]) -> String {
    let list = columns.map { "X AS \"\($0)\"" }.joined(separator: ", ")
    return """
      CREATE VIEW \"\(name)\" AS WITH RECURSIVE C(X) AS (SELECT 1 UNION ALL SELECT X + 1 FROM C) \
      SELECT \(list) FROM C
      """
  }
}
