import DataSync
import Foundation
import SwiftData
import SyncEncryption

@Model
final class Diary {
  var text = ""

  init(text: String) { self.text = text }
}

/// Syncs through a server that cannot read the data; the passphrase decrypts it on all devices.
func syncSealed(
  _ container: ModelContainer, _ server: any SyncProvider, passphrase: String
) async throws {
  let sealed = try await SealedProvider.unlock(server, passphrase: passphrase)
  try await SyncEngine(container, sealed).syncNow()
}

/// Continues with a new key, and encrypts the server's data again.
func changeKey(_ server: any SyncProvider, _ old: SyncKey) async throws -> SyncKeyRing {
  let ring = SyncKeyRing(old, newer: [try SyncKey.random()])
  try await SealedProvider(server, keys: ring).reseal()
  return ring
}

// A key as text can be printed and stored in a safe.
let key = try SyncKey.random()
let again = try SyncKey(text: key.text)
let server = MemoryServer()
let provider = SealedProvider(MemoryProvider(server), key: again)
let container = try ModelContainer(
  for: Diary.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
let context = ModelContext(container)
context.insert(Diary(text: "Nobody else's business."))
try context.save()
try await SyncEngine(container, provider).syncNow()
