import Foundation
import StoreTool
import Testing

@Suite("Completions and the manual")
struct ShellTests {
  @Test(arguments: ["bash", "zsh", "fish", "man"])
  func knowEveryCommandAndOption(_ word: String) {
    let run = ToolRun("completion", word)
    #expect(run.status == .good)
    for command in Tool.commands {
      #expect(run.output.contains(command.help.name))
      for option in command.help.options {
        let name = word == "man" ? option.name.replacing("-", with: "\\-") : option.name
        #expect(run.output.contains(name), "\(command.help.name) \(option.name)")
      }
    }
  }

  @Test func areAcceptedByBash() throws {
    let folder = try TestFolder()
    let path = folder.path("completion.bash")
    try Data(ToolRun("completion", "bash").output.utf8).write(to: URL(fileURLWithPath: path))
    let bash = Process()
    bash.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    bash.arguments = [
      "bash", "-c",
      ". \(path); COMP_WORDS=(swiftdata schema x --format s); COMP_CWORD=4; _swiftdata; echo ${COMPREPLY[*]}",
    ]
    let output = Pipe()
    bash.standardOutput = output
    try bash.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    bash.waitUntilExit()
    #expect(bash.terminationStatus == 0)
    #expect(text == "svg\n")
  }

  @Test func historyIsShown() throws {
    let folder = try TestFolder()
    let path = try LibraryStore.make(folder)
    let run = ToolRun("history", path, "--entity", "Tag")
    #expect(run.lines.dropFirst() == ["  + Tag 1", "  + Tag 2"])
    #expect(run.output.contains("by test"))
    #expect(ToolRun("history", path, "--format", "jsonl").lines.count == 1)
    #expect(ToolRun("history", path, "--after", "1").output.isEmpty)
  }
}
