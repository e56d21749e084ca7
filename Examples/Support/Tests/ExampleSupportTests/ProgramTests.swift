import ExampleSupport
import ExampleTestSupport
import Foundation
import Testing

@Suite("Program")
struct ProgramTests {
  private static let program = Program(
    name: "sample", introduction: "sample echoes.", storeFile: "sample/things.store",
    commands: [EchoCommand.self],
    explain: { ($0 as? Refusal).map { CommandFailure($0.reason, advice: "Say more.", .refused) } })

  @Test func optionsAreAcceptedAnywhere() throws {
    let invocation = try Invocation(
      ["--json", "echo", "--to=upper", "text", "--store", "s"], of: Self.program)
    #expect(invocation.command.name == "echo")
    #expect(invocation.arguments == ["text"])
    #expect(invocation.options == [.json: "", .to: "upper", .store: "s"])
    #expect(invocation[.to] == "upper")
    #expect(invocation[.help] == nil)
    #expect(try Invocation(["echo", "--to=--json", "a"], of: Self.program)[.to] == "--json")
  }

  @Test func wordsAfterDoubleDashAreArguments() throws {
    let invocation = try Invocation(["echo", "--", "--json", "-x"], of: Self.program)
    #expect(invocation.arguments == ["--json", "-x"])
    #expect(invocation.options.isEmpty)
  }

  @Test func negativeNumbersAreArguments() throws {
    for number in ["-120", "-0.5", "-7x"] {
      #expect(try Invocation(["echo", number], of: Self.program).arguments == [number])
    }
    for word in ["-x", "-٣", "--1"] {
      #expect(throws: UsageError.self) { try Invocation(["echo", word], of: Self.program) }
    }
  }

  @Test(arguments: [
    ["nothing"], ["echo"], ["echo", "a", "b"], ["echo", "a", "--to"],
    ["echo", "a", "--to", "--help"],
    ["--json=1", "echo", "a"],
    ["echo", "a", "--bogus"], ["help", "x"], ["help", "echo", "x"], ["help", "--to", "upper"],
  ])
  func invalidArgumentsAreRefused(_ arguments: [String]) async throws {
    try await withProgram(Self.program) { program in
      let outcome = await program.run(arguments)
      #expect(outcome.code == .usage)
      #expect(outcome.output.isEmpty)
      #expect(outcome.messages.contains("\nTry: sample help"))
    }
  }

  @Test(arguments: [
    (["echo", "--bogus"], "Unknown option --bogus."),
    (["echo", "--bogus="], "Unknown option --bogus."),
    (["help", "--to"], "The command help does not have the option --to."),
    (["echo", "a", "--to"], "The option --to needs a value: --to CASE."),
    (["echo", "a", "--to="], "The option --to needs a value: --to CASE."),
    (["echo", "a", "--to", "--store"], "The option --to needs a value: --to CASE."),
  ])
  func optionIsCheckedBeforeItsValue(_ arguments: [String], _ reason: String) async throws {
    try await withProgram(Self.program) { program in
      #expect(await program.run(arguments).messages.hasPrefix("sample: \(reason)"))
    }
  }

  @Test func hintNamesTheCommand() async throws {
    try await withProgram(Self.program) { program in
      #expect(await program.run(["echo"]).messages.hasSuffix("\nTry: sample help echo\n"))
      #expect(await program.run(["bogus"]).messages.hasSuffix("\nTry: sample help\n"))
    }
  }

  @Test func resultsArePrintedAsTextOrJSON() async throws {
    try await withProgram(Self.program) { program in
      #expect(await program("echo", "a").output == "a\n")
      let said: [String] = try await program("echo", "a", "--json").decoded()
      #expect(said == ["a"])
    }
  }

  @Test func errorsOfTheDomainAreExplained() async throws {
    try await withProgram(Self.program) { program in
      let refused = await program("echo", "nothing")
      #expect(refused.code == .refused)
      #expect(refused.messages == "sample: There is nothing to say.\nSay more.\n")
      let other = await program("echo", "/")
      #expect(other.code == .failure)
      #expect(other.messages.contains("test.store could not be used. "))
      #expect(!other.messages.contains("Error"))
      #expect(!other.messages.contains("Domain"))
    }
  }

