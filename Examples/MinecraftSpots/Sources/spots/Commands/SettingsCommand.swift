import ExampleSupport
import MinecraftSpotsCore

/// `settings`.
struct SettingsCommand: Command {
  static let name = "settings"
  static let synopsis = "[sync PROVIDER]"
  static let summary = "Show the settings, or choose what spots are synced with."
  static let details = """
    PROVIDER is one of \(choices). Only local works yet: the others are refused, and the
    choice stays as it was.
    """

  private static let names: [(name: String, provider: SyncProvider)] = [
    ("local", .local), ("icloud", .cloudKit), ("firebase", .firebase),
  ]
  private static var choices: String { names.map(\.name).joined(separator: "|") }

  /// What JSON says of them.
  struct Record: Codable, Equatable {
    var sync: String
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
    if let provider {
      try await provider.makeManager(settings: settings).enableSync(true)
    }
    let chosen = Self.names.first { $0.provider == settings.provider }
    let record = Record(
      sync: chosen?.name ?? "", available: Self.names.filter(\.provider.isAvailable).map(\.name))
    try session.print(record) {
      "Sync: \(record.sync) (\(settings.provider.displayName))"
    }
    return .success
  }
}
