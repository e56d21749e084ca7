import CloudKitSync
import DataSync
import ExampleSupport
import ExampleSync
import ExampleTestSupport
import Foundation
import SwiftData
import SyncTesting
import Testing

@Suite("Settings of CloudKit")
struct CloudKitSettingsTests {
  @Test func renewedWebTokenIsStored() async throws {
    try await withTemporaryFolder { folder async throws in
      let file = try SettingsFile("notes", environment: ["XDG_CONFIG_HOME": folder.path])
      let settings = ServerSettings(file)
      try file.set(CloudKitFakeServer.container, forKey: "cloudKitContainer")
      let server = CloudKitFakeServer()
      let first = await server.signIn("_user0")
      try settings.webToken.write(first)
      try settings.apiToken.write(CloudKitFakeServer.apiToken)
      for _ in 0..<2 {
        // Each start of the program does this.
        let provider = try await settings.provider(
          of: .cloudKit, for: ModelConfiguration(isStoredInMemoryOnly: true),
          transport: server.transport)
        #expect(try await provider.account() == "_user0")
        _ = try await provider.changes(since: nil, limit: 10)
      }
      #expect(try settings.webToken.read() != first)
    }
  }

  @Test func containerFollowsTheStoreConfiguration() async throws {
    try await withTemporaryFolder { folder async throws in
      let file = try SettingsFile("notes", environment: ["XDG_CONFIG_HOME": folder.path])
      let settings = ServerSettings(file)
      try file.set("iCloud.settings", forKey: "cloudKitContainer")
      try settings.webToken.write("token")
      try settings.apiToken.write("token")
      func place(_ database: ModelConfiguration.CloudKitDatabase) async throws -> String {
        try await settings.provider(
          of: .cloudKit,
          for: ModelConfiguration(isStoredInMemoryOnly: true, cloudKitDatabase: database),
          transport: CloudKitFakeServer().transport
        ).identifier
      }
      #expect(
        try await place(.automatic).hasPrefix("cloudkit:iCloud.settings/development/private/"))
      #expect(try await place(.private("iCloud.named")).hasPrefix("cloudkit:iCloud.named/"))
      await #expect(throws: CommandFailure.self) { try await place(.none) }
    }
  }
}
