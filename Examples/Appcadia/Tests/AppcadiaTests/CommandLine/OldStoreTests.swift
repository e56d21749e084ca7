import ExampleSupport
import ExampleTestSupport
import Foundation
import StoreFixtures
import Testing

@testable import appcadia

@Suite("Stores of earlier versions")
struct OldStoreTests {
  @Test(arguments: ["1.0.0", "1.1.0", "1.2.0"])
  func oldStoresAreReportedAndThenOpened(_ version: String) async throws {
    try await withTemporaryFolder { folder async throws in
      let url = try StoreFixtures.copy(of: "Appcadia", version: version, to: folder)
      let program = ProgramRunner(Appcadia.program, folder: folder)
      let report = await program.run(["report", "--store", url.path])
      #expect(report.code == .success)
      #expect(report.output.contains(version))
      #expect(report.output.contains("1.3.0"))

      let goals = await program.run(["goals", "--all", "--json", "--store", url.path])
      #expect(try goals.decoded(as: [GoalRecord].self).count == 5)
      #expect(goals.messages.contains("migrating \(version) to "))
      let settings = await program.run(["settings", "volume", "0.5", "--store", url.path])
      #expect(settings.code == .success)
      #expect(settings.messages.isEmpty)
    }
  }
}
