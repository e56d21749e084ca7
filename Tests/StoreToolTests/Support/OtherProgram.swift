import Foundation

/// A program that is run, and what came of it.
struct OtherProgram {
  let status: Int32
  /// Whether it ended by itself, and not by a signal.
  let hasExited: Bool
  let output: String
  let messages: String

  /// Runs a program that is found by its name.
  ///
  /// - Parameters:
  ///   - line: The name and the arguments.
  ///   - environment: What the environment has beside or in the place of this process's.
  /// - Throws: Where it cannot be run.
  init(_ line: [String], environment: [String: String] = [:]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = line
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    // Files, since two pipes would have to be read at the same time.
    let folder = try TestFolder()
    let handles = try ["output", "messages"].map { name in
      try Data().write(to: folder.url.appendingPathComponent(name))
      return try FileHandle(forWritingTo: folder.url.appendingPathComponent(name))
    }
    (process.standardOutput, process.standardError) = (handles[0], handles[1])
    try process.run()
    process.waitUntilExit()
    status = process.terminationStatus
    hasExited = process.terminationReason == .exit
    func text(_ name: String) throws -> String {
      String(decoding: try Data(contentsOf: folder.url.appendingPathComponent(name)), as: UTF8.self)
    }
    (output, messages) = (try text("output"), try text("messages"))
  }

  /// Whether there is a program of that name.
  static func isPresent(_ name: String) -> Bool {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
  }
}

extension OtherProgram {
  /// Where the program `swiftdata` was built.
  static let tool = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("swiftdata").path

  /// Whether this process was built with a sanitizer, which takes memory of its own.
  static let hasSanitizer = ["__asan_init", "__tsan_init"].contains {
    (name: String) in dlsym(nil, name) != nil
  }

  /// Runs a script of the shell, in which `swiftdata` is the tool.
  static func shell(
    _ script: String, _ arguments: [String] = [], environment: [String: String] = [:]
  ) throws -> OtherProgram {
    let folder = (tool as NSString).deletingLastPathComponent
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return try OtherProgram(
      ["sh", "-c", script, "sh"] + arguments,
      environment: environment.merging(["PATH": "\(folder):\(path)"]) { own, _ in own })
  }
}
