import ExampleSupport
import ExampleSync
import ExampleTestSupport
import Foundation
import SyncTesting
import Testing

@testable import spots

/// An account on a Kinto server, and devices that know its password.
struct SyncedSpots: Sendable {
  let address: String
  let user: String
  static let password = ["SPOTS_PASSWORD": "secret"]

  /// Creates an account.
  init() async throws {
    let server = try KintoServer.shared(.memory)
    user = "s" + UUID().uuidString.lowercased()
    _ = try await server.makeAccount(user)
    address = server.address.absoluteString
  }

  /// Runs the body with devices that have chosen the server.
  func withDevices(_ count: Int, _ body: ([SpotsRunner]) async throws -> Void) async throws {
    try await withTemporaryFolder { folder in
      var devices: [SpotsRunner] = []
      for number in 0..<count {
        let home = folder.appendingPathComponent("device \(number)")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        let device = SpotsRunner(runner: ProgramRunner(Spots.program, folder: home), folder: home)
        _ = await device.synced(["settings", "provider", "kinto"] + place)
        devices.append(device)
      }
      try await body(devices)
    }
  }

  /// The options that specify the server.
  var place: [String] { ["--server", address, "--user", user] }
}

extension SpotsRunner {
  /// Runs a command with the password in its environment.
  func synced(_ arguments: [String]) async -> ProgramRunner.Outcome {
    await run(arguments, variables: SyncedSpots.password)
  }

  /// Syncs, and returns the report.
  func syncNow(_ options: String...) async throws -> SyncReportRecord {
    try await synced(["sync", "now", "--json"] + options).decoded()
  }

  /// The status of sync.
  func status() async throws -> SyncStatusRecord {
    try await synced(["sync", "status", "--json"]).decoded()
  }

  /// Changes the time of the next sync, in the file next to the store.
  func setNextTry(_ date: Date) throws {
    let file = URL(fileURLWithPath: runner.storePath + "-sync-status")
    let object = try JSONSerialization.jsonObject(with: try Data(contentsOf: file))
    var contents = try #require(object as? [String: Any])
    contents["nextTry"] = ISO8601DateFormatter().string(from: date)
    try JSONSerialization.data(withJSONObject: contents).write(to: file)
  }

  /// The names of the spots, as `list` shows them.
  func names() async throws -> [String?] {
    let spots: [SpotRecord] = try await synced(["list", "--json"]).decoded()
    return spots.map(\.name).sorted { ($0 ?? "") < ($1 ?? "") }
  }
}
