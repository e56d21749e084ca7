import ExampleTestSupport
import Testing

@testable import appcadia

@Suite("Conventions", .timeLimit(.minutes(20)))
struct ConventionsTests {
  @Test func programFollowsTheSharedConventions() async throws {
    let conventions = ProgramConventions(
      Appcadia.program, reading: ["goals"],
      naming: [
        ["choose", "NAME"], ["action", "NAME", "read"], ["show", "NAME"], ["stamp", "NAME"],
        ["calendar", "NAME"], ["unstamp", "NAME"], ["tick", "NAME", "read"],
        ["untick", "NAME", "read"], ["edit", "NAME", "--title", "x"], ["close", "NAME"],
        ["reopen", "NAME"], ["delete", "NAME"],
      ],
      adding: [
        ["add", "Speak"]
      ])
    for difference in try await conventions.differences() { Issue.record("\(difference)") }
  }
}
