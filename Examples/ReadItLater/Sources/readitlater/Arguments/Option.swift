/// What can be said with dashes on the command line.
enum Option: String, CaseIterable {
  case json
  case store
  case to
  case help

  /// Options that every command takes.
  static let common: Set<Option> = [.json, .store, .help]

  /// What stands for the option's value in help; nil for an option without one.
  var valueName: String? {
    switch self {
    case .json, .help: nil
    case .store: "PATH"
    case .to: "STATUS"
    }
  }

  var summary: String {
    switch self {
    case .json: "Print JSON instead of text."
    case .store: "Use the store at this path."
    case .to: "Put what is imported here instead of in the inbox."
    case .help: "Show help."
    }
  }

  /// How the option is written.
  var spelling: String { "--\(rawValue)" }
}
