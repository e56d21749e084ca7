import ExampleSupport
import ExampleTestSupport
import Foundation
import StoreFixtures
import Testing

@testable import readitlater

@Suite("Stores of earlier versions")
struct EarlierVersionTests {
  @Test(arguments: ["1.0.0", "2.0.0"])
  func oldStoresAreReportedAndThenOpened(_ version: String) async throws {
    try await withTemporaryFolder { folder async throws in
      let url = try StoreFixtures.copy(of: "ReadItLater", version: version, to: folder)
      let program = ProgramRunner(ReadItLater.program, folder: folder)
      let report = await program.run(["report", "--store", url.path])
      #expect(report.code == .success)
      #expect(report.output.contains(version))
      #expect(report.output.contains("3.0.0"))

      let list = await program.run(["list", "inbox", "--json", "--store", url.path])
      #expect(try list.decoded(as: [BookmarkRecord].self).count == 40)
      #expect(list.messages.contains("migrating \(version) to "))
      #expect(await program.run(["stats", "--store", url.path]).messages.isEmpty)
    }
  }
}
