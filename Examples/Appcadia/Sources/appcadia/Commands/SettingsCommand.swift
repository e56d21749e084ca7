import AppcadiaCore
import ExampleSupport

/// `settings [NAME VALUE]`.
struct SettingsCommand: Command {
  static let name = "settings"
  static let synopsis = "[NAME VALUE]"
  static let summary = "Show the settings, or change one."
  static let details =
    "Names and values:\n"
    + Setting.allCases
    .map { "  \($0.rawValue.padded(to: 18))  \($0.values)" }.joined(separator: "\n")

  /// Changes the settings; nil to show them.
  let change: ((AppSettings) -> Void)?

  init(_ invocation: Invocation) throws {
    let arguments = try invocation.arguments(0...2)
    guard let name = arguments.first else {
      change = nil
      return
    }
    guard let setting = Setting(rawValue: name.lowercased()) else {
      let known = Setting.allCases.map(\.rawValue).alternatives
      throw UsageError("Unknown setting “\(name.printable)”. Use \(known).", about: Self.self)
    }
    guard arguments.count == 2, let change = setting.change(to: arguments[1]) else {
      let given = arguments.count == 2 ? ", not “\(arguments[1].printable)”" : ""
      throw UsageError(
        "\(setting.rawValue) needs a value (\(setting.values))\(given).", about: Self.self)
    }
    self.change = change
  }

  func run(in session: Session) async throws -> ExitCode {
    let store = try session.openStore()
    let settings =
      if let change { try store.settings.update(change) } else { try store.settings.settings() }
    let record = SettingsRecord(settings, trainer: try store.trainers.selected()?.name)
    try session.print(record) { record.lines.joined(separator: "\n") }
    return .success
  }
}

/// A setting that users can change.
enum Setting: String, CaseIterable {
  case volume
  case notifications
  case notificationTime = "notification-time"
  case theme
  case language

  /// A description of the allowed values.
  var values: String {
    switch self {
    case .volume: "0 to 1"
    case .notifications: "on|off"
    case .notificationTime: "HH:MM"
    case .theme: ThemeMode.allCases.map(\.rawValue).joined(separator: "|")
    case .language: Language.allCases.map(\.rawValue).joined(separator: "|")
    }
  }

  /// A closure that sets the value; nil if the value is invalid.
  func change(to text: String) -> ((AppSettings) -> Void)? {
    let text = text.lowercased()
    switch self {
    case .volume: return Float(text).map { volume in { $0.voiceVolume = volume } }
    case .notifications:
      guard ["on", "off"].contains(text) else { return nil }
      return { $0.notificationEnabled = text == "on" }
    case .notificationTime:
      return TimeOfDay(text).map { time in { $0.preferredNotificationTime = time.date } }
    case .theme: return ThemeMode(rawValue: text).map { mode in { $0.themeMode = mode.rawValue } }
    case .language:
      return Language(rawValue: text).map { language in { $0.language = language.rawValue } }
    }
  }
}
