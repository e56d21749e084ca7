#if os(Linux)
  import Foundation
  import StoreTool
  import Testing

  /// Paths that SQLite could interpret as something other than a file, relative to its folder.
  @Suite("Paths of stores")
  struct PathTests {
    @Test(arguments: [
      "file:b.store", ":memory:", "file:b.store?mode=memory", "%41.store", "a b#c?",
      "a?\u{301}b#\u{301}c%\u{301}41",
    ])
    func pathsOfSpecialFormNameFiles(_ name: String) async throws {
      let store = try HostileStore(.own)
      let folder = store.folder.path("paths")
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      for other in [name, "b.store"] {
        let place = URL(fileURLWithPath: folder).appendingPathComponent(other)
        try FileManager.default.copyItem(atPath: store.path, toPath: place.path)
      }
      await #expect(processExitsWith: .success) {
        [name = name as String, folder = folder as String] in
        #expect(chdir(folder) == 0)
        let count = ToolRun("query", name, "Book", "--count")
        #expect(count.status == .good, "\(count.messages)")
        let deleted = ToolRun("delete", name, "Book", "--where", "@key == 1", "--apply")
        #expect(deleted.status == .good, "\(deleted.messages)")
        #expect(ToolRun("query", name, "Book", "--count").output != count.output)
        #expect(ToolRun("query", "b.store", "Book", "--count").output == count.output)
        #expect(ToolRun("query", "./\(name)", "Book", "--count").output != count.output)
        let entries = try FileManager.default.contentsOfDirectory(atPath: ".")
        let shown = Set(entries.filter { !$0.hasPrefix(".") })
        #expect(shown.isSubset(of: [name, "b.store"]), "\(entries)")
      }
    }

    @Test func passwordsOfAddressesAreNotReported() {
      for place in ["postgers://me:s3cret@host/x", "mysql://me:s3cret@host/x?a=s3cret"] {
        let run = ToolRun("info", place)
        #expect(run.status != .good, "\(run.messages)")
        #expect(!run.messages.contains("s3cret"), "\(run.messages)")
      }
    }
  }
#endif
