/// The manual page of the tool, made of the help of its commands.
package struct ManualPage: Sendable {
  private let helps: [CommandHelp]

  package init(_ commands: [any ToolCommand.Type]) { helps = commands.map { $0.help } }

  /// The page in the language of `man`.
  package var text: String {
    var lines = [
      ".TH SWIFTDATA 1 \"\" \"swiftdata \(Tool.version)\" \"User Commands\"", ".SH NAME",
      "swiftdata \\- look into stores of SwiftData and Core Data, and work with them",
      ".SH SYNOPSIS", ".B swiftdata", ".I COMMAND", "[arguments] [options]", ".SH DESCRIPTION",
      "Stores are opened without models: a file says of itself what it holds, or else its tables do.",
      "Commands that read change neither the file nor its log.", ".SH COMMANDS",
    ]
    for help in helps { lines += section(help) }
    lines.append(".SH EXIT STATUS")
    for status in ExitStatus.allCases {
      lines += [".TP", "\(status.rawValue)", Self.escaped(status.meaning)]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func section(_ help: CommandHelp) -> [String] {
    var lines = [".SS \(Self.escaped(help.synopsis))", Self.escaped(help.summary)]
    if !help.discussion.isEmpty {
      lines += [".PP", ".nf"]
      lines += help.discussion.split(separator: "\n", omittingEmptySubsequences: false)
        .map { Self.escaped(String($0)) }
      lines.append(".fi")
    }
    for argument in help.arguments {
      lines += [".TP", ".I \(Self.escaped(argument.name))", Self.escaped(argument.summary)]
    }
    for option in help.allOptions {
      lines += [".TP", ".B \(Self.escaped(option.usage))", Self.escaped(option.summary)]
    }
    for example in help.examples { lines += [".PP", ".nf", Self.escaped("  " + example), ".fi"] }
    return lines
  }

  /// A text as a line: signs that `man` takes for its own are escaped.
  static func escaped(_ text: String) -> String {
    let plain = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
    return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&" + plain : plain
  }
}
