import CommandLineTool
import Foundation
import Locks
import Testing

/// Writing results to a file or a pipe.
@Suite("Output buffer")
struct OutputBufferTests {
  private struct Full: Error {}

  /// The texts of each write, in order.
  private final class Sink: Sendable {
    let writes = Mutex<[String]>([])

    func write(_ bytes: Data) {
      writes.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) }
    }
  }

  @Test func resultsPrecedeLaterMessages() throws {
    let sink = Sink()
    let buffer = OutputBuffer { sink.write($0) }
    let terminal = Terminal(program: "swiftdata", buffer) { sink.write(Data($0.utf8)) }
    try terminal.print("one")
    try terminal.print("two")
    terminal.note("more")
    try terminal.print("three")
    #expect(sink.writes.withLock { $0 } == ["one\ntwo\n", "swiftdata: more\n"])
    try terminal.finish()
    #expect(sink.writes.withLock { $0.last } == "three\n")
  }

  @Test func longTextsAreWrittenWhole() throws {
    let sink = Sink()
    let buffer = OutputBuffer { sink.write($0) }
    let text = String(repeating: "é", count: OutputBuffer.size)
    try buffer.append("a")
    try buffer.append(text)
    try buffer.flush()
    #expect(sink.writes.withLock { $0.joined() } == "a" + text)
  }

  /// A failure that was not reported while a message was written is reported at the end.
  @Test func writeFailuresAreReported() throws {
    let buffer = OutputBuffer { _ in throw Full() }
    let terminal = Terminal(program: "swiftdata", buffer) { _ in }
    try terminal.print("row")
    terminal.note("more")
    #expect(throws: OutputError.self) { try terminal.print("row") }
    #expect(throws: OutputError.self) { try terminal.finish() }
  }
}
