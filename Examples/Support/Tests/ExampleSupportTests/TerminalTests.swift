import Foundation
import ExampleSupport
import Synchronization
import Testing

@Suite("Terminal")
struct TerminalTests {
  @Test func failureDescribesItselfToOtherCode() {
    let failure: any Error = CommandFailure("There is no file “a”.", advice: "Give a picture.")
    #expect(failure.sentence == "There is no file “a”.")
    #expect(failure.suggestion == "Give a picture.")
    #expect(failure.localizedDescription == "There is no file “a”.")
    #expect((CommandFailure("It failed.") as any Error).suggestion == nil)
  }

  @Test func messagesCannotControlTheTerminal() {
    let said = Mutex("")
    let terminal = Terminal(
      program: "test", output: { _ in }, message: { text in said.withLock { $0 += text } })
    terminal.fail(CommandFailure("no \u{1B}[2Jfile", advice: "Give\tone.\nOr two."))
    #expect(said.withLock(\.self) == "test: no \u{FFFD}[2Jfile\nGive\u{FFFD}one.\nOr two.\n")
  }
}
