import Foundation

/// The Swift compiler of the toolchain that runs the tests, with this package's modules at hand.
struct Compiler {
  /// An error and its line in the program; 0 if it is not about a line of the program.
  struct Message: Hashable {
    var line: Int
    var text: String
  }

  /// The folder that the test runner was built into.
  private static let products = URL(fileURLWithPath: CommandLine.arguments[0])
    .resolvingSymlinksInPath().deletingLastPathComponent()

  private static let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The language mode.
  var mode = 6

  private var arguments: [String] {
    let plugin = Self.products.appendingPathComponent("OpenSwiftDataMacros-tool").path
    let moduleMaps = [
      Self.products.appendingPathComponent("CRowCells.build/module.modulemap"),
      Self.products.appendingPathComponent("CThreadState.build/module.modulemap"),
      Self.package.appendingPathComponent("Sources/Databases/CSQLite/module.modulemap"),
      Self.package.appendingPathComponent("Sources/Databases/CZlib/module.modulemap"),
    ]
    return [
      "swiftc", "-emit-sil", "-o", "/dev/null", "-parse-as-library", "-swift-version", "\(mode)",
      "-diagnostic-style=swift",
      "-I", Self.products.appendingPathComponent("Modules").path,
      "-load-plugin-executable", "\(plugin)#OpenSwiftDataMacros",
    ] + moduleMaps.flatMap { ["-Xcc", "-fmodule-map-file=\($0.path)"] }
  }

  /// The errors that the compiler reports for a program.
  func errors(in program: URL) throws -> [Message] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments + [program.path]
    let output = Pipe()
    process.standardError = output
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Self.errors(in: String(decoding: data, as: UTF8.self), program: program.path)
  }

  /// Parses the errors in the compiler's output.
  ///
  /// After an error in expanded code, the next line contains its location in the program.
  static func errors(in output: String, program: String) -> [Message] {
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
    return zip(lines, lines.dropFirst() + [""]).compactMap { line, next in
      guard !line.hasPrefix(" "), let mark = line.range(of: ": error: ") else { return nil }
      let text = String(line[mark.upperBound...])
      let place = line.hasPrefix("macro expansion ") ? next : line[..<mark.lowerBound]
      return Message(line: lineNumber(in: place, of: program) ?? 0, text: text)
    }
  }

  private static func lineNumber(in place: Substring, of program: String) -> Int? {
    guard let path = place.range(of: "\(program):") else { return nil }
    return Int(place[path.upperBound...].prefix { $0.isNumber })
  }
}
