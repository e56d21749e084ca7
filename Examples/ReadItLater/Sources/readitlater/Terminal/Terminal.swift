import Foundation

/// Where a command's output goes, and what can be shown there.
struct Terminal {
  /// Writes results.
  var output: (String) throws -> Void
  /// Writes what is said besides: errors, warnings, progress.
  var message: (String) -> Void
  /// Whether results may be colored.
  var usesColor = false
  /// The width of the terminal that results go to, in columns; nil where they go elsewhere, and
  /// nothing is shortened.
  var columns: Int?
  /// Whether a line of messages can be drawn over, as progress does.
  var showsProgress = false

  /// The terminal of the process.
  static func standard(environment: [String: String]) -> Terminal {
    let isTerminal = isatty(STDOUT_FILENO) == 1
    let forbidsColors = !(environment["NO_COLOR"] ?? "").isEmpty || environment["TERM"] == "dumb"
    return Terminal(
      output: { try FileHandle.standardOutput.write(contentsOf: Data($0.utf8)) },
      // Where complaints cannot be written there is nobody to complain to.
      message: { try? FileHandle.standardError.write(contentsOf: Data($0.utf8)) },
      usesColor: isTerminal && !forbidsColors,
      columns: isTerminal ? windowColumns() ?? 80 : nil,
      showsProgress: isatty(STDERR_FILENO) == 1 && environment["TERM"] != "dumb")
  }

  /// Writes a line of results.
  /// - Throws: `CommandFailure` where they cannot be written, as on a full disk.
  func print(_ line: String) throws {
    do {
      try output(line + "\n")
    } catch {
      throw CommandFailure(message: "Results could not be written: \(error.localizedDescription)")
    }
  }

  func warn(_ line: String) {
    message("readitlater: warning: \(line)\n")
  }

  func fail(_ text: String) {
    message("readitlater: \(text)\n")
  }

  private static func windowColumns() -> Int? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}
