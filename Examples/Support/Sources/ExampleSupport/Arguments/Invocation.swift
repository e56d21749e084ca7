import CommandLineTool

/// A parsed command line.
package struct Invocation {
  package let program: Program
  package let command: any Command.Type
  package let arguments: [String]
  /// The given options with their values; empty for an option without a value.
  package let options: [CommandOption: String]

  /// Parses a command line.
  ///
  /// - Parameters:
  ///   - words: The command line without the program's name.
  ///   - program: The program with the commands and options.
  /// - Throws: `UsageError`.
  package init(_ words: [String], of program: Program) throws {
    var line = try Arguments(words, options: program.options) { "Unknown option \($0)." }
    let command = try line.words.first.map(program.command) ?? HelpCommand.self
    try line.check(for: command.help)
    self.program = program
    self.command = command
    arguments = Array(line.words.dropFirst())
    let given = command.allOptions.compactMap { option in line[option.name].map { (option, $0) } }
    options = Dictionary(given) { $1 }
  }

  /// The value of an option, empty for one without a value; nil if it was not given.
  package subscript(_ option: CommandOption) -> String? { options[option] }

  /// The value of an option as words with commas between them.
  ///
  /// - Parameters:
  ///   - option: The option.
  ///   - choices: The allowed words.
  /// - Returns: The words; empty if the option was not given.
  /// - Throws: `UsageError` for another word.
  package func words(_ option: CommandOption, among choices: [String]) throws -> Set<String> {
    let words = (self[option] ?? "").split(separator: ",").map { $0.lowercased() }
    for word in words where !choices.contains(word) {
      throw UsageError(
        "\(option.spelling) cannot be “\(word.printable)”. Use \(choices.alternatives), or several "
          + "with commas between them.", about: command)
    }
    return Set(words)
  }

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
}
