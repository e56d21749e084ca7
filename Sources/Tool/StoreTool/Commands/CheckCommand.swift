import DataSchema
import Locks
import TerminalText

/// `check`.
struct CheckCommand: ToolCommand {
  static let help = CommandHelp(
    "check", "Look for damage: in the database, between rows, in counters and files.",
    discussion: """
      Looked for are: damage that the database finds; tables, columns, indexes and counters that are
      missing; relationships to rows that are not there, and those that one of two rows knows; rows of
      many-to-many relationships without an end; counters of keys that have fallen behind; rows of no
      entity; keys that no row can have; values that are missing, doubled, of another type or not to be
      decoded; files that no row names, and files that are missing; places in orders. What cannot be
      read is named, and the rest is looked at. Nothing is changed. The exit status is 1 where something was found.
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
    let problems = try Self.problems(session.kinds.open(place), session.console)
    if isJSON {
      try session.console.print(JSONValue.array(problems.map(\.json)).lines)
    } else {
      try Self.write(problems, session.console)
    }
    return problems.isEmpty ? .good : .different
  }

  /// Finds the problems of a store, and shows a progress bar with an estimated total.
  static func problems(_ store: any OpenedStore, _ console: Console) throws -> [StoreProblem] {
    let bar = ProgressLine(console)
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

  static func write(_ problems: [StoreProblem], _ console: Console) throws {
    guard !problems.isEmpty else { return try console.print("No problems were found.") }
    for problem in problems {
      let mark = problem.canBeRepaired ? "" : " (not mended by “repair”)"
      try console.print(
        console.styled(problem.kind.rawValue + ":", .red) + " \(problem.message.printable)\(mark)")
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
