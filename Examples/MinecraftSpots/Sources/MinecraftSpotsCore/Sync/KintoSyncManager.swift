// A server of one's own, which the design does not have.
package struct KintoSyncManager: SyncManager {
  package let provider: SyncProvider = .kinto
  private let settings: SyncSettings
  private let engine: SyncEngineSource?

  package init(settings: SyncSettings = SyncSettings(), engine: SyncEngineSource? = nil) {
    (self.settings, self.engine) = (settings, engine)
  }

  /// Sends what has changed here, and takes in what has changed elsewhere.
  /// - Throws: `SyncNotSetUp`, and what the engine throws.
  package func synchronize() async throws {
    try await provider.synchronize(with: engine)
  }

  /// Keeps the choice; what is here stays either way.
  /// - Throws: What the settings throw when they cannot be written.
  package func enableSync(_ enabled: Bool) async throws {
    try enabled ? settings.choose(provider) : settings.turnOff(provider)
  }
}
