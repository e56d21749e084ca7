import Foundation
import StoreTool
import Testing

/// Files and properties in a folder that the store does not have.
@Suite("Names of imports")
struct ImportNamesTests {
  private let folder: TestFolder
  private let path: String

  init() throws {
    folder = try TestFolder()
    path = try LibraryStore.make(folder)
  }

  private func write(_ name: String, _ text: String) throws {
    let rows = folder.url.appendingPathComponent("rows")
    try FileManager.default.createDirectory(at: rows, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: rows.appendingPathComponent(name))
  }

  private func run(_ options: String...) -> ToolRun {
    ToolRun(["import", path, folder.path("rows")] + options)
  }

  private func count(_ entity: String) -> String {
    ToolRun("query", path, entity, "--count").output
  }

  @Test func unknownPropertiesAreRefused() throws {
    try write("Tag.jsonl", "{\"label\":\"a\"}\n{\"lable\":\"b\",\"x\\u0031\":1}\n")
    try write("Author.csv", "name,alias\r\nEve,E\r\n")
    let refused = run()
    #expect(refused.status == .failed)
    for name in ["Tag.lable", "Tag.x1", "Author.alias", "--map", "did you mean label?"] {
      #expect(refused.messages.contains(name), "\(name): \(refused.messages)")
    }
    #expect(refused.messages.contains("Nothing was imported"))
    #expect(count("Tag") == "2\n")
    #expect(count("Author") == "2\n")
  }

  @Test func unknownFilesAreRefused() throws {
    try write("Tga.jsonl", "{\"label\":\"a\"}\n")
    try write("Author.csv", "name\r\nEve\r\n")
    try write("Book.json", "[]")
    try write("notes.txt", "not rows")
    try write(".hidden.jsonl", "not rows")
    let refused = run()
    #expect(refused.status == .failed)
    #expect(refused.messages.contains("Tga.jsonl"), "\(refused.messages)")
    #expect(refused.messages.contains("Book.json"), "\(refused.messages)")
    #expect(!refused.messages.contains("notes.txt"))
    #expect(!refused.messages.contains("hidden"))
    #expect(count("Author") == "2\n")
  }

  @Test func namesAreMapped() throws {
    try write("Tga.jsonl", "{\"@key\":7,\"lable\":\"a\",\"x\":1,\"writings\":[5]}\n")
    try write("Book.csv", "@key,title,tags,shelf\r\n5,Emma,7,3\r\n")
    try write("Shop.jsonl", "{\"@key\":1}\n")
    let mapped = run(
      "--map", "Tga=Tag", "--map", "Tga.lable=label", "--map", "Tag.x=", "--map",
      "Tga.writings=books", "--map", "Book.shelf=", "--map", "Shop=")
    #expect(mapped.status == .good, "\(mapped.messages)")
    let tag = ToolRun("query", path, "Tag", "--where", "label == 'a'", "--format", "jsonl")
    #expect(tag.output == "{\"@key\":3,\"label\":\"a\"}\n")
    let member = ToolRun(
      "query", path, "Book", "--where", "any tags (label == 'a')", "--columns", "title", "--format",
      "csv")
    #expect(member.output == "title\r\nEmma\r\n")
  }

  @Test(arguments: [
    ["Tag"], ["=Tag"], ["Tag=Nothing"], ["Nothing=Tag"], ["Tag.label=nothing"],
    ["Tag.nothing=label"], ["Tag.label=books", "Tag.label="], ["Tag.label="], ["Nothing.x=label"],
    ["Tag.books=label"],
  ])
  func invalidMapsAreRefused(_ maps: [String]) throws {
    try write("Tag.jsonl", "{\"label\":\"a\",\"books\":[]}\n")
    let refused = ToolRun(
      ["import", path, folder.path("rows")] + maps.flatMap { ["--map", $0] })
    #expect(refused.status == .usage || refused.status == .failed, "\(refused.messages)")
    #expect(refused.messages.split(separator: "\n").count > 1, "\(refused.messages)")
    #expect(count("Tag") == "2\n")
  }

