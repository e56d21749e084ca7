import ExampleSupport
import ExampleTestSupport
import Foundation
import StoreFixtures
import Testing

@testable import spots

@Suite("Stores of Core Data")
struct OldStoreTests {
  @Test func areReportedAndThenOpened() async throws {
    try await withTemporaryFolder { folder async throws in
      let url = try StoreFixtures.copy(of: "MinecraftSpots", version: "0.1.0", to: folder)
      let program = ProgramRunner(Spots.program, folder: folder)
      let report = await program.run(["report", "--store", url.path])
      #expect(report.code == .success)
      #expect(report.output.contains("0.1.0") && report.output.contains("1.0.0"))

      let environment = ["XDG_CONFIG_HOME": folder.path]
      let list = await program.run(
        ["list", "--with-photo", "--json", "--store", url.path], environment: environment)
      #expect(try list.decoded(as: [SpotRecord].self).count == 1)
      #expect(list.messages.contains("migrating 0.1.0 to 1.0.0, stage 1 of 1"))
    }
  }
}
