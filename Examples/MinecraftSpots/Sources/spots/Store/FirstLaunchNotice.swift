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
  ///   - isStoreEmpty: Whether the store has no spots; called only if the notice is shown.
  /// - Throws: An error of `isStoreEmpty`.
  func show(on terminal: Terminal, isStoreEmpty: () throws -> Bool) rethrows {
    guard settings.isFirstLaunch else { return }
    if try isStoreEmpty() { terminal.note(Self.emptyStore) }
    if settings.iCloudSyncEnabled, !settings.isSetUp(.cloudKit) { terminal.note(Self.syncIsOn) }
    do {
      try settings.noteLaunch()
    } catch {
      // The command itself succeeded.
      terminal.warn(
        "This will be said again: \((error as? CommandFailure)?.message ?? error.sentence)")
    }
  }

  private static var emptyStore: String {
    "The store begins empty (\(SettingsText.dataIsReset)). Spots of the app's first version come over "
      + "with: spots import-core-data FILE"
  }

  private static let syncIsOn = """
    Sync with iCloud is on. Until it is set up, spots stay on this device. Set it up, choose another \
    server or none with: spots settings provider
    """
}
