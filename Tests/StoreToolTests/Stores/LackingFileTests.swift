import DataSchema
import Foundation
import RecordStore
import SQLCore
import SQLiteDriver
import StoreTool
import Testing

/// Files that do not match their schemas.
@Suite("Checking of lacking files")
struct LackingFileTests {
  private let folder: TestFolder
  private let path: String

  init() throws {
    folder = try TestFolder()
    path = try LibraryStore.make(folder)
  }

  private func run(_ statement: String, at path: String? = nil) throws {
    try SQLiteConnection(path: path ?? self.path, mode: .readWrite).execute(statement)
  }

  private func kinds(_ path: String) throws -> Set<String> {
    let problems = try ToolRun("check", path, "--format", "json").json() as? [[String: Any]]
    return Set((problems ?? []).compactMap { $0["kind"] as? String })
  }

  @Test(arguments: [
    ("DROP INDEX Z_Author_UNIQUE_name", "missingIndex", "Author.name"),
    ("DROP INDEX ZBOOK_ZAUTHOR_INDEX", "missingIndex", "ZBOOK_ZAUTHOR_INDEX"),
    ("DELETE FROM Z_PRIMARYKEY WHERE Z_NAME = 'Tag'", "missingCounter", "Tag"),
    ("DROP TABLE ACHANGE", "missingTable", "ACHANGE"),
  ])
  func missingPartsAreFoundAndRepaired(_ statement: String, _ kind: String, _ name: String) throws {
    try run(statement)
    let check = ToolRun("check", path)
    #expect(check.status == .different, "\(check.output)")
    #expect(check.output.contains(name), "\(check.output)")
    #expect(try kinds(path) == [kind])
    let repair = ToolRun("repair", path)
    #expect(repair.status == .good, "\(repair.output)\(repair.messages)")
    #expect(ToolRun("check", path).status == .good)
    let engine = try RecordEngine(StoreOptions(name: "library", path: path))
    #expect(try engine.count("Tag") == 2)
  }

  @Test(arguments: [
    ("ALTER TABLE ZBOOK DROP COLUMN ZPRICE", "missingColumn", "Book.price"),
    (
      "DROP INDEX Z_Author_UNIQUE_name; UPDATE ZAUTHOR SET ZNAME = 'double'", "duplicate", "double"
    ),
    ("UPDATE ZAUTHOR SET ZNAME = NULL WHERE Z_PK = 1", "missingValue", "Author.name"),
    ("UPDATE ZBOOK SET ZPAGES = 'many' WHERE Z_PK = 1", "wrongType", "Book.pages"),
    ("UPDATE ZAUTHOR SET ZBORN = 'yesterday' WHERE Z_PK = 1", "wrongType", "Author.born"),
    ("UPDATE ZTAG SET Z_PK = -5 WHERE Z_PK = 1", "wrongKey", "-5"),
    ("DROP TABLE ZTAG", "missingTable", "ZTAG"),
    ("DROP TABLE Z_PRIMARYKEY", "missingTable", "Z_PRIMARYKEY"),
  ])
  func schemaDifferencesAreFound(_ statement: String, _ kind: String, _ name: String) throws {
    try run(statement)
    let check = ToolRun("check", path)
    #expect(check.status == .different, "\(check.output)")
    #expect(check.output.contains(name), "\(check.output)")
    #expect(try kinds(path).contains(kind))
  }

  @Test func infoNamesMissingParts() throws {
    try run("DROP INDEX Z_Author_UNIQUE_name; DROP TABLE ZTAG")
    let info = ToolRun("info", path)
    #expect(info.status == .different)
    for text in ["ZTAG", "Author.name", "unreadable"] {
      #expect(info.output.contains(text), "\(info.output)")
    }
  }

  @Test func salvageSkipsMissingTablesAndColumns() throws {
    try run("ALTER TABLE ZBOOK DROP COLUMN ZPRICE; DROP TABLE ZTAG")
    let out = folder.path("out")
    #expect(ToolRun("export", path, "--output", folder.path("other")).status != .good)
    let salvage = ToolRun("export", path, "--output", out, "--salvage")
    #expect(salvage.status == .salvaged, "\(salvage.output)\(salvage.messages)")
    #expect(salvage.messages.contains("ZPRICE"))
    #expect(salvage.messages.contains("ZTAG"))
    let books = try String(contentsOfFile: "\(out)/Book.jsonl", encoding: .utf8)
    #expect(books.split(separator: "\n").count == 3)
    #expect(books.contains("title"))
    #expect(FileManager.default.fileExists(atPath: "\(out)/Author.jsonl"))
    #expect(!FileManager.default.fileExists(atPath: "\(out)/Tag.jsonl"))
  }

