import DataSchema
import Foundation
import RecordStore
import SwiftDataErrors
import TerminalText

/// `info`.
struct InfoCommand: ToolCommand {
  static let help = CommandHelp(
    "info", "Show what a store is: version, entities, counts, size, history, health.",
    discussion: """
      The store is only read; neither the file nor its log is changed. The exit status is 1 where a
      first look finds the file damaged; “check” looks closer.
      """,
    arguments: [.store], options: [.format(["text", "json"])],
    examples: ["swiftdata info default.store", "swiftdata info --format json Photos.sqlite"])

  private let place: String
  private let isJSON: Bool

  init(_ arguments: Arguments) {
    place = arguments.words[0]
    isJSON = arguments["format"] == "json"
  }

  func run(in session: ToolSession) throws -> ExitStatus {
    let store = try session.kinds.open(place)
    var facts = try store.facts()
    var counts: [(name: String, count: Int?)] = []
    for entity in store.model.entities.sorted(by: { $0.name < $1.name }) {
      do {
        counts.append((entity.name, try store.engine.count(entity.name)))
      } catch let error as SwiftDataError where error.isOfContent {
        facts.complaints.append("\(entity.name) cannot be counted: \(error.localizedDescription)")
        counts.append((entity.name, nil))
      }
    }
    let history = try HistorySummary(store.engine)
    if isJSON {
      try session.console.print(json(store, facts, counts, history).lines)
    } else {
      try write(store, facts, counts, history, session.console)
    }
    return facts.complaints.isEmpty ? .good : .different
  }

  private func json(
    _ store: any OpenedStore, _ facts: StoreFacts, _ counts: [(name: String, count: Int?)],
    _ history: HistorySummary?
  ) -> JSONValue {
    var members = facts.facts.map { JSONValue.Member(name: $0.name, value: $0.value) }
    func add(_ name: String, _ value: JSONValue) {
      members.append(JSONValue.Member(name: name, value: value))
    }
    add(
      "entities",
      .object(
        counts.map {
          JSONValue.Member(name: $0.name, value: $0.count.map(JSONValue.count) ?? .null)
        }))
    if let history { add("history", history.json) }
    add("guesses", .strings(store.origin.guesses))
    add("problems", .strings(facts.complaints))
    return .object(members)
  }

  private func write(
    _ store: any OpenedStore, _ facts: StoreFacts, _ counts: [(name: String, count: Int?)],
    _ history: HistorySummary?, _ console: Console
  ) throws {
    var pairs = facts.facts.compactMap { fact in fact.text.map { (fact.title, $0) } }
    pairs.append(("History", history?.text ?? "none"))
    pairs.append(("Health", facts.complaints.isEmpty ? "no damage found" : "damaged"))
    let width = pairs.map(\.0.displayWidth).max() ?? 0
    for (title, text) in pairs {
      let name = console.styled((title + ":").padded(to: width + 1), .bold)
      try console.print("\(name) \(text.printable)")
    }
    for complaint in facts.complaints {
      try console.print(console.styled("  " + complaint.printable, .red))
    }
    try console.print("")
    var table = TextTable(["Entity", "Rows"])
    table.rightAligned = [1]
    for (name, count) in counts { table.append([name, count.map(String.init) ?? "unreadable"]) }
    for line in table.lines(console) { try console.print(line) }
    guard !store.origin.guesses.isEmpty else { return }
    try console.print("")
    try console.print(console.styled("Guessed:", .bold))
    for guess in store.origin.guesses { try console.print("  " + guess.printable) }
  }
}

/// What there is of a store's history.
struct HistorySummary {
  var count: Int
  var first: Date?
  var last: Date?

  /// Nil for a store without history.
  init?(_ engine: RecordEngine) throws {
    guard try engine.historyRange() != nil else { return nil }
    let numbers = try engine.historyNumbers()
    count = numbers.count
    func date(_ number: Int64?) throws -> Date? {
      guard let number else { return nil }
      var date: Date?
      try engine.forEachTransaction(after: max(number, .min + 1) - 1) {
        date = $0.date
        return false
      }
      return date
    }
    first = try date(numbers.first)
    last = try date(numbers.last)
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

extension OptionHelp {
  /// In what form results are printed; the first is the one without the option.
  static func format(_ choices: [String]) -> OptionHelp {
    OptionHelp(
      "format", choices: choices, "The form of the results; \(choices[0]) without the option.")
  }
}
