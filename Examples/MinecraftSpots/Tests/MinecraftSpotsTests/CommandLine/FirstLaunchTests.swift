import ExampleSupport
import ExampleTestSupport
import Foundation
import Testing

@testable import spots

@Suite("First start")
struct FirstLaunchTests {
  @Test func firstStartNoticeIsShownOnce() async throws {
    try await withSpots { program in
      // Neither help nor settings count as a use of the store.
      #expect(await program("--version").messages.isEmpty)
      _ = await program("settings")
      let first = await program("worlds")
      #expect(first.code == .success)
      #expect(first.messages.contains("The store starts empty (データがリセットされる)."))
      #expect(first.messages.contains("spots import-core-data FILE"))
      #expect(first.messages.contains("Sync with iCloud is on."))
      for command in ["worlds", "list"] { #expect(await program(command).messages.isEmpty) }
    }
  }

  @Test func storeWithSpotsIsNotCalledEmpty() async throws {
    try await withSpots { program in
      _ = await program("add", "a", "0", "0", "0")
      try FileManager.default.removeItem(at: program.folder.appendingPathComponent("config"))
      let first = await program("list")
      #expect(first.messages.contains("Sync with iCloud is on."))
      #expect(!first.messages.contains("starts empty"))
    }
  }

  @Test func existingStoreWithoutSpotsIsNotCalledNew() async throws {
    try await withSpots { program in
      _ = await program("add", "a", "0", "0", "0")
      _ = await program("delete", "a")
      try FileManager.default.removeItem(at: program.folder.appendingPathComponent("config"))
      #expect(!(await program("list").messages.contains("starts empty")))
    }
  }

  @Test func noticeDoesNotChangeResults() async throws {
    try await withSpots { program in
      let first = await program("worlds", "--json")
      let worlds: [WorldRecord] = try first.decoded()
      #expect(worlds.isEmpty)
      #expect(first.messages.split(separator: "\n").allSatisfy { $0.contains(#""type":"note""#) })
      #expect(first.messages.contains("データがリセットされる"))
    }
  }

  @Test func noticeOmitsICloudIfItIsOff() async throws {
    try await withSpots { program in
      _ = await program("settings", "sync", "local")
      let first = await program("list")
      #expect(first.messages.contains("The store starts empty"))
      #expect(!first.messages.contains("iCloud"))
    }
  }

  @Test func blockedSettingsFolderDoesNotStopCommands() async throws {
    try await withSpots { program in
      // A file blocks the path of the settings folder.
      try Data().write(to: program.folder.appendingPathComponent("config"))
      let first = await program("add-world", "A")
      #expect(first.code == .success, "\(first.messages)")
      #expect(first.messages.contains("warning: This notice will be shown again"))
    }
  }
}
