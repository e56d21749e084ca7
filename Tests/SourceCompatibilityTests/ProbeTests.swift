import Foundation
import Testing

/// Programs for SwiftData's interface must compile without changes.
@Suite("Source compatibility")
struct ProbeTests {
  @Test(
    "Each probe compiles without a warning in both language modes",
    arguments: try Probe.all(), [5, 6])
  func probeCompilesWithoutWarnings(_ probe: Probe, languageMode: Int) throws {
    let messages = try probe.typecheck(with: BuiltModule.find(), languageMode: languageMode)
    #expect(messages.isEmpty, "\(probe) in mode \(languageMode):\n\(messages)")
  }
}

/// A program that uses one area of the interface.
struct Probe: Sendable, CustomTestStringConvertible {
  let file: URL

  var testDescription: String { file.deletingPathExtension().lastPathComponent }

  static func all() throws -> [Probe] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Probes")
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "swift" }
      .sorted { $0.path < $1.path }
      .map(Probe.init)
  }

  /// Type-checks the program.
  ///
  /// - Returns: The compiler's errors and warnings; empty if there are none.
  func typecheck(with module: BuiltModule, languageMode: Int) throws -> String {
    let compiler = Process()
    compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    compiler.arguments =
      ["swiftc", "-typecheck", "-warnings-as-errors", "-swift-version", "\(languageMode)"]
      + module.compilerArguments + [file.path]
    let output = Pipe()
    compiler.standardError = output
    compiler.standardOutput = output
    try compiler.run()
    let text = String(
      decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    compiler.waitUntilExit()
    return compiler.terminationStatus == 0 ? "" : text
  }
}

/// The module under test, as the package manager built it.
struct BuiltModule {
  struct NotFound: Error, CustomStringConvertible {
    let folders: [URL]
    var description: String {
      "No SwiftData module in \(folders.map(\.path).joined(separator: ", "))."
    }
  }

  let buildFolder: URL
  let packageFolder: URL

  /// Finds the module in the build folder of the running tests, or else in the package's build
  /// folder.
  static func find() throws -> BuiltModule {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let program = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    let folders = [
      program.deletingLastPathComponent(), Bundle.main.bundleURL.resolvingSymlinksInPath(),
      Bundle.main.bundleURL.deletingLastPathComponent(),
      package.appendingPathComponent(".build/debug"),
    ]
    let found = folders.first { folder in
      FileManager.default.fileExists(
        atPath: folder.appendingPathComponent("Modules/SwiftData.swiftmodule").path)
    }
    guard let found else { throw NotFound(folders: folders) }
    return BuiltModule(buildFolder: found, packageFolder: package)
  }

  var compilerArguments: [String] {
    let plugin = buildFolder.appendingPathComponent("OpenSwiftDataMacros-tool").path
    return [
      "-I", buildFolder.appendingPathComponent("Modules").path,
      "-I", packageFolder.appendingPathComponent("Sources/Databases/CSQLite").path,
      "-I", packageFolder.appendingPathComponent("Sources/Databases/CZlib").path,
      "-Xcc", "-fmodule-map-file=\(buildFolder.path)/CRowCells.build/module.modulemap",
      "-Xcc", "-fmodule-map-file=\(buildFolder.path)/CThreadState.build/module.modulemap",
      "-load-plugin-executable", "\(plugin)#OpenSwiftDataMacros",
    ]
  }
}
