/// Help on a program, in JSON.
struct ProgramRecord: Encodable {
  struct Status: Encodable {
    var code: Int32
    var meaning: String
  }

  var name: String
  var version = ProgramVersion.current
  var introduction: String
  /// The path of the store within the user's data folder.
  var store: String
  var commands: [CommandRecord]
  var exitCodes = ExitCode.meanings.map { Status(code: $0.code.rawValue, meaning: $0.meaning) }

  init(_ program: Program) {
    name = program.name
    introduction = program.introduction
    store = program.storeFile
    commands = program.commands.map { CommandRecord($0) }
  }
}

/// Help on a command, in JSON.
struct CommandRecord: Encodable {
  struct Option: Encodable {
    var name: String
    var value: String?
    var summary: String
  }

  var name: String
  var synopsis: String
  var summary: String
  var details: String
  var options: [Option]

  init(_ command: any Command.Type) {
    name = command.name
    synopsis = command.synopsis
    summary = command.summary
    details = command.details
    options = command.allOptions.map {
      Option(name: $0.name, value: $0.valueName, summary: $0.summary)
    }
  }
}
