import CoreDataFormat
import DataSchema
import Foundation
import OpenSwiftData
import SQLCore
import SQLiteDriver

/// Checks the consistency of a store's file by reading it as any other program would.
package struct StoreChecker {
  /// The defects of a file.
  package struct Defects: Error, CustomStringConvertible {
    package let description: String
  }

  /// The completeness of the history.
  package enum History: Sendable {
    /// Some changes were written without the history, or it was truncated.
    case partial
    /// The history is complete since the store was created.
    case whole
  }

  private let url: URL
  let history: History
  let connection: SQLiteConnection
  private let model: ModelDescription
  let map: TableMap

  package init(
    _ url: URL, _ types: [any PersistentModel.Type], history: History = .partial
  ) throws {
    (self.url, self.history) = (url, history)
    connection = try SQLiteConnection(path: url.path, mode: .readWrite)
    model = Schema(types).modelDescription
    map = try CoreDataLayout(model: model).tableMap
  }

  /// - Throws: `Defects` with everything that was found, or errors of SQLite.
  package func check() throws {
    var defects = try connection.rows("PRAGMA integrity_check").compactMap { row in
      row == [.text("ok")] ? nil : "integrity: \(row)"
    }
    for entity in map.entities {
      defects += try entityNumbers(entity) + highestKey(entity)
      for (name, columns) in entity.properties.sorted(by: { $0.key < $1.key }) {
        defects += try relationship(name, columns, of: entity)
      }
    }
    defects += try memberOrder() + externalFiles() + historyDefects() + textIndexes()
    if !defects.isEmpty { throw Defects(description: defects.joined(separator: "\n")) }
  }

  /// One line for each row of a query.
  func find(_ what: String, _ query: String) throws -> [String] {
    try connection.rows(query).map { row in "\(what): \(row)" }
  }

  func quoted(_ name: String) -> String { SQLDialect.sqlite.quoted(name) }
}

extension StoreChecker {
  /// Text indexes that do not match the rows.
  private func textIndexes() throws -> [String] {
    let names = try connection.rows(TextIndexCatalog.list)
      .filter { $0[0].text == "table" && $0[3].text?.hasPrefix("CREATE VIRTUAL") == true }
      .compactMap(\.[1].text)
    return names.compactMap { name in
      let table = quoted(name)
      do {
        try connection.run("INSERT INTO \(table) (\(table), rank) VALUES ('integrity-check', 1)")
        return nil
      } catch { return "text index \(name): \(error)" }
    }
  }

  private func entityNumbers(_ entity: EntityTable) throws -> [String] {
    guard entity.parentNumber == 0 else { return [] }
    let numbers = entity.descendantNumbers.map(String.init).joined(separator: ",")
    return try find(
      "rows of no entity of \(entity.table)",
      """
      SELECT Z_PK, Z_ENT FROM \(quoted(entity.table)) \
      WHERE Z_ENT IS NULL OR Z_ENT NOT IN (\(numbers)) OR Z_OPT IS NULL OR Z_OPT < 1
      """)
  }

  private func highestKey(_ entity: EntityTable) throws -> [String] {
    guard entity.parentNumber == 0 else { return [] }
    let table = quoted(entity.table)
    return try find(
      "keys of \(entity.table) above Z_MAX",
      """
      SELECT (SELECT MAX(Z_PK) FROM \(table)), Z_MAX FROM Z_PRIMARYKEY \
      WHERE Z_ENT = \(entity.rootNumber) AND Z_MAX < (SELECT MAX(Z_PK) FROM \(table))
      """)
  }

  private func relationship(
    _ name: String, _ columns: PropertyColumns, of entity: EntityTable
  ) throws -> [String] {
    let what = "\(entity.entityName).\(name)"
    switch columns {
    case .attribute, .composite: return []
    case .toOne(let column):
      guard let destination = map.entity(named: column.destinationEntity) else { return [] }
      let inverse = inverse(of: name, in: entity)
      if inverse?.deleteRule == .noAction { return [] }
      var defects = try dangling(what, entity.table, column.name, destination.table)
      if case .toOne(let back)? = inverse.flatMap({ destination.properties[$0.name] }) {
        defects += try disagreement(what, entity.table, column.name, destination.table, back.name)
      }
      return defects
    case .toMany(let table, _, let column):
      if description(of: name, in: entity)?.deleteRule == .noAction { return [] }
      return try dangling(what, table, column, entity.table)
    case .manyToMany(let join): return try self.join(what, join, entity)
    }
  }

  private func description(of name: String, in entity: EntityTable) -> RelationshipDescription? {
    var next = model.entity(named: entity.entityName)
    while let entity = next {
      for case .relationship(let relationship) in entity.properties where relationship.name == name
      {
        return relationship
      }
      next = entity.parentName.flatMap { model.entity(named: $0) }
    }
    return nil
  }

