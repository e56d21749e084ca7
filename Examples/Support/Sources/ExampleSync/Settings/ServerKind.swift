import ExampleSupport

/// What a program can sync with.
package enum ServerKind: String, CaseIterable, Sendable {
  case local, kinto, firebase
  case cloudKit = "cloudkit"

  /// The kind that a user names.
  package init?(named name: String) {
    let name = name.lowercased()
    // What the switch of the app is called.
    guard let kind = name == "icloud" ? .cloudKit : Self(rawValue: name) else { return nil }
    self = kind
  }

  /// What people call it.
  package var displayName: String {
    switch self {
    case .local: "This device only"
    case .kinto: "Kinto"
    case .firebase: "Firebase"
    case .cloudKit: "iCloud"
    }
  }

  /// All names, as usage shows them.
  package static var choices: String { "cloudkit|firebase|kinto|local" }

  /// What has to be known of the place before it can be synced with, and what else can be said.
  package var options: [ServerOption] {
    switch self {
    case .local: []
    case .kinto: ServerOption.kinto
    case .firebase: ServerOption.firebase
    case .cloudKit: ServerOption.cloudKit
    }
  }
}

/// Something that a user says of a server, which is kept in the settings.
package struct ServerOption: Sendable {
  /// The key in the settings.
  package var key: String
  /// How it is said on the command line.
  package var option: CommandOption
  /// Whether nothing can be synced without it.
  package var isRequired = false
  /// What is wrong with a value; nil where nothing is.
  package var fault: @Sendable (String) -> String? = { _ in nil }
}
