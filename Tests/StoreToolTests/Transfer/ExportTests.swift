import Foundation
import SampleStores
import StoreTool
import Testing

@Suite("Exporting")
struct ExportTests {
  private let folder: TestFolder
  private let path: String

  init() throws {
    folder = try TestFolder()
    path = try LibraryStore.make(folder)
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: folder.path("out/\(name)"), encoding: .utf8)
  }

  @Test func exportsWriteJSONLines() throws {
    #expect(ToolRun("export", path, "--output", folder.path("out")).status == .good)
    let lines = try text("Book.jsonl").split(separator: "\n")
    #expect(lines.count == 3)
    let book = try #require(
      try JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any])
    #expect(book["tags"] as? [Int] == [1])
    #expect(book["author"] as? Int == 1)
    let file = try #require((book["cover"] as? [String: String])?["$file"])
    let bytes = try Data(contentsOf: folder.url.appendingPathComponent("out/\(file)"))
    #expect(bytes == LibraryStore.cover)
    let tag = try text("Tag.jsonl").split(separator: "\n")[0]
    // The members are in their order.
    #expect(tag == #"{"@key":1,"label":"old","books":[3,1]}"#)
  }

  @Test func exportsWriteCSV() throws {
    let run = ToolRun("export", path, "--format", "csv", "--output", folder.path("out"))
    #expect(run.lines == ["Entity  Rows", "Author     2", "Book       3", "Tag        2"])
    #expect(try text("Tag.csv") == "@key,label,books\r\n1,old,3 1\r\n2,new,2\r\n")
    #expect(try text("Book.csv").contains("\"Line\nbreak\""))
  }

  @Test func manifestListsTheContents() throws {
    #expect(ToolRun("export", path, "--output", folder.path("out")).status == .good)
    let manifest = try #require(
      try JSONSerialization.jsonObject(with: Data(try text("manifest.json").utf8))
        as? [String: Any])
    #expect(manifest["formatVersion"] as? Int == 1)
    #expect(manifest["entities"] as? [String: Int] == ["Author": 2, "Book": 3, "Tag": 2])
    #expect(manifest["files"] as? Int == 1)
    let info = try #require(
      try ToolRun("info", path, "--format", "json").json() as? [String: Any])
    #expect(manifest["store"] as? String == info["identifier"] as? String)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        .filter { $0.contains("exporting") }.isEmpty)
  }

  /// Existing files in a folder would be read as rows of the store.
  @Test func usedFoldersAreRefused() throws {
    let out = folder.path("out")
    #expect(ToolRun("export", path, "--output", out).status == .good)
    let before = try text("Book.jsonl")
    let again = ToolRun("export", path, "--output", out, "--format", "csv")
    #expect(again.status == .failed, "\(again.messages)")
    #expect(again.messages.contains("--force"), "\(again.messages)")
    #expect(try text("Book.jsonl") == before)
    #expect(throws: (any Error).self) { try text("Book.csv") }
  }

  @Test func usedFoldersAreReplacedWithForce() throws {
    let out = folder.path("out")
    #expect(ToolRun("export", path, "--output", out).status == .good)
    let line = ["export", path, "--output", out, "--format", "csv", "--entity", "Tag", "--force"]
    let run = ToolRun(line)
    #expect(run.status == .good, "\(run.messages)")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: out).sorted()
        == ["Tag.csv", "manifest.json"])
    try Data().write(to: URL(fileURLWithPath: "\(out)/thesis.txt"))
    let foreign = ToolRun(line)
    #expect(foreign.status == .failed)
    #expect(foreign.messages.contains("thesis.txt"))
    #expect(FileManager.default.fileExists(atPath: "\(out)/Tag.csv"))
  }

  @Test func emptyFoldersAreFilled() throws {
    let out = folder.path("out")
    try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: false)
    #expect(ToolRun("export", path, "--output", out).status == .good)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: out).sorted()
        == ["Author.jsonl", "Book.jsonl", "Tag.jsonl", "files", "manifest.json"])
    #expect(ToolRun("export", path, "--output", path).status == .failed)
  }

  /// The folder gets its final name when it is complete.
  @Test func killedExportsLeaveNoPartialFolder() throws {
    let many = (0..<20_000).map { "{\"label\":\"\($0)\"}" }.joined(separator: "\n")
    let rows = folder.url.appendingPathComponent("rows")
    try FileManager.default.createDirectory(at: rows, withIntermediateDirectories: true)
    try Data(many.utf8).write(to: rows.appendingPathComponent("Tag.jsonl"))
    #expect(ToolRun("import", path, rows.path).status == .good)
    let run = try OtherProgram.shell(
      """
      cd "$2"; swiftdata export "$1" --output out & pid=$!
      while kill -0 $pid 2>/dev/null && [ ! -e out/Tag.jsonl ] \\
      && ! ls .out.exporting-*/Tag.jsonl; do :; done
      kill -9 $pid; wait $pid
      """, [path, folder.url.path])
    // 128 and the signal's number, or nothing where it was done before.
    #expect([0, 137].contains(run.status), "\(run.messages)")
    let out = folder.path("out")
    let isComplete = FileManager.default.fileExists(atPath: out)
    if isComplete { try expectAllTags(out) }
    let again = ToolRun("export", path, "--output", out)
    #expect(again.status == (isComplete ? .failed : .good), "\(again.messages)")
    try expectAllTags(out)
  }

  private func expectAllTags(_ out: String) throws {
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: out).sorted()
        == ["Author.jsonl", "Book.jsonl", "Tag.jsonl", "files", "manifest.json"])
    #expect(try text("Tag.jsonl").split(separator: "\n").count == 20_002)
  }

  @Test func exportsReportMissingFiles() throws {
    try FileManager.default.removeItem(atPath: folder.path(".library_SUPPORT"))
    let run = ToolRun("export", path, "--output", folder.path("out"))
    #expect(run.status == .different)
    #expect(run.messages.contains("1 row names a file that is missing"))
    #expect(try text("Book.jsonl").split(separator: "\n").count == 3)
    #expect(ToolRun("export", path).status == .usage)
  }

  @Test(
    .enabled(if: SampleStores.isPresent, SampleStores.reason), arguments: SampleStores.files)
  func applesFilesAreExported(_ name: String) throws {
    let url = try SampleStores.copy(name, to: folder.url)
    let run = ToolRun("export", url.path, "--output", folder.path("out"))
    #expect(run.status == .good || run.messages.contains("missing"), "\(run.messages)")
    let csv = ToolRun("export", url.path, "--format", "csv", "--output", folder.path("csv"))
    #expect(csv.status == run.status, "\(csv.messages)")
    #expect(csv.output == run.output)
    let info = try #require(
      try ToolRun("info", url.path, "--format", "json").json() as? [String: Any])
    let counts = try #require(info["ownRows"] as? [String: Int])
    for (entity, count) in counts {
      let lines = try text("\(entity).jsonl").split(separator: "\n")
      #expect(lines.count == count, "\(entity)")
    }
    for entity in counts.keys.sorted().filter({ counts[$0] != 0 }).prefix(12) {
      let line = try #require(try text("\(entity).jsonl").split(separator: "\n").first)
      try expectStored(line, entity, url.path)
    }
  }

  /// Compares an exported row with what `get` shows of it, which does not read files.
  private func expectStored(_ line: Substring, _ entity: String, _ path: String) throws {
    let row = try #require(
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    let key = try #require(row["@key"] as? Int)
    let shown = try #require(
      try ToolRun("get", path, entity, "\(key)", "--format", "json").json() as? [String: Any])
    #expect(shown["@entity"] as? String == entity)
    for (name, value) in row {
      if let members = value as? [Int] {
        #expect(shown[name] as? [Int] == members, "\(entity).\(name)")
      } else if let text = value as? String, let other = shown[name] as? String {
        #expect(text == other, "\(entity).\(name)")
      }
    }
  }
}
