// Firebase実装（将来）
package struct FirebaseSyncManager: SyncManager {
  package let provider: SyncProvider = .firebase
  private let settings: SyncSettings

  package init(settings: SyncSettings = SyncSettings()) {
    self.settings = settings
  }

  /// - Throws: `SyncError.providerNotBuilt`.
  package func synchronize() async throws {
    throw SyncError.providerNotBuilt(provider)
  }

  /// - Throws: `SyncError.providerNotBuilt` when it is to be enabled.
  package func enableSync(_ enabled: Bool) async throws {
    guard !enabled else { throw SyncError.providerNotBuilt(provider) }
    try settings.setFirebaseSyncEnabled(enabled)
  }
}
