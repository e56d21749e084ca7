/// Shell scripts that complete command lines, generated from the help of the commands.
package struct ShellCompletion: Sendable {
  package enum Shell: String, Sendable, CaseIterable {
    case bash, zsh, fish
  }

  private let program: ProgramHelp
  private var name: String { program.name }
  private var commands: [CommandHelp] { program.commands }

  package init(_ program: ProgramHelp) { self.program = program }

  package func script(for shell: Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  private var bash: String {
    let cases = commands.map { help in
      let choices = help.options.filter { !$0.choices.isEmpty }.map { option in
        "      \(option.spelling)) COMPREPLY=($(compgen -W '\(option.choices.joined(separator: " "))' "
          + "-- \"$word\")); return ;;"
      }
      let words = help.allOptions.map(\.spelling) + program.choices(help)
      return """
            \(help.name))
              case "$before" in
        \((choices + ["      *) ;;"]).joined(separator: "\n"))
              esac
              options='\(words.joined(separator: " "))' ;;
        """
    }
    return """
      # Completion of \(name) for bash: source it, or put it into bash-completion's folder.
      _\(name)() {
        local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}" options=''
        # Most shells split --option=value into three words.
        if [ "$word" = '=' ]; then word=''
        elif [ "$before" = '=' ]; then before="${COMP_WORDS[COMP_CWORD-2]}"
        fi
        COMPREPLY=()
        if [ "$COMP_CWORD" -eq 1 ]; then
          COMPREPLY=($(compgen -W '\(commands.map(\.name).joined(separator: " "))' -- "$word"))
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
      complete -o filenames -F _\(name) \(name)

      """
  }

  private var zsh: String {
    let summaries = commands.map { "    '\($0.name):\(Self.zshText($0.summary))'" }
    let cases = commands.map { help in
      let options = help.allOptions.map { option -> String in
        let value =
          option.choices.isEmpty
          ? (option.valueName != nil ? ":\(option.valueName ?? ""):" : "")
          : ":value:(\(option.choices.joined(separator: " ")))"
        return "'\(option.spelling)[\(Self.zshText(option.summary))]\(value)'"
      }
      let words = program.choices(help)
      let rest = words.isEmpty ? "'*:file:_files'" : "'*:word:(\(words.joined(separator: " ")))'"
      return "    \(help.name)) _arguments \((options + [rest]).joined(separator: " ")) ;;"
    }
    return """
      #compdef \(name)
      _\(name)() {
        local -a commands
        commands=(
      \(summaries.joined(separator: "\n"))
        )
        if (( CURRENT == 2 )); then _describe 'command' commands; return; fi
        local command=$words[2]
        shift words; (( CURRENT-- ))
        case $command in
      \(cases.joined(separator: "\n"))
        esac
      }
      # If the shell autoloads this file, it calls the function; if sourced, the function is registered.
      if [ "$funcstack[1]" = "_\(name)" ]; then _\(name) "$@"; else compdef _\(name) \(name); fi

      """
  }

  private var fish: String {
    var lines = ["# Completion of \(name) for fish."]
    for help in commands {
      lines.append(
        "complete -c \(name) -n __fish_use_subcommand -f -a \(help.name) "
          + "-d \(Self.fishText(help.summary))")
      let condition = "-n '__fish_seen_subcommand_from \(help.name)'"
      for option in help.allOptions {
        let value =
          option.choices.isEmpty
          ? (option.valueName != nil ? " -r" : "")
          : " -x -a '\(option.choices.joined(separator: " "))'"
        lines.append(
          "complete -c \(name) \(condition) -l \(option.name)\(value) "
            + "-d \(Self.fishText(option.summary))")
      }
      let words = program.choices(help)
      if !words.isEmpty {
        lines.append("complete -c \(name) \(condition) -f -a '\(words.joined(separator: " "))'")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func zshText(_ text: String) -> String {
    text.replacing("'", with: "’").replacing("[", with: "(").replacing("]", with: ")")
      .replacing(":", with: " –")
  }

  private static func fishText(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
