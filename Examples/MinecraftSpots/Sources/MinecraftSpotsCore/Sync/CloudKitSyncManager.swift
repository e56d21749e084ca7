// CloudKit実装
package struct CloudKitSyncManager: SyncManager {
  package let provider: SyncProvider = .cloudKit
  private let settings: SyncSettings

  package init(settings: SyncSettings = SyncSettings()) {
    self.settings = settings
  }

  /// - Throws: `SyncError.providerNotBuilt`.
  package func synchronize() async throws {
    throw SyncError.providerNotBuilt(provider)
  }

  /// Keeps the choice, which takes effect with the next start of a version that can sync.
  /// - Throws: What the settings throw when they cannot be written.
  package func enableSync(_ enabled: Bool) async throws {
    try settings.setICloudSyncEnabled(enabled)
  }
}
