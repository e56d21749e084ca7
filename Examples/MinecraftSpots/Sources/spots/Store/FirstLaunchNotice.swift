import ExampleSupport
import MinecraftSpotsCore

/// What the program says when it is used for the first time, and never again.
struct FirstLaunchNotice {
  private let settings: SyncSettings

  init(_ settings: SyncSettings) {
    self.settings = settings
  }

  /// Says it, if it was not said before.
  func show(on terminal: Terminal) {
    guard settings.isFirstLaunch else { return }
    for line in lines { terminal.note(line) }
    do {
      try settings.noteLaunch()
    } catch {
      // The command itself did not fail.
      terminal.warn(
        "This will be said again: \((error as? CommandFailure)?.message ?? error.sentence)")
    }
  }

  private var lines: [String] {
    var lines = [
      "The store begins empty (\(SettingsText.dataIsReset)). Spots of the app's first version come over "
        + "with: spots import-core-data FILE"
    ]
    if settings.iCloudSyncEnabled, !settings.isSetUp(.cloudKit) {
      lines.append(
        "Sync with iCloud is on. Until it is set up, spots stay on this device. Set it up, choose another "
          + "server or none with: spots settings provider")
    }
    return lines
  }
}
