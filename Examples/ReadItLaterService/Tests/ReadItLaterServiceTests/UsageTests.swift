import ExampleSupport
import Foundation
import Testing

@Suite("Usage of the service")
struct UsageTests {
  private struct Outcome {
    let status: Int32
    let output: String
    let errors: String
  }

  private func run(_ arguments: [String]) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
      .resolvingSymlinksInPath().deletingLastPathComponent().appendingPathComponent("readitlaterd")
    process.arguments = arguments
    let (output, errors) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (output, errors)
    try process.run()
    let texts = [output, errors].map {
      String(decoding: $0.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
    process.waitUntilExit()
    return Outcome(status: process.terminationStatus, output: texts[0], errors: texts[1])
  }

  @Test(arguments: [["--help"], ["-h"], ["--port", "0", "--help"], ["--bad", "-h"]])
  func helpIsPrintedToStandardOutput(_ arguments: [String]) throws {
    let result = try run(arguments)
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    for option in [
      "--store", "--port", "--workers", "--allow-host", "--connections", "--timeout", "--help",
      "--version",
    ] {
      #expect(result.output.contains("\n  \(option) ") || result.output.contains("\n  \(option),"))
    }
  }

  @Test func versionIsThatOfThePackage() throws {
    #expect(try run(["--version"]).output == "readitlaterd \(ProgramVersion.current)\n")
  }

  @Test(arguments: [
    ["--port"], ["--port", "x"], ["--bad", "x"], ["--workers", "0"],
    ["--connections", "0"], ["--timeout", "x"], ["--allow-host", "a:80"], ["--allow-host", "a/b"],
  ])
  func invalidCommandLineIsRefused(_ arguments: [String]) throws {
    let result = try run(arguments)
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains("Usage:"))
  }

  @Test(arguments: [
    (["--bad"], "Unknown option --bad."), (["--bad", "x"], "Unknown option --bad."),
    (["-p", "80"], "Unknown option -p."),
    (["a.store"], "readitlaterd does not accept “a.store”."),
    (["--timeout"], "--timeout needs a value."),
    (["--timeout", "0"], "--timeout must be a number"),
  ])
  func mistakeInTheCommandLineIsExplained(_ arguments: [String], _ reason: String) throws {
    #expect(try run(arguments).errors.hasPrefix("readitlaterd: \(reason)"))
  }

  @Test func missingFolderOfTheStoreIsExplained() throws {
    let result = try run(["--store", "/no/such/folder/a.store", "--port", "0"])
    #expect(result.status == 1)
    #expect(result.output.isEmpty)
    #expect(
      result.errors == """
        readitlaterd: The store cannot be opened: the folder /no/such/folder does not exist.
        Create the folder, or give another path: --store PATH

        """)
  }
}
