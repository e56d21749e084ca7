import ExampleSupport

/// A kind of server with which a program can sync.
package enum ServerKind: String, CaseIterable, Sendable {
  case local, kinto, firebase
  case cloudKit = "cloudkit"

  /// Parses the name of a kind.
  package init?(named name: String) {
    let name = name.lowercased()
    // The name of the switch in the app.
    guard let kind = name == "icloud" ? .cloudKit : Self(rawValue: name) else { return nil }
    self = kind
  }

  /// The name for users.
  package var displayName: String {
    switch self {
    case .local: "This device only"
    case .kinto: "Kinto"
    case .firebase: "Firebase"
    case .cloudKit: "iCloud"
    }
  }

  /// All names, as the synopsis of a command lists them.
  package static var choices: String { names.joined(separator: "|") }
  /// All names, sorted.
  package static var names: [String] { ["cloudkit", "firebase", "kinto", "local"] }

  /// The required and optional settings of the server.
  package var options: [ServerOption] {
    switch self {
    case .local: []
    case .kinto: ServerOption.kinto
    case .firebase: ServerOption.firebase
    case .cloudKit: ServerOption.cloudKit
    }
  }
}

/// A setting of a server that the user specifies.
package struct ServerOption: Sendable {
  /// The key in the settings.
  package var key: String
  /// The option on the command line.
  package var option: CommandOption
  /// Whether sync is impossible without it.
  package var isRequired = false
  /// Describes what is wrong with a value; nil if it is valid.
  package var fault: @Sendable (String) -> String? = { _ in nil }
}
