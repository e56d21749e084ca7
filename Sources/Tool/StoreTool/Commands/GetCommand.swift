import CommandLineTool
import RecordStore

/// `get`.
struct GetCommand: ToolCommand {
  static let help = CommandHelp(
    "get", "Show one row with its values and relationships.",
    discussion: "The exit status is 1 if the row does not exist.",
    arguments: [
      .store, CommandArgument("ENTITY", .text, "The name of an entity."),
      CommandArgument("KEY", .text, "The key of a row, a number from 1."),
    ],
    options: [.format(["text", "json"]), .model], examples: ["swiftdata get default.store Task 12"])

  private let place: String
  private let entity: String
  private let key: Int64
  private let isJSON: Bool

  init(_ arguments: Arguments) throws {
    place = arguments.words[0]
    entity = arguments.words[1]
    guard let key = Int64(arguments.words[2]), key > 0 else {
      throw ToolError.usage(
        "KEY must be a whole number, 1 or greater, not “\(arguments.words[2])”.",
        advice: "Show the keys of the rows with: swiftdata query FILE ENTITY")
    }
    self.key = key
    isJSON = arguments["format"] == "json"
  }

  func run(in session: ToolSession) throws -> ExitStatus {
    let store = try session.kinds.open(place)
    let entity = try store.entity(entity).name
    var query = RecordQuery(entity, keys: [key])
    query.readsFiles = false
    guard let record = try store.engine.rows(query).first else {
      session.terminal.note("\(entity) has no row \(key).")
      return .different
    }
    // The row may belong to a subentity of the requested entity.
    let own = try store.engine.entity(record.entity)
    var members: [(String, JSONValue)] = [
      ("@entity", .string(record.entity)), ("@key", .integer(record.key)),
      ("@version", .integer(record.version)),
    ]
    for (number, property) in own.properties.enumerated() {
      if own.relationship(number)?.isToMany == true {
        let keys = try store.engine.members(of: key, record.entity, property.name)
        members.append((property.name, .array(keys.map { .integer($0) })))
      } else if let value = record.values[property.name] {
        members.append((property.name, isJSON ? RecordText.json(value) : shown(value)))
      }
    }
    if isJSON {
      let object = JSONValue.object(members.map { JSONValue.Member(name: $0.0, value: $0.1) })
      try session.terminal.print(object.lines)
    } else {
      try write(members, session.terminal)
    }
    return .good
  }

  private func shown(_ value: RecordValue) -> JSONValue {
    if value.isNull { return .null }
    if case .composite = value { return RecordText.json(value) }
    return .string(RecordText.text(value))
  }

  private func write(_ members: [(String, JSONValue)], _ terminal: Terminal) throws {
    let width = members.map(\.0.displayWidth).max() ?? 0
    for (name, value) in members {
      let text: String
      switch value {
      case .null: text = terminal.styled("nil", .dim)
      // Further lines are aligned below the first.
      case .string(let value):
        text = value.printableLines.joined(
          separator: "\n" + String(repeating: " ", count: width + 2))
      default: text = value.line.printable
      }
      try terminal.print("\(terminal.styled(name.printable.padded(to: width), .bold))  \(text)")
    }
  }
}

extension String {
  /// The lines of the text, without terminal control characters; tabs become spaces.
  var printableLines: [String] {
    replacing("\r\n", with: "\n").replacing("\r", with: "\n")
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0).replacing("\t", with: "    ").printable }
  }
}
