import ExampleTestSupport
import Testing

@testable import readitlater

@Suite("Conventions", .timeLimit(.minutes(20)))
struct ConventionsTests {
  @Test func programFollowsTheSharedConventions() async throws {
    let conventions = ProgramConventions(
      ReadItLater.program, reading: ["list", "inbox"],
      naming: [
        ["move", "NAME", "archive"], ["delete", "NAME"],
      ],
      adding: [
        ["add", "https://example.com/", "A page"]
      ])
    for difference in try await conventions.differences() { Issue.record("\(difference)") }
  }
}
