import ExampleSupport
import MinecraftSpotsCore

/// The notice that the program shows only once, at its first use.
struct FirstLaunchNotice {
  private let settings: SyncSettings

  init(_ settings: SyncSettings) {
    self.settings = settings
  }

  /// Shows the notice if it was not shown before.
  ///
  /// - Parameters:
  ///   - terminal: The terminal that shows it.
  ///   - isNew: Whether the store was just created. A store that was migrated, or is shared by
  ///     several devices, does not start empty.
  func show(on terminal: Terminal, aboutNewStore isNew: Bool) {
    guard settings.isFirstLaunch else { return }
    if isNew { terminal.note(Self.emptyStore) }
    if settings.iCloudSyncEnabled, !settings.isSetUp(.cloudKit) { terminal.note(Self.syncIsOn) }
    do {
      try settings.noteLaunch()
    } catch {
      // The command itself succeeded.
      terminal.warn("This notice will be shown again: \(error.sentence)")
    }
  }

  private static var emptyStore: String {
    "The store starts empty (\(SettingsText.dataIsReset)). To import the spots of the app's first "
      + "version: spots import-core-data FILE"
  }

  private static let syncIsOn = """
    Sync with iCloud is on. Until it is set up, spots stay on this device. To set it up, or to \
    choose another server or none: spots settings provider NAME
    """
}
