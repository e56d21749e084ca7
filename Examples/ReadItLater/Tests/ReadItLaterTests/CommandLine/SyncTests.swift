import ExampleSupport
import ExampleSync
import ExampleTestSupport
import Foundation
import SyncTesting
import Testing

@testable import readitlater

@Suite("Syncing bookmarks", .timeLimit(.minutes(20)))
struct SyncTests {
  /// A device with its own store and settings, and with an account's password.
  private struct Device {
    let runner: ProgramRunner
    let folder: URL

    func callAsFunction(_ arguments: String...) async -> ProgramRunner.Outcome {
      await runner.run(
        arguments + ["--store", runner.storePath],
        environment: ["XDG_CONFIG_HOME": folder.path, "READITLATER_PASSWORD": "secret"])
    }

    func bookmarks(_ status: String) async throws -> [BookmarkRecord] {
      try await self("list", status, "--json").decoded()
    }
  }

  /// Runs the body with two devices of one account.
  private func withDevices(_ body: (Device, Device) async throws -> Void) async throws {
    let server = try KintoServer.shared(.memory)
    let user = "r" + UUID().uuidString.lowercased()
    _ = try await server.makeAccount(user)
    try await withTemporaryFolder { first in
      try await withTemporaryFolder { second in
        let devices = [first, second].map {
          Device(runner: ProgramRunner(ReadItLater.program, folder: $0), folder: $0)
        }
        for device in devices {
          let chosen = await device(
            "settings", "provider", "kinto", "--server", server.address.absoluteString, "--user",
            user)
          #expect(chosen.code == .success, "\(chosen)")
          #expect(chosen.messages.isEmpty, "\(chosen)")
        }
        try await body(devices[0], devices[1])
      }
    }
  }

  @Test func bookmarksAreSynced() async throws {
    try await withDevices { first, second in
      #expect(await first("add", "https://swift.org", "Swift").code == .success)
      #expect(await first("add", "https://sqlite.org", "SQLite").code == .success)
      #expect(try await second.bookmarks("inbox").map(\.title) == ["SQLite", "Swift"])
      #expect(await second("search", "sqli").output.contains("SQLite"))
      #expect(await second("delete", "SQLite").code == .success)
      #expect(try await first.bookmarks("inbox").map(\.title) == ["Swift"])
      let status: SyncStatusRecord = try await first("sync", "status", "--json").decoded()
      #expect(status.isOn)
      #expect(status.pending == 0)
      #expect(status.waiting == 0)
    }
  }

  @Test func lastChangeOfAStatusWins() async throws {
    try await withDevices { first, second in
      _ = await first("add", "https://swift.org", "Swift")
      #expect(try await second.bookmarks("inbox").count == 1)
      for device in [first, second] { _ = await device("sync", "off") }
      // The first device moves it first, and syncs last.
      _ = await first("move", "Swift", "bookmark")
      _ = await second("move", "Swift", "archive")
      let later = try #require(try await second.bookmarks("archive").first)
      for device in [second, first] { #expect(await device("sync", "on").code == .success) }
      for device in [second, first, second] {
        #expect(await device("sync", "now").code == .success)
      }
      for device in [first, second] {
        let moved = try await device.bookmarks("archive")
        #expect(moved == [later])
        #expect(try await device.bookmarks("bookmark").isEmpty)
      }
    }
  }

  @Test func syncIsOffUntilAServerIsChosen() async throws {
    try await withProgram(ReadItLater.program) { program in
      #expect(await program("sync").output == "Sync:      This device only\n")
      #expect(await program("add", "https://swift.org").messages.isEmpty)
      let refused = await program("sync", "now")
      #expect(refused.code == .refused)
      #expect(refused.messages.contains("readitlater settings provider kinto"))
    }
  }
}
