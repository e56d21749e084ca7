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

  @Test func writesJSONLines() throws {
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
    // The members stand in their order.
    #expect(tag == #"{"@key":1,"label":"old","books":[3,1]}"#)
  }

  @Test func writesCSV() throws {
    let run = ToolRun("export", path, "--format", "csv", "--output", folder.path("out"))
    #expect(run.lines == ["Entity  Rows", "Author     2", "Book       3", "Tag        2"])
    #expect(try text("Tag.csv") == "@key,label,books\r\n1,old,3 1\r\n2,new,2\r\n")
    #expect(try text("Book.csv").contains("\"Line\nbreak\""))
  }

  @Test func saysWhereFilesAreMissing() throws {
    try FileManager.default.removeItem(atPath: folder.path(".library_SUPPORT"))
    let run = ToolRun("export", path, "--output", folder.path("out"))
    #expect(run.status == .different)
    #expect(run.messages.contains("1 rows name files that are missing"))
    #expect(try text("Book.jsonl").split(separator: "\n").count == 3)
    #expect(ToolRun("export", path).status == .usage)
  }

  @Test(
    .enabled(if: SampleStores.isPresent, SampleStores.reason), arguments: SampleStores.files)
  func applesFilesAreExported(_ name: String) throws {
    let url = try SampleStores.copy(name, to: folder.url)
    let run = ToolRun("export", url.path, "--output", folder.path("out"))
    #expect(run.status == .good || run.messages.contains("missing"), "\(run.messages)")
    for format in ["csv"] {
      let run = ToolRun("export", url.path, "--format", format, "--output", folder.path("csv"))
      #expect(run.status.rawValue < 2, "\(run.messages)")
    }
  }
}
