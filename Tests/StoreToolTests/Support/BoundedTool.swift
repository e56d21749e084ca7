import Foundation

/// The tool in a process of its own, with bounds to what it may take.
enum BoundedTool {
  /// Runs a command that may take so much memory, and some seconds of a processor's time: what goes on for
  /// ever comes to its end by these.
  ///
  /// - Parameters:
  ///   - line: The command line.
  ///   - megabytes: How much memory there is, beside what a program of Swift's takes for itself.
  /// - Returns: What came of it.
  /// - Throws: Where it cannot be run.
  static func run(_ line: [String], megabytes: Int) throws -> OtherProgram {
    // A sanitizer takes terabytes of addresses, and limits memory by itself.
    let limit = OtherProgram.hasSanitizer ? "" : "ulimit -v \((megabytes + 400) * 1_024); "
    let options = ProcessInfo.processInfo.environment["ASAN_OPTIONS"] ?? ""
    return try OtherProgram.shell(
      "\(limit)ulimit -t 120; exec swiftdata \"$@\"", line,
      environment: [
        "ASAN_OPTIONS": "\(options):hard_rss_limit_mb=\(4 * megabytes + 1_000)",
        "SWIFT_BACKTRACE": "enable=no",
      ])
  }

  /// What is wrong with how a command ended; nil for one that did what it is for, or said what is in the way.
  static func complaint(_ line: [String], megabytes: Int = 300) throws -> String? {
    let run = try run(line, megabytes: megabytes)
    let isKnown = run.hasExited && (0...4).contains(run.status)
    guard isKnown, run.status < 2 || run.messages.split(separator: "\n").count > 1 else {
      return "\(line.joined(separator: " ")): \(run.status) \(run.messages.prefix(500))"
    }
    return nil
  }
}
