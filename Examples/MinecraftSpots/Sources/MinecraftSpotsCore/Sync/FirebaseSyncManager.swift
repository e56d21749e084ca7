// Firebase実装
package struct FirebaseSyncManager: SyncManager {
  package let provider: SyncProvider = .firebase
  private let settings: SyncSettings
  private let engine: SyncEngineSource?

  package init(settings: SyncSettings = SyncSettings(), engine: SyncEngineSource? = nil) {
    (self.settings, self.engine) = (settings, engine)
  }

  /// Sends local changes, and fetches remote ones.
  ///
  /// - Throws: `SyncNotSetUp`, and errors of the engine.
  package func synchronize() async throws {
    try await provider.synchronize(with: engine)
  }

  /// Stores the choice; local data is kept either way.
  ///
  /// - Throws: An error of the settings if they cannot be written.
  package func enableSync(_ enabled: Bool) async throws {
    try enabled ? settings.choose(provider) : settings.turnOff(provider)
  }
}