  /// One page of a table is overwritten; the rows before and after it are exported.
  @Test func salvageKeepsRowsAroundADamagedPage() throws {
    var changes = RecordChanges()
    for number in 0..<3_000 {
      let label = "label \(number) " + String(repeating: "x", count: 60)
      changes.insert("Tag", ["label": .text(label)])
    }
    try RecordEngine(StoreOptions(name: "library", path: path)).save(changes)
    try run("PRAGMA wal_checkpoint(TRUNCATE)")
    let file = URL(fileURLWithPath: path)
    var bytes = try Data(contentsOf: file)
    let place = try #require(bytes.range(of: Data("label 1500 ".utf8))).lowerBound
    let page = place / 4096 * 4096
    bytes.replaceSubrange(page..<(page + 4096), with: Data(repeating: 0xFF, count: 4096))
    try bytes.write(to: file)

    let check = ToolRun("check", path)
    #expect(check.status == .different, "\(check.output)")
    #expect(check.output.contains("ZTAG"), "\(check.output)")
    #expect(ToolRun("export", path, "--output", folder.path("other")).status == .cannotOpen)
    let out = folder.path("out")
    let salvage = ToolRun("export", path, "--output", out, "--salvage")
    #expect(salvage.status == .salvaged, "\(salvage.messages)")
    #expect(salvage.messages.contains("Tag: rows with the keys"), "\(salvage.messages)")
    let tags = try String(contentsOfFile: "\(out)/Tag.jsonl", encoding: .utf8)
    let count = tags.split(separator: "\n").count
    #expect(count > 2_900)
    #expect(count < 3_002)
    #expect(tags.contains("label 2999 "))
    #expect(tags.contains("label 0 "))
    #expect(!tags.contains("label 1500 "))
    let books = try String(contentsOfFile: "\(out)/Book.jsonl", encoding: .utf8)
    #expect(books.split(separator: "\n").count == 3)
  }

  @Test func identifierIsReadWithoutAPropertyList() throws {
    let identifier = try SQLiteConnection(path: path, mode: .readOnly)
      .rows("SELECT Z_UUID FROM Z_METADATA").first?.first?.text
    try run("UPDATE Z_METADATA SET Z_PLIST = NULL")
    let info = try ToolRun("info", path, "--format", "json").json() as? [String: Any]
    #expect(info?["identifier"] as? String == identifier)
    let check = ToolRun("check", path)
    #expect(check.output.contains("has no property list"), "\(check.output)")
  }

  private static let pairs = ModelDescription(entities: [
    EntityDescription(
      name: "Folder",
      properties: [
        .attribute(
          AttributeDescription(
            name: "words", type: .transformable, isOptional: true, valueTypeName: "Array<String>")),
        .relationship(
          RelationshipDescription(name: "state", destination: "State", inverseName: "folder")),
      ]),
    EntityDescription(
      name: "State",
      properties: [
        .attribute(AttributeDescription(name: "number", type: .integer64)),
        .relationship(
          RelationshipDescription(name: "folder", destination: "Folder", inverseName: "state")),
      ]),
  ])

  private func makePairs() throws -> String {
    let path = folder.path("pairs.store")
    let engine = try RecordEngine(
      StoreOptions(name: "pairs", path: path), model: Self.pairs)
    var changes = RecordChanges()
    for number in 0..<3 {
      let words = KeyedArchive.archive(Data("[\"a\"]".utf8))
      changes.insert("Folder", ["words": .data(words)])
      changes.insert("State", ["number": .integer(Int64(number))])
    }
    try engine.save(changes)
    try run("UPDATE ZFOLDER SET ZSTATE = Z_PK; UPDATE ZSTATE SET ZFOLDER = Z_PK", at: path)
    return path
  }

  @Test func oneSidedRelationshipsAreFoundAndRepaired() throws {
    let path = try makePairs()
    #expect(ToolRun("check", path).status == .good)
    try run("UPDATE ZSTATE SET ZFOLDER = NULL WHERE Z_PK < 3", at: path)
    #expect(try kinds(path) == ["oneSided"])
    #expect(ToolRun("repair", path).status == .good)
    let folders = try SQLiteConnection(path: path, mode: .readOnly)
      .rows("SELECT ZFOLDER FROM ZSTATE ORDER BY Z_PK")
    #expect(folders == [[.integer(1)], [.integer(2)], [.integer(3)]])
  }

  @Test func unreadableEncodedValuesAreFound() throws {
    let path = try makePairs()
    try run("UPDATE ZFOLDER SET ZWORDS = x'00ff' WHERE Z_PK = 2", at: path)
    #expect(try kinds(path) == ["unreadableValue"])
  }
}
