import ExampleSupport
import ExampleSync
import ExampleTestSupport
import Foundation
import Testing

@testable import spots

@Suite("Settings")
struct SettingsTests {
  private typealias Record = SettingsCommand<SpotsSync>.Record

  private func write(_ text: String, for program: SpotsRunner) throws -> URL {
    let file = program.folder.appendingPathComponent("config/spots/settings.json")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return file
  }

  @Test func syncWithICloudIsTheDefault() async throws {
    try await withSpots { program in
      let shown = await program("settings", "--json")
      let record: Record = try shown.decoded()
      #expect(record.sync == "cloudkit")
      #expect(!record.isActive)
      #expect(record.server.isEmpty)
      #expect(record.available == ["local"])
      let text = await program("settings")
      #expect(text.output == "Sync: cloudkit (iCloud)\n")
      #expect(text.messages.contains("warning: Sync with iCloud is not set up."))
      #expect(text.messages.contains("The spots stay on this device."))
      #expect(await program("list").code == .success)
    }
  }

  @Test func chosenProviderIsKept() async throws {
    try await withSpots { program in
      let off = await program("settings", "provider", "Local")
      #expect(off.output == "Sync: local (This device only)\n")
      // The next command uses the new settings, so that nothing has to be restarted.
      #expect(off.messages.isEmpty)
      #expect(await program("settings").output == off.output)
      #expect(await program("settings", "sync", "local").messages.isEmpty)
      let missing = await program("settings", "provider", "icloud")
      #expect(missing.code == .usage)
      #expect(missing.messages.contains("--container NAME"))
      let on = await program(
        "settings", "provider", "icloud", "--container", "iCloud.org.example.spots")
      #expect(on.code == .success)
      #expect(on.messages.isEmpty)
      let record: Record = try await program("settings", "--json").decoded()
      #expect(record.sync == "cloudkit")
      #expect(record.isActive)
      #expect(record.server == ["container": "iCloud.org.example.spots"])
      #expect(await program("settings", "provider", "local").code == .success)
      // Earlier settings of the server are remembered.
      #expect(await program("settings", "provider", "cloudkit").code == .success)
    }
  }

  @Test(arguments: [
    ["kinto"], ["kinto", "--server", "http://a"], ["kinto", "--user", "a"], ["firebase"],
    ["kinto", "--server", "ftp://a", "--user", "a"], ["kinto", "--server", "a", "--user", "a"],
    ["kinto", "--server", "https://ada:secret@a", "--user", "a"],
    ["kinto", "--server", "https://a", "--user", "a:b"],
    ["kinto", "--server", "https://a", "--user", "a", "--collection", "a/b"],
    ["kinto", "--server", "https://a", "--user", "a", "--container", "iCloud.a"],
    ["cloudkit", "--container", "spots"],
    ["cloudkit", "--container", "iCloud.a", "--environment", "test"], ["ftp"], [],
  ])
  func incompleteOrInvalidServersAreRefused(_ words: [String]) async throws {
    try await withSpots { program in
      let refused = await program.run(["settings", "provider"] + words)
      #expect(refused.code == .usage, "\(refused)")
      let record: Record = try await program("settings", "--json").decoded()
      #expect(record.sync == "cloudkit")
      #expect(record.server.isEmpty)
    }
  }

  @Test(arguments: [
    (["kinto", "--server", "a"], "--server: “a” is not a valid server address. Write it like"),
    (["kinto", "--collection", "a/b"], "--collection: “a/b” is not a valid collection name. Use"),
    (["cloudkit", "--container", "a"], "--container: “a” is not a valid container name. Write it"),
    (["cloudkit", "--environment", "test"], "“test” is not a valid environment. Use develop"),
    (["firebase", "--project", "a/b"], "--project: “a/b” is not a valid project ID. Write it"),
  ])
  func invalidSettingOfAServerIsExplained(_ words: [String], _ reason: String) async throws {
    try await withSpots { program in
      let refused = await program.run(["settings", "provider"] + words)
      #expect(refused.messages.contains(reason), "\(refused.messages)")
    }
  }

  @Test func passwordsOverPlainHTTPCauseAWarning() async throws {
    try await withSpots { program in
      for (server, isOpen) in [
        ("http://spots.example.org", true), ("https://spots.example.org", false),
        ("http://127.0.0.1:8888", false),
      ] {
        let chosen = await program(
          "settings", "provider", "kinto", "--server", server, "--user", "ada")
        #expect(chosen.code == .success)
        #expect(chosen.messages.contains("Use an address with https.") == isOpen)
      }
    }
  }

  @Test func missingFirebaseSetupIsExplained() async throws {
    try await withSpots { program in
      let file = try write(
        #"{"firebaseSyncEnabled": true, "iCloudSyncEnabled": false}"#, for: program)
      #expect(await program("list").code == .success)
      let refused = await program("sync", "now")
      #expect(refused.code == .refused)
      #expect(refused.messages.contains("spots settings provider firebase --project ID"))
      #expect(await program("settings", "sync", "local").code == .success)
      #expect(await program("list").code == .success)

      try Data("no JSON".utf8).write(to: file)
      let broken = await program("settings")
      #expect(broken.code == .failure)
      #expect(broken.messages.contains(file.path))
      #expect(!broken.messages.contains("DecodingError"))
      #expect(try Data(contentsOf: file) == Data("no JSON".utf8))
    }
  }
}
