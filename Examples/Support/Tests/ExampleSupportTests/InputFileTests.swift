import ExampleSupport
import ExampleTestSupport
import Foundation
import Testing

@Suite("Input file", .timeLimit(.minutes(20)))
struct InputFileTests {
  @Test func allBytesOfAFileAreRead() throws {
    try withTemporaryFolder { folder in
      let url = folder.appendingPathComponent("a")
      for count in [1, 65_535, 65_536, 300_000] {
        let data = Data((0..<count).map { UInt8(truncatingIfNeeded: $0) })
        try data.write(to: url)
        #expect(try InputFile(url.path, wanted: "a").read() == data)
      }
    }
  }

  @Test(arguments: [
    (OddFile.missing, FailureReason.fileNotFound), (.folder, .notAFile), (.pipe, .notAFile),
    (.device, .notAFile), (.empty, .fileEmpty), (.unreadable, .fileUnreadable),
  ])
  func pathWithoutAReadableFileIsRefused(_ kind: OddFile, _ reason: FailureReason) throws {
    try withTemporaryFolder { folder in
      let path = try kind.make(in: folder)
      let error = #expect(throws: CommandFailure.self) {
        try InputFile(path, wanted: "a picture").read()
      }
      #expect(error?.reason == reason)
      #expect(error?.message.contains(path) == true)
      #expect(error?.advice?.isEmpty == false)
    }
  }

  @Test func tooLargeFileIsRefused() throws {
    try withTemporaryFolder { folder in
      let url = folder.appendingPathComponent("a")
      try Data(count: 11).write(to: url)
      let error = #expect(throws: CommandFailure.self) {
        try InputFile(url.path, wanted: "a", limit: 10).read()
      }
      #expect(error?.reason == .wrongContents)
    }
  }
}
