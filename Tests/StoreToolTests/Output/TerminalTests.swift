import CommandLineTool
import Foundation
import Locks
import SampleStores
import StoreTool
import Testing

/// The program's behaviour with terminals, pipes and full disks.
@Suite("The program's manners")
struct TerminalTests {
  private let folder: TestFolder
  private let path: String

  init() throws {
    folder = try TestFolder()
    path = try LibraryStore.make(folder)
  }

  private static let escape = "\u{1B}["

  /// Runs the tool in a terminal; both streams are merged.
  private func inTerminal(
    _ line: String, _ environment: [String: String] = ["TERM": "xterm"], columns: Int = 60
  ) throws -> String {
    let plain = ["NO_COLOR": "", "TERM": "xterm"].merging(environment) { $1 }
    return try OtherProgram.shell(
      "script -qec \"stty cols \(columns); \(line)\" /dev/null", [path], environment: plain
    ).output
  }

  @Test(.enabled(if: OtherProgram.isPresent("script"), "script is not installed"))
  func onlyTerminalsThatWantColoursGetThem() throws {
    let line = "swiftdata info \(path)"
    #expect(try inTerminal(line).contains(Self.escape))
    #expect(try !inTerminal(line, ["NO_COLOR": "1"]).contains(Self.escape))
    #expect(try !inTerminal(line, ["TERM": "dumb"]).contains(Self.escape))
    #expect(try !inTerminal("\(line) | cat").contains(Self.escape))
    let file = folder.path("told")
    #expect(try !inTerminal("\(line) > \(file); cat \(file)").contains(Self.escape))
    #expect(try inTerminal("swiftdata --help").contains(Self.escape))
  }

  @Test(.enabled(if: OtherProgram.isPresent("script"), "script is not installed"))
  func tablesFitTheTerminal() throws {
    let text = try inTerminal("swiftdata query \(path) Author", ["NO_COLOR": "1"], columns: 40)
    let lines = text.split(whereSeparator: \.isNewline)
    #expect(lines.count == 3)
    #expect(lines.allSatisfy { $0.displayWidth <= 40 })
    #expect(text.contains("…"))
    let whole = try OtherProgram.shell("swiftdata query \"$1\" Author", [path]).output
    #expect(!whole.contains("…"))
  }

  @Test func aClosedPipeEndsTheProgramQuietly() throws {
    let many = (0..<20_000).map { "{\"label\":\"\($0)\"}" }.joined(separator: "\n")
    let rows = folder.url.appendingPathComponent("rows")
    try FileManager.default.createDirectory(at: rows, withIntermediateDirectories: true)
    try Data(many.utf8).write(to: rows.appendingPathComponent("Tag.jsonl"))
    #expect(ToolRun("import", path, rows.path).status == .good)
    let run = try OtherProgram.shell(
      "swiftdata query \"$1\" Tag --format jsonl | head -n 1", [path])
    #expect(run.output == "{\"@key\":1,\"label\":\"old\"}\n")
    #expect(run.messages.isEmpty)
  }

