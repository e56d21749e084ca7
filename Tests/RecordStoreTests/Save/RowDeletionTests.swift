import DataSchema
import Foundation
import RecordStore
import SQLCore
import SQLiteDriver
import SwiftDataErrors
import Testing

/// What a store does to the rows that are related to deleted ones.
@Suite("Deleted rows")
struct RowDeletionTests {
  private let folder: TemporaryFolder
  private let engine: RecordEngine
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.url.appendingPathComponent("rows.store").path
    engine = try RecordEngine(StoreOptions(name: "rows", path: path), model: Self.model)
  }

  private static func way(
    _ name: String, _ destination: String, _ inverse: String?, many: Bool = false,
    ordered: Bool = false, _ rule: RelationshipDescription.DeleteRule = .nullify
  ) -> PropertyDescription {
    .relationship(
      RelationshipDescription(
        name: name, destination: destination, inverseName: inverse, isToMany: many,
        isOrdered: ordered, deleteRule: rule))
  }

  private static let model = ModelDescription(entities: [
    EntityDescription(
      name: "Folder",
      properties: [
        way("parent", "Folder", "children"),
        way("children", "Folder", "parent", many: true, .cascade),
        way("pages", "Page", "folder", many: true, ordered: true),
        way("locks", "Lock", "folder", many: true, .deny),
        way("tags", "Tag", "folders", many: true, .cascade),
        way("cover", "Page", nil, .cascade),
      ]),
    EntityDescription(
      name: "Album", parentName: "Folder",
      properties: [way("stickers", "Sticker", "album", many: true, .cascade)]),
    EntityDescription(name: "Page", properties: [way("folder", "Folder", "pages")]),
    EntityDescription(name: "Lock", properties: [way("folder", "Folder", "locks")]),
    EntityDescription(name: "Tag", properties: [way("folders", "Folder", "tags", many: true)]),
    EntityDescription(name: "Sticker", properties: [way("album", "Album", "stickers")]),
  ])

  /// Inserts rows with increasing keys, and relates them.
  private func insert(_ entity: String, _ rows: [[String: RecordValue]]) throws {
    var changes = RecordChanges()
    for values in rows { changes.insert(entity, values) }
    try engine.save(changes)
  }

  private func relate(_ key: Int64, _ name: String, _ members: [Int64]) throws {
    var changes = RecordChanges()
    changes.relate(key, of: "Folder", name, to: members)
    try engine.save(changes)
  }

  private func keys(_ entity: String) throws -> [Int64] {
    try engine.rows(RecordQuery(entity)).map(\.key).sorted()
  }

  private func rows(_ text: String) throws -> [[SQLValue]] {
    try SQLiteConnection(path: path, mode: .readOnly).rows(text)
  }

  @Test func aCycleIsDeletedAsAWhole() throws {
    try insert("Folder", [[:], ["parent": .row(1)], ["parent": .row(2)], [:]])
    var changes = RecordChanges()
    changes.change(1, of: "Folder", ["parent": .row(3)])
    try engine.save(changes)
    try engine.delete([2], of: "Folder")
    #expect(try keys("Folder") == [4])
  }

  @Test func aDeepTreeIsDeletedAsAWhole() throws {
    let depth: Int64 = 10_000
    var changes = RecordChanges()
    var last = changes.insert("Folder", [:])
    for _ in 1..<depth { last = changes.insert("Folder", ["parent": .row(last)]) }
    try engine.save(changes)
    try engine.delete([1], of: "Folder")
    #expect(try keys("Folder") == [])
  }

  @Test func aDenialIsLiftedWhenTheDenyingRowIsDeletedToo() throws {
    try insert("Folder", [[:], [:]])
    try insert("Lock", [["folder": .row(1)], ["folder": .row(1)]])
    let error = #expect(throws: SwiftDataError.self) { try engine.delete([1], of: "Folder") }
    #expect(error == .modelValidationFailure)
    #expect("\(try #require(error))".contains("Lock/p1, Lock/p2"))
    #expect(try keys("Folder") == [1, 2])
    var changes = RecordChanges()
    changes.delete([1], of: "Folder")
    changes.delete([1], of: "Lock")
    changes.change(2, of: "Lock", ["folder": .row(2)])
    try engine.save(changes)
    #expect(try keys("Folder") == [2])
    #expect(try keys("Lock") == [2])
  }

  @Test func orderedMembersLoseTheirOwnerAndPosition() throws {
    try insert("Folder", [[:], [:]])
    try insert("Page", [[:], [:], [:]])
    try relate(1, "pages", [3, 1])
    try relate(2, "pages", [2])
    try engine.delete([1], of: "Folder")
    #expect(try keys("Page") == [1, 2, 3])
    #expect(
      try rows("SELECT ZFOLDER, Z_FOK_FOLDER IS NULL FROM ZPAGE ORDER BY Z_PK")
        == [[.null, .integer(1)], [.integer(2), .integer(0)], [.null, .integer(1)]])
    #expect(try engine.members(of: 2, "Folder", "pages") == [2])
  }

  @Test func pairsGoWithEitherEnd() throws {
    try insert("Folder", [[:], [:], [:]])
    try insert("Tag", [[:], [:], [:]])
    try relate(1, "tags", [1])
    try relate(2, "tags", [1, 2])
    try relate(3, "tags", [2, 3])
    // Tags do not delete folders.
    try engine.delete([3], of: "Tag")
    #expect(try engine.members(of: 3, "Folder", "tags") == [2])
    // Folders delete tags, of other folders too.
    try engine.delete([1], of: "Folder")
    #expect(try keys("Tag") == [2])
    #expect(try engine.members(of: 2, "Folder", "tags") == [2])
    #expect(try keys("Folder") == [2, 3])
  }

  @Test func rowsOfSubentitiesFollowTheirOwnRules() throws {
    try insert("Folder", [[:]])
    try insert("Album", [["parent": .row(1)], [:]])
    try insert("Sticker", [["album": .row(2)], ["album": .row(3)]])
    try engine.delete([1], of: "Folder")
    #expect(try keys("Album") == [3])
    #expect(try keys("Sticker") == [2])
  }

  @Test func targetsWithoutInverseAreDeletedOrUnlinked() throws {
    try insert("Page", [[:], [:]])
    try insert("Folder", [["cover": .row(1)], ["cover": .row(2)], ["cover": .row(1)]])
    try engine.delete([1], of: "Folder")
    #expect(try keys("Page") == [2])
    #expect(try engine.row(3, of: "Folder")?["cover"] == .null)
    #expect(try engine.row(2, of: "Folder")?["cover"] == .row(2))
  }

  @Test func foreignDeletionsIgnoreRules() throws {
    try insert("Folder", [[:], ["parent": .row(1)]])
    try insert("Lock", [["folder": .row(1)]])
    var changes = RecordChanges()
    changes.areForeign = true
    changes.delete([1], of: "Folder")
    try engine.save(changes)
    #expect(try engine.row(2, of: "Folder")?["parent"] == .null)
    #expect(try engine.row(1, of: "Lock")?["folder"] == .null)
  }
}
