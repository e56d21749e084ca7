import CloudKitSync
import DataSync
import Foundation
import SwiftData

/// Syncs a store with a user's private database.
func syncOnce(
  _ container: ModelContainer, apiToken: String, tokenFile: URL
) async throws {
  let database = CloudKitDatabase(
    container: "iCloud.org.example.spots", environment: .development)
  let signIn = CloudKitWebToken(try String(contentsOf: tokenFile, encoding: .utf8)) { token in
    try token.write(to: tokenFile, atomically: true, encoding: .utf8)
  }
  let cloud = CloudKitProvider(
    database, credentials: .user(apiToken: apiToken, webToken: signIn))
  let engine = try SyncEngine(container, cloud)
  try await engine.syncNow()
}
