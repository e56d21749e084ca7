import CoreDataFormat
import DataSchema
import Foundation
import RecordStore
import SQLCore
import SQLiteDriver
import Testing

/// The order of relationships that Core Data stores in separate columns.
@Suite("Positions of ordered relationships")
struct PositionTests {
  private static let model = ModelDescription(entities: [
    EntityDescription(
      name: "Shelf",
      properties: [
        .relationship(
          RelationshipDescription(
            name: "books", destination: "Book", inverseName: "shelf", isToMany: true,
            isOrdered: true)),
        .relationship(
          RelationshipDescription(
            name: "rooms", destination: "Room", inverseName: "shelves", isToMany: true,
            isOrdered: true)),
      ]),
    EntityDescription(
      name: "Book",
      properties: [
        .relationship(
          RelationshipDescription(name: "shelf", destination: "Shelf", inverseName: "books"))
      ]),
    EntityDescription(
      name: "Room",
      properties: [
        .relationship(
          RelationshipDescription(
            name: "shelves", destination: "Shelf", inverseName: "rooms", isToMany: true,
            isOrdered: true))
      ]),
  ])

  private let folder: TemporaryFolder
  private let engine: RecordEngine
  private let path: String

  /// Creates two shelves, four books and three rooms, all unrelated.
  init() throws {
    folder = try TemporaryFolder()
    path = folder.url.appendingPathComponent("shelves.store").path
    engine = try RecordEngine(StoreOptions(name: "shelves", path: path), model: Self.model)
    var changes = RecordChanges()
    for (entity, count) in [("Shelf", 2), ("Book", 4), ("Room", 3)] {
      for _ in 0..<count { changes.insert(entity, [:]) }
    }
    try engine.save(changes)
  }

  private func rows(_ text: String) throws -> [[SQLValue]] {
    try SQLiteConnection(path: path, mode: .readOnly).rows(text)
  }

  private func positions() throws -> [SQLValue] {
    try rows("SELECT Z_FOK_SHELF FROM ZBOOK ORDER BY Z_PK").map { $0[0] }
  }

  private func relate(_ key: Int64, _ entity: String, _ name: String, _ members: [Int64]) throws {
    var changes = RecordChanges()
    changes.relate(key, of: entity, name, to: members)
    try engine.save(changes)
  }

  private func put(_ book: Int64, on shelf: Int64?) throws {
    var changes = RecordChanges()
    changes.change(book, of: "Book", ["shelf": shelf.map(RecordValue.row) ?? .null])
    try engine.save(changes)
  }

  @Test func positionsFollowTheOrderOfMembers() throws {
    try relate(1, "Shelf", "books", [3, 1])
    #expect(try engine.members(of: 1, "Shelf", "books") == [3, 1])
    #expect(try positions() == [.integer(2048), .null, .integer(1024), .null])
    // None of the library's own tables is needed.
    #expect(try rows("SELECT 1 FROM sqlite_master WHERE name GLOB 'OPENSWIFTDATA*'") == [])
    try relate(1, "Shelf", "books", [3, 2, 1])
    #expect(try engine.members(of: 1, "Shelf", "books") == [3, 2, 1])
    // The new member is placed between the others, which keep their positions.
    #expect(try positions() == [.integer(2048), .integer(1536), .integer(1024), .null])
  }

  @Test func positionsFollowTheOtherEnd() throws {
    for book in 1...3 { try put(Int64(book), on: 1) }
    #expect(try positions() == [.integer(1024), .integer(2048), .integer(3072), .null])
    try put(1, on: 2)
    try put(2, on: nil)
    #expect(try positions() == [.integer(1024), .null, .integer(3072), .null])
    // Setting the same shelf again changes nothing.
    try put(3, on: 1)
    #expect(try positions()[2] == .integer(3072))
    var changes = RecordChanges()
    changes.insert("Book", ["shelf": .row(1)])
    try engine.save(changes)
    #expect(try positions().last == .integer(4096))
    try engine.delete([1], of: "Shelf")
    #expect(try positions() == [.integer(1024), .null, .null, .null, .null])
  }

  @Test func changedPositionsAreInTheHistory() throws {
    try relate(1, "Shelf", "books", [1, 2, 3])
    let before = try rows("SELECT MAX(Z_PK) FROM ACHANGE")
    try relate(1, "Shelf", "books", [1, 3, 2])
    #expect(try engine.members(of: 1, "Shelf", "books") == [1, 3, 2])
    let told = try rows(
      """
      SELECT ZENTITY, ZENTITYPK, ZCHANGETYPE, HEX(ZCOLUMNS) FROM ACHANGE \
      WHERE Z_PK > \(before[0][0].integer ?? 0) ORDER BY ZENTITY, ZENTITYPK
      """)
    // Books have a relationship and a position; shelves have two relationships. The third book is
    // placed between the others.
    #expect(
      told == [
        [.integer(1), .integer(3), .integer(1), .text("40")],
        [.integer(3), .integer(1), .integer(1), .text("80")],
      ])
    #expect(
      try rows("SELECT Z_OPT FROM ZBOOK ORDER BY Z_PK")
        == [[.integer(2)], [.integer(2)], [.integer(3)], [.integer(1)]])
  }

  @Test func bothEndsKeepTheirPositions() throws {
    try relate(1, "Shelf", "rooms", [3, 1])
    try relate(2, "Shelf", "rooms", [1, 3, 2])
    #expect(try engine.members(of: 1, "Shelf", "rooms") == [3, 1])
    #expect(try engine.members(of: 2, "Shelf", "rooms") == [1, 3, 2])
    #expect(try engine.members(of: 1, "Room", "shelves") == [1, 2])
    try relate(1, "Room", "shelves", [2, 1])
    #expect(try engine.members(of: 1, "Room", "shelves") == [2, 1])
    #expect(try engine.members(of: 2, "Shelf", "rooms") == [1, 3, 2])
    let table = try rows(
      "SELECT name FROM sqlite_master WHERE name GLOB 'Z_[0-9]*' AND type = 'table'")
    let name = try #require(table.first?[0].text)
    let columns = try rows("SELECT name FROM pragma_table_info('\(name)') WHERE name GLOB 'Z_FOK*'")
    #expect(columns.count == 2)
    for column in columns.compactMap({ $0[0].text }) {
      #expect(try rows("SELECT 1 FROM \(name) WHERE \(column) IS NULL") == [])
    }
  }
}

extension SQLValue {
  fileprivate var integer: Int64? { if case .integer(let integer) = self { integer } else { nil } }
}