  /// A file that the program opens must not get the descriptor of a closed stream.
  @Test(arguments: ["query \"$1\" Tag", "export \"$1\" --output \"$2\""])
  func unwritableResultsAreReported(_ command: String) throws {
    let export = folder.path("export")
    for target in [">&-", "> /dev/full"] {
      try? FileManager.default.removeItem(atPath: export)
      let run = try OtherProgram.shell("swiftdata \(command) \(target)", [path, export])
      #expect(run.status == StoreTool.ExitStatus.failed.rawValue)
      #expect(
        run.messages == """
          swiftdata: The results could not be written.
          Check where the output goes, and that there is enough disk space.

          """)
    }
    guard command.hasPrefix("export") else { return }
    let tags = try String(contentsOfFile: "\(export)/Tag.jsonl", encoding: .utf8)
    #expect(tags.split(separator: "\n").allSatisfy { $0.hasPrefix("{") })
  }

  /// The limits are in blocks of 512 or 1024 bytes; a book's cover exceeds them, and so do all
  /// authors together.
  @Test(arguments: ["jsonl", "csv"], [(100, "files/"), (4, "Author")])
  func fileSizeLimitsAreReported(_ format: String, _ limit: (Int, String)) throws {
    let rows = folder.url.appendingPathComponent("rows")
    try FileManager.default.createDirectory(at: rows, withIntermediateDirectories: true)
    let names = (0..<1_000).map { "Author number \($0)" }.joined(separator: "\r\n")
    try Data("name\r\n\(names)".utf8).write(to: rows.appendingPathComponent("Author.csv"))
    #expect(ToolRun("import", path, rows.path).status == .good)
    let export = folder.path("export")
    let run = try OtherProgram.shell(
      "ulimit -f \(limit.0); swiftdata export \"$1\" --output \"$2\" --format \(format)",
      [path, export])
    #expect(run.hasExited)
    #expect(run.status == StoreTool.ExitStatus.failed.rawValue)
    #expect(run.messages.contains("could not be written"), "\(run.messages)")
    #expect(run.messages.contains(limit.1))
    #expect(run.messages.contains("File too large.\nRaise the limit of file sizes (ulimit -f)"))
    // A failed export leaves no files.
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(!left.contains { $0.contains("export") }, "\(left)")
  }

  /// A long-running command shows its progress, but only on a terminal.
  @Test(arguments: ["import", "check", "diff"])
  func longCommandsShowProgress(_ command: String) throws {
    let rows = folder.path("rows")
    #expect(ToolRun("export", path, "--output", rows).status == .good)
    let line =
      switch command {
      case "import": [command, path, rows]
      case "diff": [command, path, path, "--contents"]
      default: [command, path]
      }
    let messages = Mutex("")
    var terminal = Terminal(program: "swiftdata", output: { _ in }) { text in
      messages.withLock { $0 += text }
    }
    (terminal.showsProgress, terminal.progressDelay) = (true, .zero)
    let status = Tool(ToolSession(terminal)).run(line)
    #expect(status == .good)
    #expect(messages.withLock { $0 }.contains("█"), "\(messages.withLock { $0 })")
    #expect(messages.withLock { $0 }.contains("\r\u{1B}[K"))
    #expect(!ToolRun(line).messages.contains("█"))
  }

  @Test(arguments: Tool.commands.map { $0.help.name })
  func eachCommandHasHelp(_ name: String) throws {
    let help = ToolRun(name, "--help")
    #expect(help.status == .good)
    #expect(help.output.contains("Usage: swiftdata \(name)"))
    #expect(help.messages.isEmpty)
    for other in [ToolRun(name, "-h"), ToolRun("help", name), ToolRun(name, "x", "--help")] {
      #expect(other.output == help.output)
      #expect(other.status == .good)
    }
    let wrong = ToolRun(name, "--no-such-option")
    #expect(wrong.status == .usage)
    #expect(wrong.messages.contains("Try: swiftdata help \(name)"))
  }

  @Test func exitStatusesMatchTheHelp() throws {
    let other = try LibraryStore.makeEmpty(folder, name: "empty.store")
    let runs: [(String, StoreTool.ExitStatus)] = [
      ("info \"$1\"", .good), ("diff \"$1\" \"$1\"", .good),
      ("diff --contents \"$1\" \"$2\"", .different),
      ("get \"$1\" Tag 99", .different), ("", .usage), ("nonsense", .usage),
      ("query \"$1\" Tag --where 'x ='", .usage), ("info /dev/null", .cannotOpen),
      ("info /nowhere", .cannotOpen), ("schema \"$1\" --output /nowhere/x", .failed),
      ("--version", .good), ("--help", .good),
    ]
    let overview = ToolRun("--help").output
    for (line, status) in runs {
      let run = try OtherProgram.shell("swiftdata \(line)", [path, other])
      #expect(run.status == status.rawValue, "\(line): \(run.messages)")
      #expect(overview.contains("  \(status.rawValue)  \(status.meaning)"))
    }
  }

  @Test(arguments: Tool.commands.map { $0.help.name } + [""], [100, 80, 60])
  func helpFitsOnTheTerminal(_ name: String, _ columns: Int) {
    let line = name.isEmpty ? ["--help"] : ["help", name]
    let lines = ToolRun(line, columns: columns).lines
    let examples = lines.firstIndex(of: "Examples:") ?? lines.endIndex
    for line in lines[..<examples] where !line.hasPrefix("  ") || columns == 100 {
      #expect(line.displayWidth <= columns, "\(line)")
    }
  }

  private static let steering = ["\u{1B}]", "\u{9B}", "\u{7}", "\u{1B}[5m"]

  /// Adds an entity, a column and values with terminal control sequences, to a file without a
  /// stored model.
  private func makeHostile() throws {
    let database = try TestDatabase(path: path)
    let name = "Tag\u{1B}]0;owned\u{7}\u{9B}31m\r\u{1B}[5m"
    let tables = try database.strings(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'OPENSWIFTDATA*'")
    for table in tables { try database.execute("DROP TABLE \(table)") }
    try database.execute("DELETE FROM Z_MODELCACHE")
    try database.execute("UPDATE Z_PRIMARYKEY SET Z_NAME = '\(name)' WHERE Z_NAME = 'Tag'")
    try database.execute("UPDATE ZTAG SET ZLABEL = '\(name)'")
    try database.execute("ALTER TABLE ZTAG RENAME TO \"Z\(name.uppercased())\"")
    let bytes = try #require(try database.blob("SELECT Z_PLIST FROM Z_METADATA"))
    var metadata = try #require(
      try PropertyListSerialization.propertyList(from: bytes, format: nil) as? [String: Any])
    for key in metadata.keys where key.hasPrefix("OpenSwiftData") { metadata[key] = nil }
    var hashes = try #require(metadata["NSStoreModelVersionHashes"] as? [String: Any])
    hashes[name] = hashes.removeValue(forKey: "Tag")
    metadata["NSStoreModelVersionHashes"] = hashes
    let changed = try PropertyListSerialization.data(
      fromPropertyList: metadata, format: .binary, options: 0)
    let text = changed.map { String(format: "%02x", $0) }.joined()
    try database.execute("UPDATE Z_METADATA SET Z_PLIST = x'\(text)'")
  }

  /// Each command that prints parts of a store, on a terminal and as text for later viewing.
  @Test(
    .enabled(if: OtherProgram.isPresent("script"), "script is not installed"),
    arguments: [
      "info", "schema", "schema --format mermaid", "schema --format dot", "schema --format svg",
      "check",
      "history", "generate", "query --where x", "query Author --format tsv",
    ])
  func storesDoNotSteerTerminals(_ command: String) throws {
    try makeHostile()
    let parts = command.split(separator: " ", maxSplits: 1).map(String.init)
    let line = "swiftdata \(parts[0]) \(path) \(parts.count > 1 ? parts[1] : "")"
    let texts = [
      try inTerminal(line, ["NO_COLOR": "1"]), try inTerminal(line),
      try OtherProgram.shell("\(line) 2>&1", [path]).output,
    ]
    for text in texts {
      for sign in Self.steering { #expect(!text.contains(sign), "\(text)") }
      #expect(!text.replacing("\r\n", with: "\n").contains("\r"), "\(text)")
    }
  }

  @Test func jsonEscapesControlCharacters() {
    #expect(JSONValue.string("a\u{9B}2Jb\u{7F}\u{1B}").line == #""a\u009b2Jb\u007f\u001b""#)
  }
}
