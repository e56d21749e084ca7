import Foundation
import TerminalText

/// The destination of a command's output, and what can be displayed there.
package struct Console: Sendable {
  /// Writes results.
  package var output: @Sendable (String) throws -> Void
  /// Writes messages that are not results: errors, notes, progress.
  package var message: @Sendable (String) -> Void
  /// Writes control sequences to the terminal that shows messages.
  package var draw: @Sendable (String) -> Void
  /// Writes the buffered results.
  package var flush: @Sendable () throws -> Void = {}
  /// Whether results may be colored.
  package var usesColor = false
  /// The width of the terminal that shows the results; nil if they are not shown in a terminal, and
  /// nothing is cut.
  package var columns: Int?
  /// The width of the terminal that shows messages; nil if it is unknown.
  package var messageColumns: Int?
  /// Whether a line of messages can be redrawn.
  package var showsProgress = false

  package init(
    output: @escaping @Sendable (String) throws -> Void,
    message: @escaping @Sendable (String) -> Void
  ) {
    (self.output, self.message, draw) = (output, message, message)
  }

  /// Creates a console that buffers results, and writes them before any message.
  package init(_ buffer: OutputBuffer, message: @escaping @Sendable (String) -> Void) {
    self.init(output: { try buffer.append($0) }) { text in
      // The buffer reports the failure at its next use.
      try? buffer.flush()
      message(text)
    }
    flush = { try buffer.flush() }
  }

  /// The console of the process.
  package static func standard(environment: [String: String]) -> Console {
    // Failures to write messages are ignored: there is nowhere to report them.
    let draw: @Sendable (String) -> Void = {
      try? FileHandle.standardError.write(contentsOf: Data($0.utf8))
    }
    let message: @Sendable (String) -> Void = { draw(harmless($0)) }
    let isTerminal = isatty(STDOUT_FILENO) == 1
    var console =
      isTerminal
      ? Console(
        output: { try FileHandle.standardOutput.write(contentsOf: Data(harmless($0).utf8)) },
        message: message)
      : Console(
        OutputBuffer { try FileHandle.standardOutput.write(contentsOf: $0) }, message: message)
    console.draw = draw
    let isPlain = !(environment["NO_COLOR"] ?? "").isEmpty || environment["TERM"] == "dumb"
    console.usesColor = isTerminal && !isPlain
    console.columns = isTerminal ? width(STDOUT_FILENO) ?? 80 : nil
    console.messageColumns = width(STDERR_FILENO)
    console.showsProgress = isatty(STDERR_FILENO) == 1 && environment["TERM"] != "dumb"
    return console
  }

  private static func width(_ descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Writes a line of results.
  ///
  /// - Throws: `ToolError` if it cannot be written.
  package func print(_ line: String) throws { try write(line + "\n") }

  /// Writes a piece of the results.
  ///
  /// - Throws: `ToolError` if it cannot be written.
  package func write(_ text: String) throws { try reporting { try output(text) } }

  /// Writes the buffered results.
  ///
  /// - Throws: `ToolError` if they cannot be written.
  package func finish() throws { try reporting(flush) }

  private func reporting(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch {
      throw ToolError(
        .failed, "The results could not be written.",
        advice: "Check where the output goes, and that there is enough disk space.")
    }
  }

  /// Writes a message that is not a result.
  package func note(_ line: String) { message("swiftdata: \(line)\n") }

  /// A text style.
  package enum Style: String, Sendable {
    case bold = "1"
    case dim = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"
    case cyan = "36"
  }

  /// Text in a style, or unchanged if colors are not used.
  package func styled(_ text: String, _ style: Style) -> String {
    usesColor ? "\(Self.escape)[\(style.rawValue)m\(text)\(Self.escape)[0m" : text
  }

  /// Stands for the escape character of a style until the text is written; the random number keeps
  /// values of stores from imitating it.
  private static let escape = "\u{E000}\(UInt64.random(in: .min ... .max))"

  /// A text without control characters, except those of styles, because names and values are
  /// untrusted.
  static func harmless(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map { String($0).printable }
        .joined(separator: "\t")
    }
    return lines.joined(separator: "\n").replacing(escape, with: "\u{1B}")
  }
}
