import AppcadiaCore
import ExampleSupport

extension CommandOption {
  static let all = CommandOption("all", "Show closed goals too.")
  static let category = CommandOption("category", value: "TEXT", "The kind of goal.")
  static let date = CommandOption(
    "date", value: "DAY", "The day: YYYY-MM-DD, today or yesterday; by default today.")
  static let description = CommandOption("description", value: "TEXT", "A description.")
  static let difficulty = CommandOption("difficulty", value: "1-5", "How hard it is.")
  static let minutes = CommandOption("minutes", value: "N", "How many minutes it takes.")
  static let month = CommandOption(
    "month", value: "YYYY-MM", "The month; by default the current one.")
  static let mood = CommandOption("mood", value: "TEXT", "How you felt.")
  static let motivation = CommandOption("motivation", value: "TEXT", "Why you want it.")
  static let note = CommandOption("note", value: "TEXT", "A note on the stamp.")
  static let optional = CommandOption("optional", "The action is not required.")
  static let remind = CommandOption(
    "remind", value: "HH:MM", "The time of a reminder, for remind and feed.")
  static let type = CommandOption(
    "type", value: StampType.allCases.map(\.rawValue).joined(separator: "|"),
    "The kind of stamp; by default regular.")
  static let until = CommandOption("until", value: "YYYY-MM-DD", "The last day for reaching it.")
}

extension Invocation {
  /// The value of an option as an integer.
  ///
  /// - Throws: `UsageError`.
  func integer(_ option: CommandOption) throws -> Int? {
    try value(option, as: "a whole number") { Int($0) }
  }

  /// The value of an option, parsed by a closure.
  ///
  /// - Parameters:
  ///   - option: The option.
  ///   - kind: The kind of value that is required, for the message.
  ///   - read: Parses the value; returns nil if it is invalid.
  /// - Returns: The value; nil if the option was not given.
  /// - Throws: `UsageError`.
  func value<Value>(
    _ option: CommandOption, as kind: String, _ read: (String) -> Value?
  ) throws -> Value? {
    guard let text = self[option] else { return nil }
    guard let value = read(text) else {
      throw UsageError(
        "\(option.spelling) must be \(kind), not “\(text.printable)”.", about: command)
    }
    return value
  }

  /// The value of an option as one of several words.
  ///
  /// - Throws: `UsageError`.
  func choice<Value: CaseIterable & RawRepresentable<String>>(
    _ option: CommandOption, of type: Value.Type = Value.self
  ) throws -> Value? {
    let choices = Value.allCases.map(\.rawValue).alternatives
    return try value(option, as: choices) { Value(rawValue: $0.lowercased()) }
  }
}
