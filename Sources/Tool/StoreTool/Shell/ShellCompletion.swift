/// Shell scripts that complete command lines, generated from the help of the commands.
package struct ShellCompletion: Sendable {
  package enum Shell: String, Sendable, CaseIterable {
    case bash, zsh, fish
  }

  private let helps: [CommandHelp]

  package init(_ commands: [any ToolCommand.Type]) { helps = commands.map { $0.help } }

  package func script(for shell: Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  private var bash: String {
    let cases = helps.map { help in
      let choices = help.options.filter { !$0.choices.isEmpty }.map { option in
        "      \(option.spelling)) COMPREPLY=($(compgen -W '\(option.choices.joined(separator: " "))' "
          + "-- \"$word\")); return ;;"
      }
      let words = help.allOptions.map(\.spelling) + self.choices(help)
      return """
            \(help.name))
              case "$before" in
        \((choices + ["      *) ;;"]).joined(separator: "\n"))
              esac
              options='\(words.joined(separator: " "))' ;;
        """
    }
    return """
      # Completion of swiftdata for bash: source it, or put it into bash-completion's folder.
      _swiftdata() {
        local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}" options=''
        # Most shells split --option=value into three words.
        if [ "$word" = '=' ]; then word=''
        elif [ "$before" = '=' ]; then before="${COMP_WORDS[COMP_CWORD-2]}"
        fi
        COMPREPLY=()
        if [ "$COMP_CWORD" -eq 1 ]; then
          COMPREPLY=($(compgen -W '\(helps.map(\.name).joined(separator: " "))' -- "$word"))
          return
        fi
        case "${COMP_WORDS[1]}" in
      \(cases.joined(separator: "\n"))
        esac
        COMPREPLY=($(compgen -W "$options" -- "$word"))
        # Names of files may have spaces.
        local name
        while IFS= read -r name; do COMPREPLY+=("$name"); done < <(compgen -f -- "$word")
      }
      complete -o filenames -F _swiftdata swiftdata

      """
  }

  private var zsh: String {
    let commands = helps.map { "    '\($0.name):\(Self.zshText($0.summary))'" }
    let cases = helps.map { help in
      let options = help.allOptions.map { option -> String in
        let value =
          option.choices.isEmpty
          ? (option.takesValue ? ":\(option.value ?? ""):" : "")
          : ":value:(\(option.choices.joined(separator: " ")))"
        return "'\(option.spelling)[\(Self.zshText(option.summary))]\(value)'"
      }
      let words = choices(help)
      let rest = words.isEmpty ? "'*:file:_files'" : "'*:word:(\(words.joined(separator: " ")))'"
      return "    \(help.name)) _arguments \((options + [rest]).joined(separator: " ")) ;;"
    }
    return """
      #compdef swiftdata
      _swiftdata() {
        local -a commands
        commands=(
      \(commands.joined(separator: "\n"))
        )
        if (( CURRENT == 2 )); then _describe 'command' commands; return; fi
        local command=$words[2]
        shift words; (( CURRENT-- ))
        case $command in
      \(cases.joined(separator: "\n"))
        esac
      }
      # If the shell autoloads this file, it calls the function; if sourced, the function is registered.
      if [ "$funcstack[1]" = "_swiftdata" ]; then _swiftdata "$@"; else compdef _swiftdata swiftdata; fi

      """
  }

  private var fish: String {
    var lines = ["# Completion of swiftdata for fish."]
    for help in helps {
      lines.append(
        "complete -c swiftdata -n __fish_use_subcommand -f -a \(help.name) "
          + "-d \(Self.fishText(help.summary))")
      let condition = "-n '__fish_seen_subcommand_from \(help.name)'"
      for option in help.allOptions {
        let value =
          option.choices.isEmpty
          ? (option.takesValue ? " -r" : "") : " -x -a '\(option.choices.joined(separator: " "))'"
        lines.append(
          "complete -c swiftdata \(condition) -l \(option.name)\(value) "
            + "-d \(Self.fishText(option.summary))")
      }
      let words = choices(help)
      if !words.isEmpty {
        lines.append("complete -c swiftdata \(condition) -f -a '\(words.joined(separator: " "))'")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The possible words for the arguments of a command.
  private func choices(_ help: CommandHelp) -> [String] {
    // The help of `help` cannot list the commands itself.
    if help.name == HelpCommand.help.name { return helps.map(\.name) }
    return help.arguments.flatMap { argument -> [String] in
      if case .choice(let words) = argument.kind { words } else { [] }
    }
  }

  private static func zshText(_ text: String) -> String {
    text.replacing("'", with: "’").replacing("[", with: "(").replacing("]", with: ")")
      .replacing(":", with: " –")
  }

  private static func fishText(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
