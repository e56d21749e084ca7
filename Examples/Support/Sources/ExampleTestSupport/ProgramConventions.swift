import ExampleSupport
import Foundation

/// Checks the conventions that the programs of all examples follow.
package struct ProgramConventions {
  private let program: Program
  private let reading: [String]
  private let naming: [[String]]
  private let adding: [[String]]

  /// - Parameters:
  ///   - program: The program to check.
  ///   - reading: A command that opens the store.
  ///   - naming: Commands that name something, with `NAME` in place of its name.
  ///   - adding: Commands that add something that must be unique.
  package init(
    _ program: Program, reading: [String], naming: [[String]], adding: [[String]]
  ) {
    self.program = program
    self.reading = reading
    self.naming = naming
    self.adding = adding
  }

  /// An error in JSON.
  private struct Failure: Decodable {
    var type: String
    var code: String
    var message: String
    var advice: String
    var status: Int32
  }

  /// Finds the conventions that the program breaks.
  ///
  /// - Returns: A sentence for each difference.
  /// - Throws: Errors of creating files.
  package func differences() async throws -> [String] {
    var differences: [String] = []
    for part in [version, help, usage, stores, names, duplicates] {
      differences += try await withTemporaryFolder { folder async throws in
        try await part(Trial(ProgramRunner(program, folder: folder), folder))
      }
    }
    return differences
  }

  /// Runs commands in a separate folder.
  private struct Trial {
    let runner: ProgramRunner
    let folder: URL

    init(_ runner: ProgramRunner, _ folder: URL) {
      self.runner = runner
      self.folder = folder
    }

    func callAsFunction(_ arguments: [String]) async -> ProgramRunner.Outcome {
      await runner.run(arguments)
    }

    /// The differences between the outcomes in text and in JSON and a failure with an exit code.
    func differences(_ arguments: [String], from expected: ExitCode) async -> [String] {
      let text = await self(arguments)
      let json = await self(["--json"] + arguments)
      var problems: [String] = []
      if text.code != expected || json.code != expected {
        problems.append("ends with \(text.code.rawValue) and \(json.code.rawValue)")
      }
      if !text.output.isEmpty || !json.output.isEmpty { problems.append("writes results") }
      for word in ["SwiftDataError", "PRAGMA", "Optional(", "Error Domain", "0x", "error 1."]
      where text.messages.contains(word) || json.messages.contains(word) {
        problems.append("says \(word): \(text.messages)")
      }
      let last = json.messages.split(separator: "\n").last ?? ""
      guard let failure = try? JSONDecoder().decode(Failure.self, from: Data(last.utf8)) else {
        return (problems + ["has no error in JSON: \(json.messages)"]).map { "\(arguments) \($0)" }
      }
      if failure.type != "error" || failure.status != expected.rawValue
        || [failure.code, failure.message, failure.advice].contains("")
      {
        problems.append("tells \(failure)")
      }
      if !text.messages.contains(failure.message) || !text.messages.contains(failure.advice) {
        problems.append("says something else in JSON: \(text.messages)")
      }
      return problems.map { "\(arguments) \($0)" }
    }
  }

  private func version(_ run: Trial) async throws -> [String] {
    let text = await run(["--version"])
    let json: [String: String]? = try? await run(["--version", "--json"]).decoded()
    let expected = ["name": program.name, "version": ProgramVersion.current]
    return text.code == .success && json == expected
      && text.output == "\(program.name) \(ProgramVersion.current)\n"
      ? [] : ["--version says \(text.output)"]
  }

  private func help(_ run: Trial) async throws -> [String] {
    let all = await run(["help"])
    var differences: [String] = []
    for arguments in [[], ["--help"], ["-h"]] where await run(arguments).output != all.output {
      differences.append("\(arguments) is not help")
    }
    for (code, meaning) in ExitCode.meanings
    where !all.output.contains("  \(code.rawValue)  \(meaning)\n") {
      differences.append("help lacks exit code \(code.rawValue)")
    }
    for command in program.commands where command.name != "help" {
      let named = await run(["help", command.name])
      let asked = await run([command.name, "--help"])
      if named.code != .success || named.output != asked.output {
        differences.append("\(command.name) --help is not help \(command.name)")
      }
      if (try? JSONSerialization.jsonObject(
        with: Data(await run(["help", command.name, "--json"]).output.utf8))) == nil
      {
        differences.append("help \(command.name) is no JSON")
      }
    }
    return differences
  }

  private func usage(_ run: Trial) async throws -> [String] {
    var differences: [String] = []
    for arguments in [
      ["no-such-command"], reading + ["--no-such-option"], ["--store"],
      reading + ["--store", "--json"],
    ] {
      differences += await run.differences(arguments, from: .usage)
    }
    return differences
  }

  private func stores(_ run: Trial) async throws -> [String] {
    var differences: [String] = []
    for odd in OddFile.allCases where odd.cannotBeStore {
      let path = try odd.make(in: run.folder)
      for command in [reading, ["report"], ["migrate"]] {
        differences += await run.differences(command + ["--store", path], from: .failure)
      }
    }
    _ = await run(adding[0])
    let file = StoreLocation(
      path: nil, file: program.storeFile, environment: run.runner.environment)
    let whole = try Data(contentsOf: file.url)
    let path = run.folder.appendingPathComponent("cut.store").path
    try whole.prefix(whole.count / 2).write(to: URL(fileURLWithPath: path))
    for command in [reading, ["report"]] {
      differences += await run.differences(command + ["--store", path], from: .failure)
    }
    return differences
  }

  private func names(_ run: Trial) async throws -> [String] {
    var differences: [String] = []
    for command in naming {
      let arguments = command.map { $0 == "NAME" ? "nothing of that name" : $0 }
      differences += await run.differences(arguments, from: .notFound)
    }
    return differences
  }

  private func duplicates(_ run: Trial) async throws -> [String] {
    var differences: [String] = []
    for command in adding {
      let first = await run(command)
      if first.code != .success { differences.append("\(command) fails: \(first.messages)") }
      differences += await run.differences(command, from: .exists)
    }
    return differences
  }
}
