import ExampleSupport
import ExampleTestSupport
import Foundation
import Testing

@testable import spots

@Suite("Settings")
struct SettingsTests {
  private func write(_ text: String, for program: SpotsRunner) throws -> URL {
    let file = program.folder.appendingPathComponent("config/spots/settings.json")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return file
  }

  @Test func beginWithICloud() async throws {
    try await withSpots { program in
      let shown = await program("settings", "--json")
      let record: SettingsCommand.Record = try shown.decoded()
      #expect(
        record == SettingsCommand.Record(sync: "icloud", isActive: false, available: ["local"]))
      #expect(await program("settings").messages.contains("warning: Sync with iCloud is not built"))
      #expect(await program("list").code == .success)
    }
  }

  @Test func keepWhatIsChosen() async throws {
    try await withSpots { program in
      let off = await program("settings", "sync", "Local")
      #expect(off.output == "Sync: local (This device only)\n")
      #expect(off.messages == "spots: 設定を反映するにはアプリを再起動してください\n")
      #expect(await program("settings").output == off.output)
      #expect(await program("settings", "sync", "local").messages.isEmpty)
      let on = await program("settings", "sync", "icloud")
      #expect(on.code == .success && on.messages.contains("アプリを再起動してください"))
      #expect(on.messages.contains("Spots stay on this device."))
      let record: SettingsCommand.Record = try await program("settings", "--json").decoded()
      #expect(record.sync == "icloud" && !record.isActive)
    }
  }

  @Test func refuseFirebase() async throws {
    try await withSpots { program in
      let refused = await program("settings", "sync", "firebase")
      #expect(refused.code == .notAvailable && refused.output.isEmpty)
      #expect(refused.messages.hasPrefix("spots: Sync with Firebase is not built yet."))
      #expect(await program("list").code == .success)
    }
  }

  @Test func sayWhatToDoWhereFirebaseIsOn() async throws {
    try await withSpots { program in
      let file = try write(
        #"{"firebaseSyncEnabled": true, "iCloudSyncEnabled": false}"#, for: program)
      let refused = await program("list")
      #expect(refused.code == .notAvailable)
      #expect(refused.messages.contains("spots settings sync local"))
      #expect(await program("settings", "sync", "local").code == .success)
      #expect(await program("list").code == .success)

      try Data("no JSON".utf8).write(to: file)
      let broken = await program("settings")
      #expect(broken.code == .failure && broken.messages.contains(file.path))
      #expect(!broken.messages.contains("DecodingError"))
      #expect(try Data(contentsOf: file) == Data("no JSON".utf8))
    }
  }
}
