import ExampleSync
import MinecraftSpotsCore

/// Syncs before a command reads for the first time; if that fails, the command continues.
struct CommandSyncManager: SyncManager {
  let provider: SyncProvider
  private let settings: SyncSettings
  private let automatic: AutomaticSync<SpotsSync>

  init(settings: SyncSettings, _ automatic: AutomaticSync<SpotsSync>) {
    provider = settings.usedProvider
    (self.settings, self.automatic) = (settings, automatic)
  }

  func synchronize() async throws {
    guard provider != .local else { return }
    await automatic.read { engine in
      try await provider.makeManager(settings: settings) { engine }.synchronize()
    }
  }

  func enableSync(_ enabled: Bool) async throws {
    try await provider.makeManager(settings: settings).enableSync(enabled)
  }
}
