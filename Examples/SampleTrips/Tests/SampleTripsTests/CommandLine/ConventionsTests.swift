import ExampleTestSupport
import Testing

@testable import trips

@Suite("Conventions", .timeLimit(.minutes(20)))
struct ConventionsTests {
  @Test func programFollowsTheSharedConventions() async throws {
    let conventions = ProgramConventions(
      Trips.program, reading: ["list"],
      naming: [
        ["add-item", "NAME", "read"], ["stay", "NAME", "Hut", "here"], ["delete", "NAME"],
        ["show", "NAME"], ["edit", "NAME", "--name", "x"], ["tick", "NAME", "read"],
        ["edit-item", "NAME", "read", "--title", "x"], ["delete-item", "NAME", "read"],
        ["edit-stay", "NAME", "--remove"],
      ],
      adding: [
        ["add", "Winter", "Tromsø", "2027-01-31", "2027-02-07"]
      ])
    for difference in try await conventions.differences() { Issue.record("\(difference)") }
  }
}
