import ExampleSupport
import ExampleSync
import ExampleTestSupport
import Foundation
import SyncTesting
import Testing

@testable import spots

@Suite("Syncing spots", .timeLimit(.minutes(20)))
struct SyncTests {
  @Test func worldsSpotsAndPicturesAreSynced() async throws {
    try await SyncedSpots().withDevices(2) { devices in
      let photo = try devices[0].photo("village.png", bytes: 400_000)
      _ = await devices[0].synced(["add-world", "Survival", "--seed", "Glacier"])
      let added = await devices[0].synced(
        ["add", "Village", "1", "2", "3", "--world", "Survival", "--photo", photo.path])
      #expect(added.code == .success, "\(added)")
      #expect(added.messages.isEmpty, "\(added)")
      let spots: [SpotRecord] = try await devices[1].synced(["list", "--json"]).decoded()
      #expect(spots.map(\.name) == ["Village"])
      #expect(spots.map(\.worldName) == ["Survival"])
      #expect(spots.map(\.hasPhoto) == [true])
      let copy = devices[1].folder.appendingPathComponent("copy.png").path
      #expect(await devices[1].synced(["export", "Village", copy]).code == .success)
      #expect(FileManager.default.contents(atPath: copy) == (try Data(contentsOf: photo)))

      // Now in the other direction, with a deletion.
      _ = await devices[1].synced(["edit", "Village", "--comment", "has a smith"])
      _ = await devices[1].synced(["add", "Mine", "4", "5", "6"])
      let back: [SpotRecord] = try await devices[0].synced(["list", "--json"]).decoded()
      #expect(Set(back.map(\.comment)) == [nil, "has a smith"])
      _ = await devices[0].synced(["delete", "Mine"])
      #expect(try await devices[1].names() == ["Village"])
    }
  }

  @Test func spotsAreSentToANewCollection() async throws {
    try await SyncedSpots().withDevices(2) { devices in
      _ = await devices[0].synced(["add", "Village", "1", "2", "3"])
      #expect(try await devices[1].names() == ["Village"])
      for device in devices {
        let chosen = await device.synced(["settings", "provider", "kinto", "--collection", "other"])
        #expect(chosen.code == .success)
      }
      let report = try await devices[0].syncNow()
      #expect(report.sent == 1)
      _ = await devices[0].synced(["add", "Mine", "1", "2", "3"])
      #expect(try await devices[1].names() == ["Mine", "Village"])
    }
  }

  @Test(.enabled(if: FirestoreEmulator.isInstalled, "Firestore's emulator is not installed"))
  func spotsMoveFromKintoToFirebase() async throws {
    let address = try FirestoreEmulator.shared().address.absoluteString
    let user = "u" + UUID().uuidString.lowercased()
    try await SyncedSpots().withDevices(2) { devices in
      let photo = try devices[0].photo("village.png", bytes: 400_000)
      _ = await devices[0].synced(["add", "Village", "1", "2", "3", "--photo", photo.path])
      for device in devices {
        let chosen = await device.synced([
          "settings", "provider", "firebase", "--project", "demo-tests", "--server", address,
          "--user", user,
        ])
        #expect(chosen.code == .success, "\(chosen)")
      }
      #expect(try await devices[0].syncNow().sent == 1)
      #expect(try await devices[1].syncNow().fetched == 1)
      let copy = devices[1].folder.appendingPathComponent("copy.png").path
      let exported = await devices[1].synced(["export", "Village", copy])
      #expect(exported.code == .success, "\(exported)")
      #expect(FileManager.default.contents(atPath: copy) == (try Data(contentsOf: photo)))
      #expect(try await devices[1].status().provider == "firebase")
    }
  }

  @Test func syncKeepsSpotsWhileOffAndResumes() async throws {
    try await SyncedSpots().withDevices(2) { devices in
      _ = await devices[0].synced(["add", "Village", "1", "2", "3"])
      #expect(try await devices[1].names() == ["Village"])
      #expect(await devices[1].synced(["sync", "off"]).output.hasPrefix("Sync:      Kinto (off)"))
      _ = await devices[0].synced(["add", "Mine", "1", "2", "3"])
      _ = await devices[1].synced(["add", "Port", "1", "2", "3"])
      #expect(try await devices[1].names() == ["Port", "Village"])
      let refused = await devices[1].synced(["sync", "now"])
      #expect(refused.code == .refused)
      #expect(refused.messages.contains("spots sync on"))
      let status = try await devices[1].status()
      #expect(status.provider == "kinto")
      #expect(!status.isOn)
      #expect(status.pending == 1)

      #expect(await devices[1].synced(["sync", "on"]).code == .success)
      #expect(try await devices[1].names() == ["Mine", "Port", "Village"])
      #expect(try await devices[1].status().pending == 0)
      #expect(try await devices[0].names() == ["Mine", "Port", "Village"])
    }
  }

