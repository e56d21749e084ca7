import CommandLineTool
import DataSchema
import Foundation
import RecordStore
import SwiftDataErrors

/// `info`.
struct InfoCommand: ToolCommand {
  static let help = CommandHelp(
    "info", "Show the version, entities, row counts, size, history and health of a store.",
    discussion: """
      The store is only read; neither the file nor its log is changed. Each row is counted for its own
      entity, as in “export”. If other entities inherit from an entity, another column includes their
      rows, as in “query”. In JSON, “entities” contains the numbers that include them, and “ownRows” those
      of the entity itself. The exit status is 1 if a quick check finds damage; “check” finds more.

      For a model, the command shows its versions. With --model, “Model” is the version of the store.
      """,
    arguments: [
      CommandArgument(
        "FILE", .file, "The store, or an .xcdatamodeld, .xcdatamodel, .momd or .mom.")
    ], options: [.format(["text", "json"]), .model],
    examples: ["swiftdata info default.store", "swiftdata info --format json Photos.sqlite"])

  private let place: String
  private let isJSON: Bool

  init(_ arguments: Arguments) {
    place = arguments.words[0]
    isJSON = arguments["format"] == "json"
  }

  func run(in session: ToolSession) throws -> ExitStatus {
    if GivenModel.isModel(place) {
      try ModelInfo(GivenModel(place).source).write(isJSON: isJSON, session.terminal)
      return .good
    }
    let store = try session.kinds.open(place)
    var facts = try store.facts()
    var counts: [EntityCount] = []
    for entity in store.model.sortedEntities {
      do {
        counts.append(
          EntityCount(
            name: entity.name, count: try store.engine.count(entity.name),
            own: try store.engine.ownCount(entity.name)))
      } catch let error as SwiftDataError where error.isOfContent {
        facts.complaints.append(
          "The rows of \(entity.name) cannot be counted: \(error.localizedDescription)")
        counts.append(EntityCount(name: entity.name))
      }
    }
    let history = try HistorySummary(store)
    if isJSON {
      try session.terminal.print(json(store, facts, counts, history).lines)
    } else {
      try write(store, facts, counts, history, session.terminal)
    }
    return facts.complaints.isEmpty ? .good : .different
  }

  private func json(
    _ store: any ToolStore, _ facts: StoreFacts, _ counts: [EntityCount],
    _ history: HistorySummary?
  ) -> JSONValue {
    var members = facts.facts.map { JSONValue.Member(name: $0.name, value: $0.value) }
    func add(_ name: String, _ value: JSONValue) {
      members.append(JSONValue.Member(name: name, value: value))
    }
    func numbers(_ number: (EntityCount) -> Int?) -> JSONValue {
      .object(
        counts.map {
          JSONValue.Member(name: $0.name, value: number($0).map(JSONValue.count) ?? .null)
        })
    }
    add("entities", numbers(\.count))
    add("ownRows", numbers(\.own))
    if let history { add("history", history.json) }
    add("guesses", .strings(store.origin.guesses))
    add("problems", .strings(facts.complaints))
    return .object(members)
  }

  private func write(
    _ store: any ToolStore, _ facts: StoreFacts, _ counts: [EntityCount],
    _ history: HistorySummary?, _ terminal: Terminal
  ) throws {
    var pairs = facts.facts.compactMap { fact in fact.text.map { (fact.title, $0) } }
    pairs.append(("History", history?.text ?? "none"))
    pairs.append(("Health", facts.complaints.isEmpty ? "no damage found" : "damaged"))
    let width = pairs.map(\.0.displayWidth).max() ?? 0
    for (title, text) in pairs {
      let name = terminal.styled((title + ":").padded(to: width + 1), .bold)
      try terminal.print("\(name) \(text.printable)")
    }
    for complaint in facts.complaints {
      try terminal.print(terminal.styled("  " + complaint.printable, .red))
    }
    try terminal.print("")
    let areNested = counts.contains { $0.own != $0.count }
    var table = TextTable(
      ["Entity", "Rows"] + (areNested ? ["With subentities"] : []), rightAligned: [1, 2])
    for count in counts {
      let numbers = [count.own] + (areNested ? [count.count] : [])
      table.append([count.name] + numbers.map { $0.map(String.init) ?? "unreadable" })
    }
    try table.print(on: terminal)
    guard !store.origin.guesses.isEmpty else { return }
    try terminal.print("")
    try terminal.print(terminal.styled("Guessed:", .bold))
    for guess in store.origin.guesses { try terminal.print("  " + guess.printable) }
  }
}

/// The number of rows of an entity.
private struct EntityCount {
  var name: String
  /// Including rows of subentities; nil if the rows cannot be counted.
  var count: Int?
  /// Excluding rows of subentities; nil if the rows cannot be counted.
  var own: Int?
}

/// A summary of a store's history.
struct HistorySummary {
  var count: Int
  /// The earliest date of a transaction.
  ///
  /// It may not be the first transaction's: clocks are set back, and merged histories are
  /// unordered.
  var first: Date?
  /// The latest date of a transaction.
  var last: Date?

  /// Nil for a store without history.
  init?(_ store: any ToolStore) throws {
    guard try store.engine.historyRange() != nil else { return nil }
    count = try store.engine.historyNumbers().count
    guard count > 0 else { return }
    let range = try store.historyDates()
    (first, last) = (range?.lowerBound, range?.upperBound)
  }

  var text: String {
    guard count > 0, let first, let last else { return "no transactions" }
    let (from, to) = (DateText.shortText(first), DateText.shortText(last))
    return "\(count == 1 ? "1 transaction" : "\(count) transactions"), "
      + (from == to ? from : "\(from) to \(to)")
  }

  var json: JSONValue {
    .object([
      "transactions": .count(count), "first": first.map { .string(DateText.text($0)) },
      "last": last.map { .string(DateText.text($0)) },
    ])
  }
}

extension CommandOption {
  /// The option for the format of the results; the first choice is the default.
  static func format(_ choices: [String]) -> CommandOption {
    CommandOption(
      "format", choices: choices, "The format of the results; \(choices[0]) by default.")
  }
}
