/// A parsed command line: words, and options with their values.
public struct Arguments: Sendable {
  /// The words that are not options, in their order.
  public private(set) var words: [String] = []
  private var values: [CommandOption: [String]] = [:]
  /// The first option that lacks its value.
  private var incomplete: CommandOption?
  private var help: CommandHelp?

  /// Parses a command line.
  ///
  /// Options may be anywhere, as `--name value` or `--name=value`; everything after `--` is a word.
  /// A value that begins with two dashes requires the equals sign. Negative numbers are words. Case
  /// is ignored in names.
  ///
  /// - Parameters:
  ///   - line: The command line without the program's name.
  ///   - options: The options that may occur.
  ///   - unknown: Returns the sentence for the spelling of any other option.
  /// - Throws: `UsageError` for other options, and for values of options that have none.
  public init(
    _ line: [String], options: [CommandOption], unknown: (String) -> String
  ) throws(UsageError) {
    try parse(line, options, unknown)
  }

  /// Parses the words after a command's name, and checks them.
  package init(_ line: [String], for help: CommandHelp) throws(UsageError) {
    self.help = help
    try parse(line, help.allOptions) { "\(help.name) has no option \($0)." }
    try check(for: help)
  }

  private mutating func parse(
    _ line: [String], _ options: [CommandOption], _ unknown: (String) -> String
  ) throws(UsageError) {
    var line = line[...]
    while let word = line.popFirst() {
      if word == "--" {
        words += line
        break
      } else if word == "-h" {
        values[.help] = [""]
      } else if word.hasPrefix("-"), word != "-", !word.isNegativeNumber {
        try append(word, &line, options, unknown)
      } else {
        words.append(word)
      }
    }
  }

  private mutating func append(
    _ word: String, _ line: inout ArraySlice<String>, _ options: [CommandOption],
    _ unknown: (String) -> String
  ) throws(UsageError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let spelling = String(parts[0])
    let written = spelling.drop { $0 == "-" }
    let names = options.map(\.name)
    guard spelling.hasPrefix("--"), let name = Spelling.match(String(written), among: names),
      let option = options.first(where: { $0.name == name })
    else {
      let guess = Spelling.closest(to: String(written), among: names)
      throw error(
        unknown(spelling) + (guess.map { " Did you mean --\($0)?" } ?? "")
          + " The options are \(options.map(\.spelling).joined(separator: ", ")).")
    }
    let given = parts.count > 1 ? String(parts[1]) : nil
    guard option.valueName != nil else {
      guard given == nil else { throw error("The option \(option.spelling) takes no value.") }
      values[option] = [""]
      return
    }
    // A word that looks like an option is an option.
    let next = given == nil && line.first?.hasPrefix("--") == false ? line.popFirst() : nil
    let value = given ?? next ?? ""
    values[option, default: []].append(value)
    if value.isEmpty { incomplete = incomplete ?? option }
  }

  /// Checks the parsed words and options against those of a command.
  ///
  /// - Throws: `UsageError`.
  public mutating func check(for command: CommandHelp) throws(UsageError) {
    help = command
    let options = command.allOptions
    if let other = values.keys.filter({ !options.contains($0) }).min(by: { $0.name < $1.name }) {
      throw error("The command \(command.name) does not have the option \(other.spelling).")
    }
    if let incomplete {
      throw error("The option \(incomplete.spelling) needs a value: \(incomplete.usage).")
    }
    for option in options where !option.choices.isEmpty {
      try check(all(option.name), option.choices) { "\(option.spelling) does not accept “\($0)”." }
    }
    guard command.declaresArguments, !has("help") else { return }
    let needed = command.arguments.prefix { !$0.isOptional }.count
    guard words.count >= needed else {
      let argument = command.arguments[words.count]
      throw error("\(command.name) needs \(argument.name): \(argument.summary)")
    }
    guard words.count <= command.arguments.count else {
      let extra = words[command.arguments.count]
      throw error("\(command.name) does not accept the extra argument “\(extra)”.")
    }
    for (word, argument) in zip(words, command.arguments) {
      guard case .choice(let choices) = argument.kind else { continue }
      try check([word], choices) { "\(argument.name) cannot be “\($0)”." }
    }
  }

  private func check(
    _ words: [String], _ choices: [String], _ sentence: (String) -> String
  ) throws(UsageError) {
    guard let wrong = words.first(where: { !choices.contains($0) }) else { return }
    throw error("\(sentence(wrong)) Use one of these: \(choices.joined(separator: ", ")).")
  }

  private func error(_ message: String) -> UsageError { UsageError(message, about: help) }

  /// The last value given for the option with a name, empty for one without a value; nil if it was
  /// not given.
  public subscript(_ option: String) -> String? { all(option).last }

  /// All values given for an option.
  package func all(_ option: String) -> [String] { values[CommandOption(option, "")] ?? [] }

  /// Whether an option was given.
  package func has(_ option: String) -> Bool { self[option] != nil }

  /// The value of an option as a nonnegative number.
  package func count(_ option: String) throws -> Int? {
    guard let text = self[option] else { return nil }
    guard let number = Int(text), number >= 0 else {
      throw error("--\(option) must be a whole number, 0 or greater, not “\(text)”.")
    }
    return number
  }
}

extension String {
  /// Whether the text begins like a negative number, as no option does.
  fileprivate var isNegativeNumber: Bool {
    hasPrefix("-") && dropFirst().first.map { $0.isASCII && $0.isNumber } == true
  }
}
