import ExampleSupport
import MinecraftSpotsCore

/// `settings`.
struct SettingsCommand: Command {
  static let name = "settings"
  static let synopsis = "[sync PROVIDER]"
  static let summary = "Show the settings, or choose what spots are synced with."
  static let details = """
    PROVIDER is one of \(choices). Only local works yet. iCloud is on until another is chosen, and
    can be chosen: spots stay on this device until a version syncs them. Firebase is refused.
    """

  private static let names: [(name: String, provider: SyncProvider)] = [
    ("local", .local), ("icloud", .cloudKit), ("firebase", .firebase),
  ]
  private static var choices: String { names.map(\.name).joined(separator: "|") }

  /// What JSON says of them.
  struct Record: Codable, Equatable {
    /// The provider that is chosen.
    var sync: String
    /// Whether spots are synced with it.
    var isActive: Bool
    var available: [String]
  }

  /// The provider to choose; nil to show the one chosen.
  let provider: SyncProvider?

  init(_ invocation: Invocation) throws {
    let arguments = try invocation.arguments(0...2)
    guard let key = arguments.first else {
      provider = nil
      return
    }
    guard key == "sync", arguments.count == 2 else {
      throw UsageError("Settings are chosen as: spots settings sync PROVIDER", about: Self.self)
    }
    let name = arguments[1].lowercased()
    guard let choice = Self.names.first(where: { $0.name == name }) else {
      throw UsageError(
        "“\(arguments[1])” is no provider; there are \(Self.choices).", about: Self.self)
    }
    provider = choice.provider
  }

  func run(in session: Session) async throws -> ExitCode {
    let settings = try session.syncSettings()
    let former = settings.provider
    if let provider {
      try await provider.makeManager(settings: settings).enableSync(true)
    }
    let chosen = settings.provider
    let record = Record(
      sync: Self.names.first { $0.provider == chosen }?.name ?? "",
      isActive: settings.usedProvider == chosen,
      available: Self.names.filter(\.provider.isAvailable).map(\.name))
    try session.print(record) { "Sync: \(record.sync) (\(chosen.displayName))" }
    if chosen != former { session.terminal.note(SettingsText.restart) }
    if !record.isActive { session.terminal.warn(SyncError.providerNotBuilt(chosen).sentence) }
    return .success
  }
}
