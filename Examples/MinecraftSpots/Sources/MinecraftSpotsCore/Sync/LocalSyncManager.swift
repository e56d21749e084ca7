/// Keeps everything on this device.
package struct LocalSyncManager: SyncManager {
  package let provider: SyncProvider = .local
  private let settings: SyncSettings

  package init(settings: SyncSettings = SyncSettings()) {
    self.settings = settings
  }

  /// Does nothing: all data is in the store.
  package func synchronize() async throws {}

  /// Turns off all other providers; this one cannot be turned off.
  ///
  /// - Throws: An error of the settings if they cannot be written.
  package func enableSync(_ enabled: Bool) async throws {
    guard enabled else { return }
    try settings.choose(.local)
  }
}
