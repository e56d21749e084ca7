import Observation

/// The state of the settings screen, without its view.
@MainActor
@Observable
package final class SettingsViewModel {
  private let settings: SyncSettings
  package private(set) var provider: SyncProvider
  /// Whether to tell the user that the choice takes effect when the app is launched again.
  package private(set) var showRestartAlert = false

  package init(settings: SyncSettings = SyncSettings()) {
    self.settings = settings
    provider = settings.provider
  }

  package var iCloudSyncEnabled: Bool { provider == .cloudKit }

  /// Sets the switch for iCloud.
  ///
  /// - Throws: An error of the settings if they cannot be written; the switch is unchanged then.
  package func handleSyncToggle(_ enabled: Bool) async throws {
    try await choose(enabled ? .cloudKit : .local)
  }

  /// Chooses a provider.
  ///
  /// - Throws: An error of the settings if they cannot be written; the previous choice stays then.
  package func choose(_ chosen: SyncProvider) async throws {
    guard chosen != provider else { return }
    try await chosen.makeManager(settings: settings).enableSync(true)
    provider = settings.provider
    showRestartAlert = true
  }
}
