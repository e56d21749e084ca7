import ExampleSupport
import ExampleTestSupport
import Foundation
import Testing

@testable import spots

@Suite("Settings")
struct SettingsTests {
  @Test func beginWithThisDeviceOnly() async throws {
    try await withSpots { program in
      let record: SettingsCommand.Record = try await program("settings", "--json").decoded()
      #expect(record == SettingsCommand.Record(sync: "local", available: ["local"]))
      #expect(await program("settings", "sync", "Local").code == .success)
    }
  }

  @Test(arguments: [("icloud", "iCloud"), ("firebase", "Firebase")])
  func refuseWhatIsNotBuiltYet(_ name: String, _ shownName: String) async throws {
    try await withSpots { program in
      let refused = await program("settings", "sync", name)
      #expect(refused.code == .notBuilt && refused.output.isEmpty)
      #expect(refused.messages.hasPrefix("spots: Sync with \(shownName) is not built yet."))
      #expect(await program("list").code == .success)
    }
  }

  @Test func sayWhatToDoWhereSyncIsOn() async throws {
    try await withSpots { program in
      let file = program.folder.appendingPathComponent("config/spots/settings.json")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data("{\"iCloudSyncEnabled\": true}".utf8).write(to: file)
      let refused = await program("list")
      #expect(refused.code == .notBuilt)
      #expect(refused.messages.contains("spots settings sync local"))
      #expect(await program("settings", "sync", "local").code == .success)
      #expect(await program("list").code == .success)

      try Data("no JSON".utf8).write(to: file)
      let broken = await program("settings")
      #expect(broken.code == .failure && broken.messages.contains(file.path))
      #expect(try Data(contentsOf: file) == Data("no JSON".utf8))
    }
  }
}
