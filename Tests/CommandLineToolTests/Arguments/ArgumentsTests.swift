import CommandLineTool
import Testing

@Suite("Command lines")
struct ArgumentsTests {
  private let help = CommandHelp(
    "show", "Shows.",
    arguments: [
      CommandArgument("FILE", .file, "The store."),
      CommandArgument("KIND", .choice(["a", "b"]), isOptional: true, "A kind."),
    ],
    options: [
      CommandOption("name", value: "NAME", "A name."), CommandOption("fast", "Be fast."),
      CommandOption("format", choices: ["text", "json"], "A form."),
    ])

  private func parse(_ line: String...) throws -> Arguments { try Arguments(line, for: help) }

  @Test func optionsMayAppearAnywhere() throws {
    let arguments = try parse("--name", "x", "file", "--fast", "a", "--format=json")
    #expect(arguments.words == ["file", "a"])
    #expect(arguments["name"] == "x")
    #expect(arguments["format"] == "json")
    #expect(arguments.has("fast"))
    #expect(try parse("--name=-x", "--", "--file").words == ["--file"])
  }

  @Test func invalidArgumentsAreRefusedWithTheExpectation() {
    for (line, part) in [
      ([], "needs FILE"), (["f", "c"], "KIND cannot be “c”. Use one of these: a, b"),
      (["f", "a", "x"], "“x”"),
      (["f", "--nothing"], "no option --nothing"), (["f", "--name"], "needs a value"),
      (["f", "--nothing="], "no option --nothing"), (["--nothing"], "no option --nothing"),
      (["f", "--fast=1"], "takes no value"),
      (["f", "--format", "svg"], "--format does not accept “svg”. Use one of these: text, json"),
      (["f", "-x"], "no option -x"),
    ] {
      let error = #expect(throws: UsageError.self) { try Arguments(line, for: help) }
      #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
    }
  }

  @Test func optionValuesAreParsedAsNumbers() throws {
    let help = CommandHelp("x", "", options: [CommandOption("limit", value: "COUNT", "")])
    #expect(try Arguments(["--limit", "3"], for: help).count("limit") == 3)
    let error = #expect(throws: UsageError.self) {
      try Arguments(["--limit", "-3"], for: help).count("limit")
    }
    #expect(error?.message == "--limit must be a whole number, 0 or greater, not “-3”.")
    #expect(error?.advice(of: "swiftdata") == "Usage: swiftdata x [options]\nTry: swiftdata help x")
  }
}
