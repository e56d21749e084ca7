import ExampleTestSupport
import Testing

@testable import spots

@Suite("Conventions", .timeLimit(.minutes(20)))
struct ConventionsTests {
  @Test func programFollowsTheSharedConventions() async throws {
    let conventions = ProgramConventions(
      Spots.program, reading: ["list"],
      naming: [
        ["rename-world", "NAME", "b"], ["delete-world", "NAME"], ["delete", "NAME"],
        ["list", "--world", "NAME"], ["nearest", "0", "0", "0", "--world", "NAME"],
        ["add", "a", "0", "0", "0", "--world", "NAME"], ["edit", "NAME", "--name", "b"],
        ["export", "NAME", "b.png"], ["edit-world", "NAME", "--name", "b"],
      ],
      adding: [
        ["add-world", "Survival"]
      ])
    for difference in try await conventions.differences() { Issue.record("\(difference)") }
  }
}
