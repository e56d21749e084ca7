import FirestoreSync
import FolderSync
import Foundation
import KintoSync
import SyncEncryption
import SyncHTTP
import SyncPort

/// The kinds of servers that all provider tests use.
package enum ProviderKind: String, CaseIterable, Sendable {
  case memory, kinto, kintoOnPostgreSQL, cloudKitImitation, sealed, sealedKinto, folder, firestore

  /// All kinds except those that are not installed here; a separate test reports each of these.
  package static var allCases: [ProviderKind] {
    let everywhere: [ProviderKind] = [
      .memory, .kinto, .kintoOnPostgreSQL, .cloudKitImitation, .sealed, .sealedKinto, .folder,
    ]
    return FirestoreEmulator.isInstalled ? everywhere + [.firestore] : everywhere
  }

  /// Creates a separate place on a server, for one or more accounts.
  package func makePlace() async throws -> ProviderPlace {
    switch self {
    case .memory:
      let servers = [MemoryServer(), MemoryServer()]
      return ProviderPlace { account, _ in
        MemoryProvider(servers[account], account: "account \(account)")
      }
    case .sealed:
      let servers = [MemoryServer(), MemoryServer()]
      let key = try SyncKey.random()
      return ProviderPlace { account, _ in
        SealedProvider(
          MemoryProvider(servers[account], account: "account \(account)"), key: key)
      }
    case .sealedKinto:
      let (kinto, key) = (try await Self.kinto(.memory), try SyncKey.random())
      return ProviderPlace { account, transport in
        SealedProvider(kinto.provider(account: account, transport: transport), key: key)
      }
    case .folder:
      let root = FileManager.default.temporaryDirectory
        .appendingPathComponent("FolderSync-\(UUID().uuidString)")
      let remains = FolderRemains(root)
      return ProviderPlace { account, _ in
        withExtendedLifetime(remains) {
          FolderProvider(root.appendingPathComponent("account \(account)"))
        }
      }
    case .cloudKitImitation: return await makeCloudKitFakePlace()
    case .kinto: return try await Self.kinto(.memory)
    case .kintoOnPostgreSQL: return try await Self.kinto(.postgresql)
    case .firestore: return try Self.firestore()
    }
  }

  /// A separate zone, with accounts to which the security rules apply.
  private static func firestore() throws -> ProviderPlace {
    let place = try FirestoreEmulator.makePlace()
    let account = "u" + UUID().uuidString.lowercased()
    return ProviderPlace { number, transport in
      FirestoreProvider(place, .emulator(user: "\(account)\(number)"), transport: transport)
    }
  }

  private static func kinto(_ storage: KintoServer.Storage) async throws -> ProviderPlace {
    let server = try KintoServer.shared(storage)
    let name = "t" + UUID().uuidString.lowercased()
    let accounts = [try await server.makeAccount(name), try await server.makeAccount(name + "b")]
    return ProviderPlace { account, transport in
      KintoProvider(
        server.address, collection: name, credentials: accounts[account], uncertainty: 60,
        transport: transport)
    }
  }
}

/// Deletes a folder when it is released.
private final class FolderRemains: Sendable {
  let folder: URL
  init(_ folder: URL) { self.folder = folder }
  deinit { try? FileManager.default.removeItem(at: folder) }
}

/// A place on a server.
package struct ProviderPlace: Sendable {
  private let make: @Sendable (Int, any HTTPTransport) -> any SyncProvider

  init(_ make: @escaping @Sendable (Int, any HTTPTransport) -> any SyncProvider) {
    self.make = make
  }

  /// A provider for one of two accounts.
  package func provider(
    account: Int = 0, transport: any HTTPTransport = SystemTransport()
  ) -> any SyncProvider {
    make(account, transport)
  }
}
