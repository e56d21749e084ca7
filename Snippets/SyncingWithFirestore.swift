import DataSync
import FirestoreSync
import Foundation
import SwiftData

/// Signs a user in, and stores the sign-in for later.
func signIn(email: String, password: String, apiKey: String, tokenFile: URL) async throws {
  let user = try await FirestoreUser.signIn(email: email, password: password, apiKey: apiKey)
  try user.refreshToken.write(to: tokenFile, atomically: true, encoding: .utf8)
}

/// Syncs a store with the documents of the signed-in user.
func syncOnce(
  _ container: ModelContainer, project: String, apiKey: String, tokenFile: URL
) async throws {
  let refreshToken = try String(contentsOf: tokenFile, encoding: .utf8)
  let user = FirestoreUser(apiKey: apiKey, refreshToken: refreshToken) { token in
    try token.write(to: tokenFile, atomically: true, encoding: .utf8)
  }
  let place = FirestorePlace(project: project, zone: "spots")
  let engine = try SyncEngine(container, FirestoreProvider(place, .user(user)))
  try await engine.syncNow()
}

/// Syncs the store of a trusted program, such as a server, with a user's documents.
func syncByServiceAccount(
  _ container: ModelContainer, project: String, keyFile: URL, owner: String
) async throws {
  let account = try FirestoreServiceAccount(keyFile: Data(contentsOf: keyFile))
  let place = FirestorePlace(project: project, zone: "spots")
  let firestore = FirestoreProvider(place, .serviceAccount(account, owner: owner))
  try await SyncEngine(container, firestore).syncNow()
  // Devices that were away for longer than half a year compare all records again.
  try await firestore.purgeTombstones(olderThan: Date(timeIntervalSinceNow: -180 * 86_400))
}

/// Syncs with an emulator on this machine, as one of its users.
func tryOut(_ container: ModelContainer) async throws {
  guard let emulator = URL(string: "http://127.0.0.1:8080") else { return }
  let place = FirestorePlace(project: "demo-spots", zone: "spots", server: emulator)
  let engine = try SyncEngine(container, FirestoreProvider(place, .emulator(user: "ada")))
  try await engine.syncNow()
}
