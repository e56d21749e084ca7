import CoreDataFormat
import Foundation
import RecordStore
import SQLCore
import Testing

@testable import OpenSwiftData

@Model final class Author {
  @Attribute(.unique, .preserveValueOnDeletion) var code: Int
  var name: String = ""
  @Attribute(.preserveValueOnDeletion) var address: String?
  @Relationship(deleteRule: .cascade, inverse: \Work.author) var works: [Work] = []
  init(code: Int, name: String = "") { (self.code, self.name) = (code, name) }
}

@Model final class Work {
  var title: String
  var year: Int = 0
  var author: Author?
  var successor: Work?
  @Relationship(inverse: \Tag.works) var tags: [Tag] = []
  var notes: [Remark] = []
  init(title: String) { self.title = title }
}

@Model final class Tag {
  var label: String
  var works: [Work] = []
  init(label: String) { self.label = label }
}

/// Has no inverse relationship to its work.
@Model final class Remark {
  var text: String
  @Attribute(.externalStorage, .preserveValueOnDeletion) var picture: Data?
  init(text: String) { self.text = text }
}

/// A store's history tables, read through another connection.
struct HistoryTable {
  private let connection: any SQLConnection
  private let map: TableMap

  static let types: [any PersistentModel.Type] = [Author.self, Work.self, Tag.self, Remark.self]

  init(_ store: TestStore) throws {
    let open = try #require(store.container.core.stores[0] as? SQLiteStore)
    (connection, map) = (try open.checkOut(), open.tableMap)
  }

  func rows(_ query: String) throws -> [[SQLValue]] { try connection.rows(query) }

  func run(_ text: String) throws { try connection.run(text) }

  func count(_ table: SystemTable) throws -> Int64 {
    let rows = try rows("SELECT COUNT(*) FROM \(table.rawValue)")
    if case .integer(let count)? = rows.first?.first { return count }
    return -1
  }

  /// The changes of the newest transaction, such as "insert Author/p1", "update Author/p1 name,
  /// works".
  func newest() throws -> [String] {
    try rows(
      """
      SELECT ZCHANGETYPE, ZENTITY, ZENTITYPK, ZCOLUMNS FROM ACHANGE \
      WHERE ZTRANSACTIONID = (SELECT MAX(Z_PK) FROM ATRANSACTION) ORDER BY Z_PK
      """
    ).map { row in
      guard case .integer(let type) = row[0], case .integer(let number) = row[1],
        case .integer(let key) = row[2]
      else { return "\(row)" }
      let entity = map.entities[Int(number) - 1]
      var text = "\(["insert", "update", "delete"][Int(type)]) \(entity.entityName)/p\(key)"
      if case .blob(let mask) = row[3] {
        let names = ChangedColumns(entity).properties(in: mask)
        text += " " + names.joined(separator: ", ")
      }
      return text
    }
  }
}