  @Test func errorsAndNotesArePrintedAsLinesOfJSON() async throws {
    try await withProgram(Self.program) { program in
      let refused = await program("echo", "nothing", "--json")
      #expect(refused.code == .refused)
      #expect(refused.output.isEmpty)
      #expect(
        refused.messages == """
          {"advice":"Say more.","code":"refused","message":"There is nothing to say.",\
          "status":5,"type":"error"}

          """)
      let noted = await program("echo", "note", "--json")
      let said: [String] = try noted.decoded()
      #expect(said == ["note"])
      #expect(
        noted.messages == """
          {"message":"as you wish","type":"note"}
          {"message":"a \\"word\\"","type":"warning"}

          """)
      let usage = await program.run(["--json", "echo"])
      #expect(usage.code == .usage)
      #expect(usage.output.isEmpty)
      #expect(usage.messages.contains(#""code":"wrong-usage""#))
      #expect(usage.messages.contains(#""advice":"Try: sample help echo""#))
      let text = await program.run(["echo", "--", "--json", "b"])
      #expect(text.messages.hasPrefix("sample: "))
    }
  }

  @Test func versionOptionPrintsTheVersion() async throws {
    try await withProgram(Self.program) { program in
      for arguments in [["--version"], ["echo", "--version"], ["echo", "x", "--version"]] {
        let outcome = await program.run(arguments)
        #expect(outcome.output == "sample \(ProgramVersion.current)\n")
        #expect(outcome.code == .success)
      }
      let json: [String: String] = try await program.run(["--version", "--json"]).decoded()
      #expect(json == ["name": "sample", "version": ProgramVersion.current])
    }
  }

  /// Checks that a development version is used while the change log has unreleased changes.
  @Test func programVersionMatchesTheChangeLog() throws {
    let log = try String(
      contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../../CHANGELOG.md"), encoding: .utf8)
    let headings = log.split(separator: "\n").filter { $0.hasPrefix("## ") }
    let newest = try #require(headings.first).dropFirst(3)
    if newest == "Unreleased" {
      #expect(ProgramVersion.current.hasSuffix("-dev"))
    } else {
      #expect(newest.hasPrefix(ProgramVersion.current))
    }
  }

  @Test func helpListsCommandsOptionsAndCodes() async throws {
    try await withProgram(Self.program) { program in
      let all = await program.run([])
      #expect(all.code == .success)
      #expect(all.output.hasPrefix("sample echoes.\n"))
      #expect(all.output.contains("\n  echo TEXT       Say it.\n"))
      #expect(all.output.contains("\n  0  success\n"))
      #expect(all.output.contains("\n  6  this version cannot do it yet\n"))
      #expect(
        all.output.hasSuffix("\n  7  a server could not be reached, or refused the request\n"))
      let one = await program.run(["echo", "--help"])
      #expect(one.output.hasPrefix("Usage: sample echo TEXT\n\nSay it.\n"))
      #expect(one.output.contains("\n  --to CASE     Change case.\n"))
    }
  }

  @Test func storeLocationFollowsPathAndEnvironment() {
    let file = "sample/things.store"
    let home = StoreLocation(
      path: nil, file: file, environment: ["HOME": "/home/me", "XDG_DATA_HOME": "x"])
    #expect(home.url.path == "/home/me/.local/share/sample/things.store")
    let data = StoreLocation(path: nil, file: file, environment: ["XDG_DATA_HOME": "/data"])
    #expect(data.url.path == "/data/sample/things.store")
    #expect(StoreLocation(path: "/a/../b", file: file, environment: [:]).url.path == "/b")
  }
}

private struct Refusal: Error {
  var reason: String
}

private struct EchoCommand: Command {
  static let name = "echo"
  static let synopsis = "TEXT"
  static let summary = "Say it."
  static let options: Set<CommandOption> = [.to]

  let text: String

  init(_ invocation: Invocation) throws {
    text = try invocation.arguments(1...1)[0]
  }

  func run(in session: Session) async throws -> ExitCode {
    if text == "nothing" { throw Refusal(reason: "There is nothing to say.") }
    if text == "note" {
      session.terminal.note("as you wish")
      session.terminal.warn("a \"word\"")
    }
    if text == "/" { throw CocoaError(.fileWriteOutOfSpace) }
    try session.print([text]) { text }
    return .success
  }
}

extension CommandOption {
  fileprivate static let to = CommandOption("to", value: "CASE", "Change case.")
}
