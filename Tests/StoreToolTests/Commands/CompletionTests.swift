import CommandLineTool
import Foundation
import StoreTool
import Testing

/// The completions that shells offer, run by the shells themselves.
@Suite("Completion by shells")
struct CompletionTests {
  /// A command line whose last word is incomplete, and the words that are offered for it.
  struct Case: Sendable, CustomTestStringConvertible {
    var words: [String]
    var offered: Set<String>

    var testDescription: String { words.joined(separator: " ") }
  }

  private static let commands = Set(Tool.commands.map { $0.help.name })

  static let cases = [
    Case(words: [""], offered: commands),
    Case(words: ["qu"], offered: ["query"]),
    Case(words: ["ex"], offered: ["export"]),
    Case(
      words: ["query", "a.store", "Book", "--format", ""],
      offered: [
        "table", "json", "jsonl", "csv", "lines",
      ]),
    Case(words: ["query", "a.store", "Book", "--for"], offered: ["--format"]),
    Case(words: ["schema", "a.store", "--format", "s"], offered: ["svg"]),
    Case(words: ["completion", "z"], offered: ["zsh"]),
    Case(words: ["help", "mi"], offered: ["migrate"]),
    Case(words: ["info", "my"], offered: ["my store.sqlite"]),
  ]

  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    for (shell, name) in [
      ("bash", "swiftdata.bash"), ("zsh", "_swiftdata"), ("fish", "swiftdata.fish"),
    ] {
      try ToolRun("completion", shell).output
        .write(toFile: folder.path(name), atomically: false, encoding: .utf8)
    }
    try Data().write(to: folder.url.appendingPathComponent("my store.sqlite"))
  }

  private func expect(_ output: String, _ wanted: Case) {
    // A description follows a tab; some shells quote spaces themselves.
    let offered = Set(
      output.split(separator: "\n")
        .map { String($0.prefix { $0 != "\t" }).replacing("\\ ", with: " ") })
    #expect(offered == wanted.offered)
  }

  @Test(
    .enabled(if: OtherProgram.isPresent("bash"), "bash is not installed"), arguments: cases)
  func bashOffersMatchingWords(_ wanted: Case) throws {
    let script = """
      cd "$1"; . ./swiftdata.bash; shift
      COMP_WORDS=(swiftdata "$@"); COMP_CWORD=$#; _swiftdata
      for word in "${COMPREPLY[@]}"; do printf '%s\\n' "$word"; done
      """
    let run = try OtherProgram(
      ["bash", "--norc", "-c", script, "bash", folder.url.path] + wanted.words)
    #expect(run.messages.isEmpty)
    expect(run.output, wanted)
  }

  /// Readline treats the equals sign between an option and its value as a word.
  @Test(
    .enabled(if: OtherProgram.isPresent("bash"), "bash is not installed"),
    arguments: [["="], ["=", "s"]])
  func bashCompletesValuesAfterAnEqualsSign(_ words: [String]) throws {
    let wanted = Case(
      words: ["schema", "a.store", "--format"] + words,
      offered: words.count == 1 ? ["text", "json", "mermaid", "svg"] : ["svg"])
    try bashOffersMatchingWords(wanted)
  }

  @Test(
    .enabled(if: OtherProgram.isPresent("zsh"), "zsh is not installed"), arguments: cases)
  func zshOffersMatchingWords(_ wanted: Case) throws {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Support/complete.zsh")
    let line = (["swiftdata"] + wanted.words).joined(separator: " ")
    let run = try OtherProgram([
      "sh", "-c", "cd \"$1\" && exec zsh -f \"$2\" \"$1\" \"$3\"", "sh", folder.url.path,
      script.path, line,
    ])
    #expect(run.messages.isEmpty)
    expect(run.output, wanted)
  }

  @Test(
    .enabled(if: OtherProgram.isPresent("fish"), "fish is not installed"), arguments: cases)
  func fishOffersMatchingWords(_ wanted: Case) throws {
    let line = (["swiftdata"] + wanted.words).joined(separator: " ")
    let run = try OtherProgram(
      [
        "fish", "--no-config", "-c",
        "cd $argv[1]; source ./swiftdata.fish; complete -C $argv[2]", folder.url.path, line,
      ], environment: ["HOME": folder.url.path])
    #expect(run.messages.isEmpty)
    expect(run.output, wanted)
  }
}

/// The manual, rendered by the programs that display it.
@Suite("The manual page")
struct ManualTests {
  private let folder: TestFolder
  private let path: String

  init() throws {
    folder = try TestFolder()
    path = folder.path("swiftdata.1")
    try ToolRun("completion", "man").output.write(toFile: path, atomically: false, encoding: .utf8)
  }

  @Test(
    .enabled(if: OtherProgram.isPresent("groff"), "groff is not installed"))
  func groffReportsNoWarnings() throws {
    let run = try OtherProgram(["groff", "-man", "-ww", "-z", path])
    #expect(run.status == 0)
    #expect(run.messages.isEmpty)
  }

  @Test(
    .enabled(if: OtherProgram.isPresent("mandoc"), "mandoc is not installed"))
  func mandocReportsNoWarnings() throws {
    let run = try OtherProgram(["mandoc", "-Tlint", "-Wwarning", path])
    #expect(run.status == 0)
    #expect((run.output + run.messages).isEmpty)
  }

  @Test(
    .enabled(if: OtherProgram.isPresent("man"), "man is not installed"))
  func manualShowsNonASCIICharacters() throws {
    let run = try OtherProgram(
      ["man", "-l", path], environment: ["LC_ALL": "C.UTF-8", "MANWIDTH": "200", "PAGER": "cat"])
    #expect(run.status == 0)
    #expect(run.output.contains("“export” writes them"))
  }

  /// A line that begins with a period would be read as a request.
  @Test func manualTextsAreNotReadAsRequests() {
    let known = [".TH", ".SH", ".SS", ".B", ".I", ".TP", ".PP", ".nf", ".fi"]
    for line in ToolRun("completion", "man").output.split(separator: "\n")
    where line.hasPrefix(".") || line.hasPrefix("'") {
      #expect(known.contains(String(line.prefix { $0 != " " })), "\(line)")
    }
  }
}
