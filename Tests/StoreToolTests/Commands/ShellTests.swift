import CommandLineTool
import StoreTool
import Testing

@Suite("Completions and the manual")
struct ShellTests {
  @Test(arguments: ["bash", "zsh", "fish", "man"])
  func completionsAndManualListEveryOption(_ word: String) {
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
}