  @Test func wrongAndMissingPasswordsAreExplained() async throws {
    try await SyncedSpots().withDevices(1) { devices in
      let wrong = ["SPOTS_PASSWORD": "wrong"]
      let refused = await devices[0].run(["sync", "now"], variables: wrong)
      #expect(refused.code == .syncFailed)
      #expect(refused.output.isEmpty)
      #expect(refused.messages.contains("does not know the account."))
      #expect(refused.messages.contains("Check the user name and the password, or the token."))
      let listed = await devices[0].run(["add", "Village", "1", "2", "3"], variables: wrong)
      #expect(listed.code == .success)
      #expect(listed.output.hasPrefix("Added"))
      #expect(listed.messages.contains("warning: The spots were not synced."))
      let status = try await devices[0].status()
      #expect(status.pending == 1)
      #expect(status.lastSync == nil)
      #expect(status.nextTry == nil)
      #expect(status.lastError?.contains("does not know the account") == true)

      let missing = await devices[0]("sync", "now")
      #expect(missing.code == .refused)
      #expect(missing.messages.contains("SPOTS_PASSWORD"))
      #expect(missing.messages.contains("config/spots/password"))
    }
  }

  @Test func changesWithoutANetworkAreSentLater() async throws {
    let account = try await SyncedSpots()
    try await account.withDevices(2) { devices in
      // No server is listening at this address.
      _ = await devices[0].synced(
        ["settings", "provider", "kinto", "--server", "http://127.0.0.1:1"])
      let added = await devices[0].synced(["add", "Village", "1", "2", "3"])
      #expect(added.code == .success)
      #expect(added.messages.contains("127.0.0.1 did not answer"))
      let status = try await devices[0].status()
      #expect(status.pending == 1)
      #expect(status.nextTry != nil)
      // Until the next try, no command waits again.
      try devices[0].setNextTry(.distantFuture)
      #expect(await devices[0].synced(["list"]).messages.isEmpty)
      try devices[0].setNextTry(.distantPast)
      #expect(await devices[0].synced(["list"]).messages.contains("127.0.0.1 did not answer"))
      let offline = await devices[0].synced(["sync", "now", "--json"])
      #expect(offline.code == .syncFailed)
      #expect(offline.messages.contains(#""code":"offline""#))

      _ = await devices[0].synced(["settings", "provider", "kinto"] + account.place)
      #expect(try await devices[0].status().nextTry == nil)
      let report = try await devices[0].syncNow()
      #expect(report.sent == 1)
      #expect(try await devices[1].names() == ["Village"])
    }
  }

  @Test func passwordIsNotWrittenToSettings() async throws {
    try await SyncedSpots().withDevices(1) { devices in
      let folder = devices[0].folder.appendingPathComponent("config/spots")
      _ = try await devices[0].syncNow()
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
        let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
        #expect(!text.contains("secret"))
      }
      // A file can also contain the password, if only the user can read it.
      let file = folder.appendingPathComponent("password")
      try Data("secret\n".utf8).write(to: file)
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
      let refused = await devices[0]("sync", "now")
      #expect(refused.code == .refused)
      #expect(refused.messages.contains("chmod 600 \(file.path)"))
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
      #expect(await devices[0]("sync", "now").code == .success)
    }
  }

  @Test func changeOfAccountRequiresAChoice() async throws {
    let (first, second) = (try await SyncedSpots(), try await SyncedSpots())
    try await first.withDevices(1) { devices in
      _ = await devices[0].synced(["add", "Village", "1", "2", "3"])
      _ = await devices[0].synced(["settings", "provider", "kinto"] + second.place)
      let asked = await devices[0].synced(["sync", "now"])
      #expect(asked.code == .refused)
      #expect(asked.messages.contains("spots sync now --account merge|apart"))
      #expect(try await devices[0].syncNow("--account", "merge").sent == 1)
      _ = await devices[0].synced(["settings", "provider", "kinto"] + first.place)
      _ = try await devices[0].syncNow("--account", "apart")
      #expect(try await devices[0].names() == ["Village"])
      #expect(await devices[0].synced(["sync", "now", "--account", "x"]).code == .usage)
    }
  }

  @Test func progressIsNotDrawnWithoutATerminal() async throws {
    try await SyncedSpots().withDevices(1) { devices in
      let photo = try devices[0].photo("large.png", bytes: 3_000_000)
      _ = await devices[0].synced(["sync", "off"])
      _ = await devices[0].synced(["add", "Village", "1", "2", "3", "--photo", photo.path])
      _ = await devices[0].synced(["sync", "on"])
      let synced = await devices[0].synced(["sync", "now"])
      #expect(synced.output == "Sent 1, fetched 0.\n")
      #expect(synced.messages.isEmpty)
    }
  }

  @Test func syncWithoutAProviderIsRefused() async throws {
    try await withSpots { program in
      _ = await program("settings", "provider", "local")
      for arguments in [["sync", "now"], ["sync", "on"]] {
        let refused = await program.run(arguments)
        #expect(refused.code == .refused)
        #expect(refused.messages.contains("settings provider kinto"))
      }
      #expect(await program("sync").output == "Sync:      This device only\n")
      #expect(await program("sync", "sometimes").code == .usage)
    }
  }
}
