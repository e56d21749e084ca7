import CommandLineTool
import DataSchema
import Locks

/// `check`.
struct CheckCommand: ToolCommand {
  static let help = CommandHelp(
    "check", "Look for damage in the database, in relationships, key counters and files.",
    discussion: """
      The command reports damage that the database finds, and missing tables, columns, indexes and key
      counters. It finds relationships that refer to missing rows, and one-to-one relationships that
      only one of the two rows stores. It checks the rows of join tables, entity numbers, keys, key
      counters and the positions of ordered members. It finds required values that are missing,
      duplicates of unique values, and values that have another type or cannot be decoded. It also
      finds files to which no row refers, and missing files. If a part cannot be read, the command
      reports that and checks the rest. Nothing is changed. The exit status is 1 if a problem was found.
      """,
    arguments: [.store], options: [.format(["text", "json"]), .model],
    examples: ["swiftdata check default.store"])

  private let place: String
  private let isJSON: Bool

  init(_ arguments: Arguments) {
    place = arguments.words[0]
    isJSON = arguments["format"] == "json"
  }

  func run(in session: ToolSession) throws -> ExitStatus {
    let problems = try Self.problems(session.kinds.open(place), session.terminal)
    if isJSON {
      try session.terminal.print(JSONValue.array(problems.map(\.json)).lines)
    } else {
      try Self.write(problems, session.terminal)
    }
    return problems.isEmpty ? .good : .different
  }

  /// Finds the problems of a store, and shows a progress bar with an estimated total.
  static func problems(_ store: any ToolStore, _ terminal: Terminal) throws -> [StoreProblem] {
    let bar = ProgressBar(terminal: terminal, showsPercentage: false)
    defer { bar.finish() }
    let steps = Mutex(0)
    // Two steps for each entity, its counter and its entity number, and one for each property.
    let total = store.model.entities.reduce(0) { $0 + 2 + $1.properties.count }
    return try Progress.$step.withValue({
      let done = steps.withLock { count in
        count += 1
        return count
      }
      bar.update(min(done, total), of: total)
    }) { try store.problems() }
  }

  static func write(_ problems: [StoreProblem], _ terminal: Terminal) throws {
    guard !problems.isEmpty else { return try terminal.print("No problems were found.") }
    for problem in problems {
      let mark = problem.canBeRepaired ? "" : " (“repair” cannot fix this)"
      try terminal.print(
        terminal.styled(problem.kind.rawValue + ":", .red) + " \(problem.message.printable)\(mark)")
    }
  }
}

extension StoreProblem {
  var json: JSONValue {
    .object([
      "kind": .string(kind.rawValue), "message": .string(message), "count": .count(count),
      "canBeRepaired": .bool(canBeRepaired),
    ])
  }
}
