import Foundation
import RandomTesting
import StoreTool
import Testing

/// Imports may come from any source.
@Suite("Hostile imports")
struct HostileImportTests {
  private let folder: TestFolder
  private let path: String

  init() throws {
    folder = try TestFolder()
    path = try LibraryStore.make(folder)
  }

  private func rows(_ name: String, _ text: String) throws -> String {
    let rows = folder.url.appendingPathComponent("rows")
    try FileManager.default.createDirectory(
      at: rows.appendingPathComponent("files"), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: rows.appendingPathComponent(name))
    return rows.path
  }

  /// Values that almost fit a column: none is truncated to fit.
  @Test(arguments: [
    ("pages", "1.5"), ("pages", "true"), ("pages", "1e300"), ("pages", "32768"),
    ("pages", "\"1\u{0}\""),
    ("isRead", "1"), ("isRead", "5"), ("isRead", "\"yes\""), ("price", "\"12abc\""),
    ("price", "true"),
    ("price", "\"\""), ("price", "\"1e9223372036854775807\""), ("number", "\"1-2\""),
    ("title", "5"),
    ("title", "[\"a\"]"), ("title", "{}"), ("cover", "\"a b\""), ("cover", "5"),
    ("cover", "{\"$file\":\"../library.store\"}"), ("cover", "{\"$file\":\"files/..\"}"),
    ("cover", "{\"$file\":\"files/none\"}"), ("@key", "1.5"), ("@key", "true"), ("@key", "1e300"),
    ("author", "1.5"), ("author", "\"1\""), ("tags", "[1.5]"), ("tags", "[true]"), ("tags", "{}"),
  ])
  func valuesThatFitNoColumnAreRefused(_ column: String, _ value: String) throws {
    let key = column == "@key" ? "" : "\"@key\":1,"
    let title = column == "title" ? "" : "\"title\":\"a\","
    let rows = try rows("Book.jsonl", "{\(key)\(title)\"\(column)\":\(value)}\n")
    let run = ToolRun("import", path, rows)
    #expect(run.status == .failed)
    #expect(run.messages.split(separator: "\n").count > 1, "\(run.messages)")
    #expect(ToolRun("query", path, "Book", "--count").output == "3\n")
  }

  @Test func wholeNumbersAndDecimalsAreImportedExactly() throws {
    let rows = try rows(
      "Book.jsonl",
      """
      {"title":"a","pages":3.0,"price":"-12.50","isRead":false}
      {"title":"b","pages":-32768,"price":"NaN","isRead":true}
      """)
    #expect(ToolRun("import", path, rows).status == .good)
    let run = ToolRun(
      "query", path, "Book", "--where", "@key > 3", "--columns", "pages,price,isRead", "--format",
      "jsonl")
    #expect(
      run.lines == [
        #"{"pages":3,"price":"-12.5","isRead":false}"#,
        #"{"pages":-32768,"price":"NaN","isRead":true}"#,
      ])
  }

  @Test(arguments: ["Tag.jsonl", "Tag.csv"])
  func pipesFoldersAndDevicesAreNotRead(_ name: String) throws {
    let rows = try rows("Other.txt", "")
    let file = "\(rows)/\(name)"
    for make in [
      { mkfifo(file, 0o600) }, { mkdir(file, 0o700) }, { symlink("/dev/zero", file) },
    ] {
      #expect(make() == 0)
      let run = try BoundedTool.run(["import", path, rows], megabytes: 300)
      #expect(run.status == ExitStatus.failed.rawValue)
      #expect(run.messages.contains("\(name)” cannot be read"), "\(run.messages)")
      #expect(run.messages.contains("Check that it is a file that you may read"))
      #expect(remove(file) == 0)
    }
  }

  /// A line of some megabytes expands to gigabytes of values.
  @Test(arguments: [
    ("Tag.jsonl", "{\"books\":[", "1,", "1]}"), ("Tag.jsonl", "{\"books\":[", "{},", "1]}"),
    ("Tag.jsonl", "{\"label\":", "[", ""), ("Tag.csv", "label\n", ",", "\n"),
    ("Tag.csv", "", "label,", "\n"), ("Tag.csv", "label\n\"", "a\n", ""),
  ])
  func linesAreReadInBoundedMemory(
    _ name: String, _ start: String, _ part: String, _ end: String
  ) throws {
    let count = ((TestRun.isShort ? 4 : 12) << 20) / part.utf8.count
    let rows = try rows(name, start + String(repeating: part, count: count) + end)
    #expect(try BoundedTool.complaint(["import", path, rows], megabytes: 200) == nil)
  }

  /// Many rows may refer to the same large file.
  @Test func repeatedFileReferencesUseBoundedMemory() throws {
    let line = "{\"title\":\"a\",\"cover\":{\"$file\":\"files/large\"}}\n"
    let rows = try rows("Book.jsonl", String(repeating: line, count: 30))
    try Data(repeating: 1, count: 8 << 20).write(to: URL(fileURLWithPath: "\(rows)/files/large"))
    let run = try BoundedTool.run(["import", path, rows], megabytes: 120)
    #expect(run.hasExited, "\(run.messages)")
    #expect(run.status == 0, "\(run.messages)")
  }

  /// The rows of an entity may have relationships of its parent entities and its own.
  @Test(arguments: [0, 1])
  func inheritedAndOwnRelationshipsAreImported(_ form: Int) throws {
    let store = try HostileStore(.own)
    let copy = store.folder.path("copy.store")
    let run = ToolRun("import", store.path, store.exports[form], "--copy", copy)
    #expect(run.status == .good, "\(run.messages)")
    #expect(ToolRun("query", copy, "Book", "--count").output == "4\n")
  }
}
