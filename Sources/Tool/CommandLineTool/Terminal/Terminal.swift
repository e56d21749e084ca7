import Foundation

/// The destination of a program's output, and what can be displayed there.
public struct Terminal: Sendable {
  /// The program's name, which precedes messages.
  public let program: String
  /// Writes results.
  package let output: @Sendable (String) throws -> Void
  /// Writes messages that are not results: errors, warnings, progress.
  package let message: @Sendable (String) -> Void
  /// Writes control sequences to the terminal that shows messages.
  package private(set) var draw: @Sendable (String) -> Void
  private var flush: @Sendable () throws -> Void = {}
  /// Begins styles; stands for the escape character if that is removed from what is written.
  private(set) var escape = "\u{1B}"
  /// Whether results may be colored.
  public var usesColor = false
  /// The width in columns of the terminal that shows the results; nil if they are not shown in a
  /// terminal, and nothing is shortened.
  public var columns: Int?
  /// The width in columns of the terminal that shows messages; nil if it is unknown.
  public var messageColumns: Int?
  /// Whether a line of messages can be redrawn, as progress is.
  public var showsProgress = false
  /// The delay before progress is drawn: work that finishes sooner needs none.
  package var progressDelay = ContinuousClock.Duration.milliseconds(300)
  /// Whether each message is a line of JSON, for other programs.
  public var writesJSON = false

  /// Creates a terminal without colors and progress.
  ///
  /// - Parameters:
  ///   - program: The program's name, which precedes messages.
  ///   - output: Writes results.
  ///   - message: Writes messages that are not results.
  public init(
    program: String, output: @escaping @Sendable (String) throws -> Void,
    message: @escaping @Sendable (String) -> Void
  ) {
    (self.program, self.output, self.message, draw) = (program, output, message, message)
  }

  /// Creates a terminal that buffers results, and writes them before any message.
  package init(
    program: String, _ buffer: OutputBuffer, message: @escaping @Sendable (String) -> Void
  ) {
    self.init(program: program, output: { try buffer.append($0) }) { text in
      // The buffer reports the failure at its next use.
      try? buffer.flush()
      message(text)
    }
    flush = { try buffer.flush() }
  }

  /// The terminal of the process, which names and values cannot control.
  ///
  /// - Parameters:
  ///   - program: The program's name, which precedes messages.
  ///   - environment: The process's environment, for `NO_COLOR` and `TERM`.
  ///   - buffersFiles: Whether results that go to files and pipes are written in large pieces, the
  ///     last of them by `finish`.
  /// - Returns: The terminal.
  public static func standard(
    program: String, environment: [String: String], buffersFiles: Bool = false
  ) -> Terminal {
    // The random number keeps names and values from imitating the escape character of a style.
    let escape = "\u{E000}\(UInt64.random(in: .min ... .max))"
    // Failures to write messages are ignored: there is nowhere to report them.
    let draw: @Sendable (String) -> Void = {
      try? FileHandle.standardError.write(contentsOf: Data($0.utf8))
    }
    let message: @Sendable (String) -> Void = { draw(harmless($0, escape)) }
    let write: @Sendable (Data) throws -> Void = {
      try FileHandle.standardOutput.write(contentsOf: $0)
    }
    let isTerminal = isatty(STDOUT_FILENO) == 1
    var terminal =
      buffersFiles && !isTerminal
      ? Terminal(program: program, OutputBuffer(write), message: message)
      : Terminal(
        program: program,
        output: { try write(Data((isTerminal ? harmless($0, escape) : $0).utf8)) },
        message: message)
    let isPlain = !(environment["NO_COLOR"] ?? "").isEmpty || environment["TERM"] == "dumb"
    (terminal.draw, terminal.escape) = (draw, escape)
    terminal.usesColor = isTerminal && !isPlain
    terminal.columns = isTerminal ? width(STDOUT_FILENO) ?? 80 : nil
    terminal.messageColumns = width(STDERR_FILENO)
    terminal.showsProgress = isatty(STDERR_FILENO) == 1 && environment["TERM"] != "dumb"
    return terminal
  }

  private static func width(_ descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// A text without control characters, except those of styles, because names and values are
  /// untrusted.
  private static func harmless(_ text: String, _ escape: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map(\.printable)
        .joined(separator: "\t")
    }
    return lines.joined(separator: "\n").replacing(escape, with: "\u{1B}")
  }

  /// Writes a line of results.
  ///
  /// - Throws: `OutputError` if it cannot be written, such as on a full disk.
  public func print(_ line: String) throws { try write(line + "\n") }

  /// Writes a piece of the results.
  ///
  /// - Throws: `OutputError` if it cannot be written.
  package func write(_ text: String) throws { try reporting { try output(text) } }

  /// Writes the buffered results.
  ///
  /// - Throws: `OutputError` if they cannot be written.
  public func finish() throws { try reporting(flush) }

  private func reporting(_ body: () throws -> Void) throws {
    do { try body() } catch { throw OutputError() }
  }
}

/// An error that reports that results could not be written.
public struct OutputError: LocalizedError {
  /// The problem, in a complete sentence.
  public var errorDescription: String? { "The results could not be written." }
  /// What the user can do about it.
  public var recoverySuggestion: String? {
    "Check where the output goes, and that there is enough disk space."
  }
}
