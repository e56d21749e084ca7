import CommandLineTool
import Foundation
import Locks
import StoreTool
import Testing

/// Writing results to a file or a pipe.
@Suite("Buffered output")
struct OutputBufferTests {
  /// The texts of each write, in order.
  private final class Sink: Sendable {
    let writes = Mutex<[String]>([])

    func write(_ bytes: Data) {
      writes.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) }
    }
  }

  @Test func rowsAreWrittenInBatches() throws {
    let folder = try TestFolder()
    let path = try LibraryStore.make(folder)
    let rows = folder.url.appendingPathComponent("rows")
    try FileManager.default.createDirectory(at: rows, withIntermediateDirectories: true)
    let many = (0..<10_000).map { "{\"label\":\"label number \($0)\"}" }.joined(separator: "\n")
    try Data(many.utf8).write(to: rows.appendingPathComponent("Tag.jsonl"))
    #expect(ToolRun("import", path, rows.path).status == .good)
    for format in ["jsonl", "json", "csv"] {
      let sink = Sink()
      let buffer = OutputBuffer { sink.write($0) }
      let terminal = Terminal(program: "swiftdata", buffer) { _ in }
      let line = ["query", path, "Tag", "--format", format]
      #expect(Tool(ToolSession(terminal)).run(line) == .good)
      let writes = sink.writes.withLock { $0 }
      let text = writes.joined()
      #expect(text == ToolRun(line).output)
      #expect(writes.count <= text.utf8.count / OutputBuffer.size + 1, "\(writes.count)")
    }
  }

  /// Both streams write to one file.
  @Test func resultsAndMessagesKeepTheirOrderInFiles() throws {
    let folder = try TestFolder()
    let path = try LibraryStore.make(folder)
    try FileManager.default.removeItem(atPath: folder.path(".library_SUPPORT"))
    let run = try OtherProgram.shell(
      "swiftdata export \"$1\" --output \"$2\" > \"$3\" 2>&1; cat \"$3\"",
      [path, folder.path("out"), folder.path("both")])
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 5)
    #expect(lines.first == "Entity  Rows")
    #expect(lines.last?.hasPrefix("swiftdata: 1 row names a file") == true, "\(run.output)")
  }
}
