import ExampleTestSupport
import Foundation
import Testing

@Suite("Executable")
struct ExecutableTests {
  /// The program next to the test runner.
  private static let program: URL? = {
    let candidates = [
      Bundle.main.bundleURL,
      URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent(),
    ].map { $0.appendingPathComponent("spots") }
    return candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }()

  private func run(_ arguments: String..., in folder: URL) throws -> (code: Int32, output: String) {
    let process = Process()
    process.executableURL = Self.program
    process.arguments = arguments
    process.environment = ["XDG_DATA_HOME": folder.path, "XDG_CONFIG_HOME": folder.path]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }

  @Test(.enabled(if: program != nil, "the program is not built"))
  func spotsAreKeptBetweenRuns() throws {
    try withTemporaryFolder { folder in
      #expect(try run("add-world", "A", in: folder).code == 0)
      #expect(try run("add", "a", "-1", "2", "-3", "--world", "A", in: folder).code == 0)
      let list = try run("list", in: folder)
      #expect(list.code == 0)
      #expect(list.output.hasSuffix("  -1  2  -3  A  a\n"))
      #expect(try run("list", "--bogus", in: folder).code == 2)
      #expect(try run("delete", "zzzz", in: folder).code == 3)
      #expect(try run("add-world", "a", in: folder).code == 4)
      #expect(try run("add", " ", "1", "2", "3", in: folder).code == 5)
      #expect(try run("sync", "now", in: folder).code == 5)
      #expect(try run("list", "--store", "/", in: folder).code == 1)
      #expect(try run("settings", "sync", "local", in: folder).code == 0)
      let store = folder.appendingPathComponent("spots/spots.store").path
      #expect(FileManager.default.fileExists(atPath: store))
    }
  }
}
