import Foundation
import TerminalText

/// The destination of a command's output, and what can be displayed there.
package struct Terminal: Sendable {
  /// The program's name, which precedes messages.
  package var program: String
  /// Writes results.
  package var output: @Sendable (String) throws -> Void
  /// Writes messages that are not results: errors, warnings, progress.
  package var message: @Sendable (String) -> Void
  /// Whether results may be colored.
  package var usesColor = false
  /// The width in columns of the terminal that shows the results; nil if they are not shown in a
  /// terminal, and nothing is shortened.
  package var columns: Int?
  /// The width in columns of the terminal that shows messages; nil if it is unknown.
  package var messageColumns: Int?
  /// Whether a line of messages can be redrawn, as progress is.
  package var showsProgress = false
  /// Whether each message is a line of JSON, for other programs.
  package var writesJSON = false

  package init(
    program: String, output: @escaping @Sendable (String) throws -> Void,
    message: @escaping @Sendable (String) -> Void
  ) {
    self.program = program
    self.output = output
    self.message = message
  }

  /// The terminal of the process.
  package static func standard(program: String, environment: [String: String]) -> Terminal {
    let isTerminal = isatty(STDOUT_FILENO) == 1
    let forbidsColors = !(environment["NO_COLOR"] ?? "").isEmpty || environment["TERM"] == "dumb"
    var terminal = Terminal(
      program: program,
      output: { try FileHandle.standardOutput.write(contentsOf: Data($0.utf8)) },
      // Failures to write messages are ignored: there is nowhere to report them.
      message: { try? FileHandle.standardError.write(contentsOf: Data($0.utf8)) })
    terminal.usesColor = isTerminal && !forbidsColors
    terminal.columns = isTerminal ? windowColumns(STDOUT_FILENO) ?? 80 : nil
    terminal.showsProgress = isatty(STDERR_FILENO) == 1 && environment["TERM"] != "dumb"
    terminal.messageColumns = terminal.showsProgress ? windowColumns(STDERR_FILENO) : nil
    return terminal
  }

  /// Writes a line of results.
  ///
  /// - Throws: `CommandFailure` if it cannot be written, such as on a full disk.
  package func print(_ line: String) throws {
    do {
      try output(line + "\n")
    } catch {
      throw CommandFailure(
        "The results could not be written: \(error.sentence)",
        advice: "Check the output file or pipe, and the free space on the disk.", .outputFailed)
    }
  }

  /// Writes an informational message.
  package func note(_ line: String) {
    say(TerminalMessage(.note, line), line)
  }

  package func warn(_ line: String) {
    say(TerminalMessage(.warning, line), "warning: " + line)
  }

  package func fail(_ failure: CommandFailure) {
    say(TerminalMessage(failure), failure.text)
  }

  private func say(_ json: TerminalMessage, _ text: String) {
    guard !writesJSON else { return message(json.line + "\n") }
    // Messages contain paths and arguments, which may contain control characters.
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    message("\(program): " + lines.map(\.printable).joined(separator: "\n") + "\n")
  }

  private static func windowColumns(_ descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}
