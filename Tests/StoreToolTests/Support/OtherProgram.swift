import Foundation

/// A program that was run, and its result.
struct OtherProgram {
  let status: Int32
  /// Whether it exited, instead of being ended by a signal.
  let hasExited: Bool
  let output: String
  let messages: String

  /// Runs a program that is found by its name.
  ///
  /// - Parameters:
  ///   - line: The name and the arguments.
  ///   - environment: Variables that are added to this process's environment, or replace its
  ///     values.
  /// - Throws: If the program cannot be run.
  init(_ line: [String], environment: [String: String] = [:]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = line
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    // Files, because two pipes would have to be read at the same time.
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
  /// The path of the built program `swiftdata`.
  static let tool = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("swiftdata").path

  /// Whether this process was built with a sanitizer, which uses memory itself.
  static let hasSanitizer = ["__asan_init", "__tsan_init"].contains {
    (name: String) in dlsym(nil, name) != nil
  }

  /// Runs a shell script in which `swiftdata` is the tool.
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