  /// One of the two would be lost.
  @Test func duplicateNamesAreRefused() throws {
    try write("Tag.csv", "label,label\r\na,b\r\n")
    let header = run()
    #expect(header.status == .failed, "\(header.messages)")
    #expect(header.messages.contains("label"), "\(header.messages)")
    try write("Tag.csv", "")
    try write("Tag.jsonl", "{\"label\":\"a\",\"label\":\"b\"}\n")
    let both = run()
    #expect(both.status == .failed, "\(both.messages)")
    #expect(both.messages.contains("Tag.csv"), "\(both.messages)")
    try FileManager.default.removeItem(atPath: folder.path("rows/Tag.csv"))
    let row = run()
    #expect(row.status == .failed, "\(row.messages)")
    #expect(row.messages.contains("label"), "\(row.messages)")
    #expect(count("Tag") == "2\n")
  }

  @Test func placesThatAreNotFoldersAreReported() throws {
    let missing = run()
    #expect(missing.status == .failed)
    #expect(missing.messages.contains("There is no folder at"), "\(missing.messages)")
    try write("Tag.jsonl", "")
    let file = ToolRun("import", path, folder.path("rows/Tag.jsonl"))
    #expect(file.status == .failed)
    #expect(file.messages.contains("is a file"), "\(file.messages)")
  }
}

/// Exports that were changed after they were written.
extension ImportNamesTests {
  private func export() throws -> String {
    let rows = folder.path("rows")
    #expect(ToolRun("export", path, "--output", rows).status == .good)
    return rows
  }

  @Test func missingRowsAreReported() throws {
    let rows = try export()
    let books = "\(rows)/Book.jsonl"
    let text = try String(contentsOfFile: books, encoding: .utf8)
    let lines = text.split(separator: "\n")
    try Data(lines.dropLast().joined(separator: "\n").utf8)
      .write(to: URL(fileURLWithPath: books))
    let fewer = run()
    #expect(fewer.status == .failed)
    #expect(fewer.messages.contains("Book.jsonl has 2 rows instead of 3"), "\(fewer.messages)")
    try FileManager.default.removeItem(atPath: books)
    let missing = run()
    #expect(missing.status == .failed)
    #expect(missing.messages.contains("Book.jsonl is missing"))
    #expect(count("Tag") == "2\n")
  }

  @Test func missingFilesAreReported() throws {
    let rows = try export()
    let files = try FileManager.default.contentsOfDirectory(atPath: "\(rows)/files")
    try FileManager.default.removeItem(atPath: "\(rows)/files/\(files[0])")
    let missing = run()
    #expect(missing.status == .failed, "\(missing.messages)")
    #expect(missing.messages.contains("files/"), "\(missing.messages)")
  }

  @Test func filesOfOtherExportsAreReported() throws {
    let rows = try export()
    try FileManager.default.moveItem(atPath: "\(rows)/Tag.jsonl", toPath: folder.path("kept"))
    #expect(
      ToolRun("export", path, "--output", rows, "--entity", "Book", "--force").status == .good)
    try FileManager.default.moveItem(atPath: folder.path("kept"), toPath: "\(rows)/Tag.jsonl")
    let mixed = run()
    #expect(mixed.status == .failed, "\(mixed.messages)")
    #expect(mixed.messages.contains("Tag.jsonl"), "\(mixed.messages)")
  }

  @Test(arguments: ["{", "[]", "{\"formatVersion\":2}", "{\"entities\":{\"Tag\":true}}"])
  func invalidManifestsAreReported(_ text: String) throws {
    let rows = try export()
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(rows)/manifest.json"))
    let refused = run()
    #expect(refused.status == .failed)
    #expect(refused.messages.contains("manifest.json"))
    #expect(count("Tag") == "2\n")
  }

  @Test func exportsWithoutAManifestAreImported() throws {
    let rows = try export()
    try FileManager.default.removeItem(atPath: "\(rows)/manifest.json")
    let empty = try LibraryStore.makeEmpty(folder, name: "empty.store")
    #expect(ToolRun("import", empty, rows).status == .good)
    #expect(ToolRun("diff", path, empty, "--contents").status == .good)
  }
}
