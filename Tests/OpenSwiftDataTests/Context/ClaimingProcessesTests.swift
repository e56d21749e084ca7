import Foundation
import OpenSwiftData
import StoreTesting
import Testing

@testable import crashwriter

@Suite("Policies of several processes")
struct ClaimingProcessesTests {
  /// One process inserts each claim, and no raise of its count is lost.
  @Test(.enabled(if: KilledWriter.program != nil, "the helper program is not built"))
  func eachClaimIsInsertedOnceAndNoRaiseIsLost() throws {
    let folder = try TestFolder()
    let url = folder.file("shared.store")
    let container = try ModelContainer(
      for: Claim.self, configurations: ModelConfiguration(url: url))
    let (count, programs) = (20, 4)
    let outputs = try (0..<programs).map { _ in
      let (process, output) = (Process(), Pipe())
      process.executableURL = KilledWriter.program
      process.arguments = [url.path, "claims", "\(count)"]
      process.standardOutput = output
      try process.run()
      return output
    }
    let lines = outputs.flatMap { output in
      String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        .split(separator: "\n")
    }
    #expect(lines.count { $0 == "claimed" } == count)
    #expect(lines.count { $0 == "raised" } == count * programs)
    let claims = try ModelContext(container).fetch(
      FetchDescriptor<Claim>(sortBy: [SortDescriptor(\.number)]))
    #expect(claims.map(\.number) == Array(0..<count))
    #expect(claims.first?.count == count * programs)
  }
}
