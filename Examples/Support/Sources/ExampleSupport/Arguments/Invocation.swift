/// A parsed command line.
package struct Invocation {
  package let program: Program
  package let command: any Command.Type
  package let arguments: [String]
  /// The given options with their values; empty for an option without a value.
  package let options: [CommandOption: String]

  /// Parses a command line.
  ///
  /// Options may be anywhere, as `--name value` or `--name=value`; everything after `--` is an
  /// argument. A value that begins with two dashes requires the equals sign. Negative numbers are
  /// always arguments.
  ///
  /// - Parameters:
  ///   - words: The command line without the program's name.
  ///   - program: The program with the commands and options.
  /// - Throws: `UsageError`.
  package init(_ words: [String], of program: Program) throws {
    var words = words[...]
    var values: [String] = []
    var options: [CommandOption: String] = [:]
    // Reported after the command is known, which may not have the option at all.
    var missing: UsageError?
    while let word = words.popFirst() {
      if word == "--" {
        values += words
        break
      } else if word == "-h" {
        options[.help] = ""
      } else if word.hasPrefix("-"), word != "-", !word.isNegativeNumber {
        let (option, value) = try Self.option(word, rest: &words, of: program)
        options[option] = value ?? ""
        if value == nil { missing = missing ?? Self.missingValue(option) }
      } else {
        values.append(word)
      }
    }
    let command = try values.isEmpty ? HelpCommand.self : program.command(values.removeFirst())
    self.program = program
    self.command = command
    self.arguments = values
    self.options = options
    for option in options.keys where !CommandOption.common.union(command.options).contains(option) {
      throw UsageError(
        "The command \(command.name) does not have the option \(option.spelling).", about: command)
    }
    if let missing { throw missing }
  }

  /// The value of an option, empty for one without a value; nil if it was not given.
  package subscript(_ option: CommandOption) -> String? { options[option] }

  /// The arguments, after checking their number.
  ///
  /// - Parameter count: The number of arguments of the command.
  /// - Returns: The arguments.
  /// - Throws: `UsageError` if there are more or fewer.
  package func arguments(_ count: ClosedRange<Int>) throws -> [String] {
    if arguments.count < count.lowerBound {
      throw UsageError(
        "The command \(command.name) needs more arguments: \(command.synopsis).", about: command)
    }
    if arguments.count > count.upperBound {
      throw UsageError(
        "The command \(command.name) does not accept “\(arguments[count.upperBound])”.",
        about: command)
    }
    return arguments
  }

  /// Parses an option; its value is nil if it needs one but has none.
  private static func option(
    _ word: String, rest: inout ArraySlice<String>, of program: Program
  ) throws -> (CommandOption, String?) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let spelling = parts.first.map(String.init) ?? word
    guard let option = program.options.first(where: { $0.spelling == spelling }) else {
      let known = program.options.map(\.spelling).joined(separator: ", ")
      throw UsageError("Unknown option \(spelling). The options of all commands are \(known).")
    }
    let given = parts.count > 1 ? String(parts[1]) : nil
    guard option.valueName != nil else {
      if given != nil { throw UsageError("The option \(spelling) does not take a value.") }
      return (option, "")
    }
    // A word that looks like an option is an option: as a value it must be written after an equals
    // sign.
    let next = given == nil && rest.first?.hasPrefix("--") == false ? rest.popFirst() : nil
    let value = given ?? next ?? ""
    return (option, value.isEmpty ? nil : value)
  }

  private static func missingValue(_ option: CommandOption) -> UsageError {
    UsageError(
      "The option \(option.spelling) needs a value: \(option.spelling) \(option.valueName ?? "").")
  }
}

extension String {
  /// Whether the text begins like a negative number, as no option does.
  fileprivate var isNegativeNumber: Bool {
    hasPrefix("-") && dropFirst().first.map { $0.isASCII && $0.isNumber } == true
  }
}
