package protocol SyncManager: Sendable {
  var provider: SyncProvider { get }
  func synchronize() async throws
  func enableSync(_ enabled: Bool) async throws
}

extension SyncProvider {
  /// The manager that syncs with the provider.
  package func makeManager(settings: SyncSettings) -> any SyncManager {
    switch self {
    case .cloudKit: CloudKitSyncManager(settings: settings)
    case .firebase: FirebaseSyncManager(settings: settings)
    case .local: LocalSyncManager(settings: settings)
    }
  }
}
