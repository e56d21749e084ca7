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
  func helpGoesToStandardOutput(_ arguments: [String]) throws {
    let result = try run(arguments)
    #expect(result.status == 0 && result.errors.isEmpty)
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
  func commandLineThatIsNotUnderstoodIsRefused(_ arguments: [String]) throws {
    let result = try run(arguments)
    #expect(result.status == 2 && result.output.isEmpty && result.errors.contains("Usage:"))
  }
}
