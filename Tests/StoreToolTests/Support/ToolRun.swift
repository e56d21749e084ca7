import CommandLineTool
import Foundation
import Locks
import StoreTool

/// One run of the tool: its output, messages and exit status.
struct ToolRun {
  let status: ExitStatus
  let output: String
  let messages: String

  init(_ line: String..., columns: Int? = nil) { self.init(line, columns: columns) }

  init(_ line: [String], columns: Int? = nil) {
    let output = Mutex("")
    let messages = Mutex("")
    var terminal = Terminal(
      program: "swiftdata", output: { text in output.withLock { $0 += text } },
      message: { text in messages.withLock { $0 += text } })
    terminal.columns = columns
    status = Tool(ToolSession(terminal)).run(line)
    self.output = output.withLock { $0 }
    self.messages = messages.withLock { $0 }
  }

  var lines: [String] { output.split(separator: "\n").map(String.init) }

  /// The output, parsed as JSON.
  func json() throws -> Any {
    try JSONSerialization.jsonObject(with: Data(output.utf8), options: .fragmentsAllowed)
  }
}
