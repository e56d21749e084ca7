/// Keeps everything on this device.
package struct LocalSyncManager: SyncManager {
  package let provider: SyncProvider = .local
  private let settings: SyncSettings

  package init(settings: SyncSettings = SyncSettings()) {
    self.settings = settings
  }

  /// Does nothing: the store is all there is.
  package func synchronize() async throws {}

  /// Turns every other provider off; there is nothing of this one to turn off.
  /// - Throws: What the settings throw when they cannot be written.
  package func enableSync(_ enabled: Bool) async throws {
    guard enabled else { return }
    try settings.choose(.local)
  }
}
