/// A command line, taken apart.
struct Invocation {
  var command: any Command.Type
  var arguments: [String] = []
  /// Options given, with their values; the value of an option that has none is empty.
  var options: [Option: String] = [:]

  /// Takes a command line apart.
  ///
  /// Options may stand anywhere, as `--name value` or `--name=value`; after `--` all is argument.
  /// - Throws: `UsageError`.
  init(_ words: [String]) throws {
    var words = words[...]
    var values: [String] = []
    var options: [Option: String] = [:]
    while let word = words.popFirst() {
      if word == "--" {
        values += words
        break
      } else if word == "-h" {
        options[.help] = ""
      } else if word.hasPrefix("-"), word != "-" {
        let (option, value) = try Self.option(word, rest: &words)
        options[option] = value
      } else {
        values.append(word)
      }
    }
    command = try values.isEmpty ? HelpCommand.self : Self.command(named: values.removeFirst())
    arguments = values
    self.options = options
    for option in options.keys where !Option.common.union(command.options).contains(option) {
      throw UsageError("\(command.name) takes no option \(option.spelling).", about: command)
    }
  }

  /// The arguments, where they are as many as the command takes.
  /// - Parameter count: How many arguments the command takes.
  /// - Returns: The arguments.
  /// - Throws: `UsageError` where they are more or fewer.
  func arguments(_ count: ClosedRange<Int>) throws -> [String] {
    if arguments.count < count.lowerBound {
      throw UsageError("\(command.name) needs \(command.synopsis).", about: command)
    }
    if arguments.count > count.upperBound {
      throw UsageError(
        "\(command.name) does not understand “\(arguments[count.upperBound])”.", about: command)
    }
    return arguments
  }

  private static func option(
    _ word: String, rest: inout ArraySlice<String>
  ) throws -> (Option, String) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let spelling = parts.first.map(String.init) ?? word
    guard let option = Option.allCases.first(where: { $0.spelling == spelling }) else {
      let known = Option.allCases.map(\.spelling).joined(separator: ", ")
      throw UsageError("There is no option \(spelling); there are \(known).")
    }
    let given = parts.count > 1 ? String(parts[1]) : nil
    guard let valueName = option.valueName else {
      if given != nil { throw UsageError("\(spelling) takes no value.") }
      return (option, "")
    }
    guard let value = given ?? rest.popFirst(), !value.isEmpty else {
      throw UsageError("\(spelling) needs a value: \(spelling) \(valueName).")
    }
    return (option, value)
  }

  private static func command(named name: String) throws -> any Command.Type {
    if let command = ReadItLater.commands.first(where: { $0.name == name }) { return command }
    let known = ReadItLater.commands.map { $0.name }.joined(separator: ", ")
    throw UsageError("There is no command “\(name)”; there are \(known).")
  }
}
