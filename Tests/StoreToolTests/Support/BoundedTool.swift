import Foundation

/// The tool in a separate process with limited resources.
enum BoundedTool {
  /// Runs a command with limited memory and processor time, which end a command that would run
  /// forever.
  ///
  /// - Parameters:
  ///   - line: The command line.
  ///   - megabytes: The memory limit, in addition to the base memory of a Swift program.
  /// - Returns: The result of the run.
  /// - Throws: If the command cannot be run.
  static func run(_ line: [String], megabytes: Int) throws -> OtherProgram {
    // A sanitizer reserves terabytes of addresses, and limits memory by itself.
    let limit = OtherProgram.hasSanitizer ? "" : "ulimit -v \((megabytes + 400) * 1_024); "
    let options = ProcessInfo.processInfo.environment["ASAN_OPTIONS"] ?? ""
    return try OtherProgram.shell(
      "\(limit)ulimit -t 120; exec swiftdata \"$@\"", line,
      environment: [
        "ASAN_OPTIONS": "\(options):hard_rss_limit_mb=\(4 * megabytes + 1_000)",
        "SWIFT_BACKTRACE": "enable=no",
      ])
  }

  /// The fault of how a command ended; nil if it succeeded or reported an error properly.
  static func complaint(_ line: [String], megabytes: Int = 300) throws -> String? {
    let run = try run(line, megabytes: megabytes)
    let isKnown = run.hasExited && (0...4).contains(run.status)
    guard isKnown, run.status < 2 || run.messages.split(separator: "\n").count > 1 else {
      return "\(line.joined(separator: " ")): \(run.status) \(run.messages.prefix(500))"
    }
    return nil
  }
}
