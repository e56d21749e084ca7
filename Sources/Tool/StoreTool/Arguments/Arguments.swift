/// A parsed command line of a command.
package struct Arguments: Sendable {
  /// The words in their order.
  package private(set) var words: [String] = []
  private var values: [String: [String]] = [:]
  /// The advice of errors.
  private let hint: String

  /// Parses the words after the command's name.
  ///
  /// Options may be anywhere, as `--name value` or `--name=value`; everything after `--` is a plain
  /// word.
  ///
  /// - Parameters:
  ///   - line: The words.
  ///   - help: The arguments and options of the command.
  /// - Throws: `ToolError` for options and arguments that the command does not have.
  package init(_ line: [String], for help: CommandHelp) throws {
    hint = Self.hint(help)
    var line = line[...]
    while let word = line.popFirst() {
      if word == "--" {
        words += line
        break
      } else if word == "-h" {
        values["help"] = [""]
      } else if word.hasPrefix("--") {
        try take(word, &line, help)
      } else if word.hasPrefix("-"), word != "-", Double(word) == nil {
        throw ToolError.usage("\(help.name) has no option \(word).", advice: Self.hint(help))
      } else {
        words.append(word)
      }
    }
    if !isAskedForHelp { try check(help) }
  }

  private mutating func take(
    _ word: String, _ line: inout ArraySlice<String>, _ help: CommandHelp
  ) throws {
    let parts = word.dropFirst(2).split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let written = parts.first.map(String.init) ?? ""
    let names = help.allOptions.map(\.name)
    guard let name = Spelling.match(written, among: names),
      let option = help.allOptions.first(where: { $0.name == name })
    else {
      let known = help.allOptions.map(\.spelling).joined(separator: ", ")
      let guess = Spelling.closest(to: written, among: names).map { " Did you mean --\($0)?" } ?? ""
      throw ToolError.usage(
        "\(help.name) has no option --\(written).\(guess) Its options are \(known).",
        advice: Self.hint(help))
    }
    guard option.takesValue else {
      guard parts.count == 1 else {
        throw ToolError.usage("--\(name) takes no value.", advice: Self.hint(help))
      }
      values[name] = [""]
      return
    }
    guard let value = parts.count > 1 ? String(parts[1]) : line.popFirst(), !value.isEmpty else {
      throw ToolError.usage("--\(name) needs a value: \(option.usage).", advice: Self.hint(help))
    }
    guard option.choices.isEmpty || option.choices.contains(value) else {
      throw ToolError.usage(
        "--\(name) does not accept “\(value)”. Use one of these: "
          + "\(option.choices.joined(separator: ", ")).",
        advice: Self.hint(help))
    }
    values[name, default: []].append(value)
  }

  private func check(_ help: CommandHelp) throws {
    let needed = help.arguments.prefix { !$0.isOptional }.count
    guard words.count >= needed else {
      let argument = help.arguments[words.count]
      throw ToolError.usage(
        "\(help.name) needs \(argument.name): \(argument.summary)", advice: Self.hint(help))
    }
    guard words.count <= help.arguments.count else {
      throw ToolError.usage(
        "\(help.name) does not accept the extra argument “\(words[help.arguments.count])”.",
        advice: Self.hint(help))
    }
    for (word, argument) in zip(words, help.arguments) {
      guard case .choice(let choices) = argument.kind, !choices.contains(word) else { continue }
      throw ToolError.usage(
        "\(argument.name) cannot be “\(word)”. Use one of these: "
          + "\(choices.joined(separator: ", ")).",
        advice: Self.hint(help))
    }
  }

  private static func hint(_ help: CommandHelp) -> String {
    "Usage: \(help.synopsis)\nTry: swiftdata help \(help.name)"
  }

  package var isAskedForHelp: Bool { values["help"] != nil }

  /// The last value given for an option; nil if the option was not given.
  package subscript(_ option: String) -> String? { values[option]?.last }

  /// All values given for an option.
  package func all(_ option: String) -> [String] { values[option] ?? [] }

  /// Whether an option was given.
  package func has(_ option: String) -> Bool { values[option] != nil }

  /// The value of an option as a nonnegative number.
  package func count(_ option: String) throws -> Int? {
    guard let text = self[option] else { return nil }
    guard let number = Int(text), number >= 0 else {
      throw ToolError.usage(
        "--\(option) must be a whole number, 0 or greater, not “\(text)”.", advice: hint)
    }
    return number
  }
}