  private func inverse(of name: String, in entity: EntityTable) -> RelationshipDescription? {
    guard let relationship = description(of: name, in: entity),
      let inverse = relationship.inverseName,
      let destination = map.entity(named: relationship.destination)
    else { return nil }
    return description(of: inverse, in: destination)
  }

  private func dangling(
    _ what: String, _ table: String, _ column: String, _ destination: String
  ) throws -> [String] {
    let column = quoted(column)
    return try find(
      "\(what) leads nowhere",
      """
      SELECT Z_PK, \(column) FROM \(quoted(table)) WHERE \(column) IS NOT NULL \
      AND \(column) NOT IN (SELECT Z_PK FROM \(quoted(destination)))
      """)
  }

  /// Rows of a one-to-one relationship whose two ends contradict each other.
  private func disagreement(
    _ what: String, _ table: String, _ column: String, _ other: String, _ back: String
  ) throws -> [String] {
    let (column, back) = (quoted(column), quoted(back))
    return try find(
      "the ends of \(what) disagree",
      """
      SELECT A.Z_PK, A.\(column), B.\(back) FROM \(quoted(table)) A \
      JOIN \(quoted(other)) B ON B.Z_PK = A.\(column) WHERE B.\(back) IS NOT A.Z_PK
      """)
  }

  private func join(_ what: String, _ join: JoinTable, _ entity: EntityTable) throws -> [String] {
    guard let destination = map.entity(named: join.destinationEntity) else { return [] }
    let (table, source, member) = (
      quoted(join.name), quoted(join.sourceColumn), quoted(join.destinationColumn)
    )
    return try find(
      "\(what) has a pair that leads nowhere",
      """
      SELECT \(source), \(member) FROM \(table) \
      WHERE \(source) IS NULL OR \(source) NOT IN (SELECT Z_PK FROM \(quoted(entity.table))) \
      OR \(member) IS NULL OR \(member) NOT IN (SELECT Z_PK FROM \(quoted(destination.table)))
      """)
      + find(
        "\(what) has a pair twice",
        "SELECT \(source), \(member) FROM \(table) GROUP BY 1, 2 HAVING COUNT(*) > 1")
  }
}

extension StoreChecker {
  /// Positions of deleted rows, and positions that are used twice.
  private func memberOrder() throws -> [String] {
    let table = "OPENSWIFTDATA_ORDER"
    guard try !connection.rows("SELECT 1 FROM sqlite_master WHERE name = '\(table)'").isEmpty
    else { return [] }
    var defects = try find(
      "positions given twice",
      """
      SELECT RELATIONSHIP, OWNER, POSITION FROM \(table) \
      GROUP BY 1, 2, 3 HAVING COUNT(*) > 1
      """)
    var names: [String] = []
    for entity in map.entities {
      for (name, columns) in entity.properties {
        guard let destination = destination(columns) else { continue }
        let text = "'\(entity.entityName).\(name)'"
        names.append(text)
        defects += try find(
          "positions of rows that are not there",
          """
          SELECT * FROM \(table) WHERE RELATIONSHIP = \(text) \
          AND (OWNER NOT IN (SELECT Z_PK FROM \(quoted(entity.table))) \
          OR MEMBER NOT IN (SELECT Z_PK FROM \(quoted(destination))))
          """)
      }
    }
    return try defects
      + find(
        "positions in unknown relationships",
        "SELECT * FROM \(table) WHERE RELATIONSHIP NOT IN (\(names.joined(separator: ",")))")
  }

  /// The table of the members of a to-many relationship.
  private func destination(_ columns: PropertyColumns) -> String? {
    switch columns {
    case .attribute, .composite, .toOne: nil
    case .toMany(let table, _, _): table
    case .manyToMany(let join): map.entity(named: join.destinationEntity)?.table
    }
  }

  /// Missing files that rows refer to, and files that no row refers to.
  private func externalFiles() throws -> [String] {
    var named: Set<String> = []
    for entity in map.entities {
      for case .attribute(let column) in entity.properties.values where column.storesExternally {
        let name = quoted(column.name)
        for row in try connection.rows(
          "SELECT \(name) FROM \(quoted(entity.table)) WHERE \(name) IS NOT NULL")
        {
          if case .file(let file)? = row.first.flatMap(ExternalData.init) {
            named.insert(file.uuidString)
          }
        }
      }
    }
    let folder = url.deletingLastPathComponent().appendingPathComponent(
      ExternalData.folder(forStoreNamed: url.lastPathComponent))
    let found = Set((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    return named.subtracting(found).sorted().map { "the file \($0) is missing" }
      + found.subtracting(named).sorted().map { "no row names the file \($0)" }
  }
}
