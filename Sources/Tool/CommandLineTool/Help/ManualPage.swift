/// The manual page of a program, generated from the help of its commands.
package struct ManualPage: Sendable {
  private let program: ProgramHelp

  package init(_ program: ProgramHelp) { self.program = program }

  /// The page in the markup language of `man`.
  package var text: String {
    let name = program.name
    var lines = [
      ".TH \(name.uppercased()) 1 \(program.date) \"\(name) \(program.version)\" \"User Commands\"",
      ".SH NAME", "\(name) \\- \(program.purpose)",
      ".SH SYNOPSIS", ".B \(name)", ".I COMMAND", "[arguments] [options]", ".SH DESCRIPTION",
    ]
    lines += Self.filled(program.discussion)
    lines.append(".SH COMMANDS")
    for help in program.commands { lines += section(help) }
    lines.append(".SH EXIT STATUS")
    for (status, meaning) in program.exitStatuses {
      lines += [".TP", "\(status)"] + Self.filled(meaning)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func section(_ help: CommandHelp) -> [String] {
    var lines = [".SS \(Self.escaped("\(program.name) \(help.usage)"))"] + Self.filled(help.summary)
    for block in Prose(help.discussion).blocks {
      switch block {
      case .paragraph(let text): lines += [".PP"] + Self.filled(text)
      case .lines(let texts): lines += [".PP", ".nf"] + texts.map(Self.escaped) + [".fi"]
      case .gap: break
      }
    }
    for argument in help.arguments {
      lines += [".TP", ".I \(Self.escaped(argument.name))"] + Self.filled(argument.summary)
    }
    for option in help.allOptions {
      lines += [".TP", ".B \(Self.escaped(option.usage))"] + Self.filled(option.summary)
    }
    for example in help.examples { lines += [".PP", ".nf", Self.escaped("  " + example), ".fi"] }
    return lines
  }

  /// A text as source lines, which `man` wraps again.
  private static func filled(_ text: String) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
      let last = lines[lines.count - 1]
      if last.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if last.count + 1 + word.count <= width {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines.map(escaped)
  }

  /// The width of source lines, with room for escapes.
  private static let width = 64

  /// A text as one line: characters that are special to `man` are escaped, and those beyond ASCII,
  /// which not every `man` can read, are written by their names.
  static func escaped(_ text: String) -> String {
    var plain = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": plain += "\\e"
      case "-": plain += "\\-"
      case _ where scalar.isASCII: plain.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        plain += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
      }
    }
    return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&" + plain : plain
  }
}
