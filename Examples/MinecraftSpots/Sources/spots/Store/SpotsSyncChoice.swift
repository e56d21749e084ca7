import ExampleSupport
import ExampleSync
import MinecraftSpotsCore

extension SettingsFile: SettingsStorage {}

/// The app's settings as a choice of sync.
struct SpotsSyncChoice: SyncChoice {
  private let settings: SyncSettings

  init(_ file: SettingsFile) {
    settings = SyncSettings(storage: file)
  }

  var kind: ServerKind { ServerKind(settings.chosenProvider) }
  var isOn: Bool { settings.provider != .local }

  func choose(_ kind: ServerKind) async throws {
    try await SyncProvider(kind).makeManager(settings: settings).enableSync(true)
  }

  func turn(on: Bool) async throws {
    try await settings.chosenProvider.makeManager(settings: settings).enableSync(on)
  }
}

extension ServerKind {
  /// The kind of server of the app's provider.
  init(_ provider: SyncProvider) {
    self =
      switch provider {
      case .cloudKit: .cloudKit
      case .firebase: .firebase
      case .kinto: .kinto
      case .local: .local
      }
  }
}

extension SyncProvider {
  /// The app's provider for a kind of server.
  init(_ kind: ServerKind) {
    self =
      switch kind {
      case .cloudKit: .cloudKit
      case .firebase: .firebase
      case .kinto: .kinto
      case .local: .local
      }
  }
}
