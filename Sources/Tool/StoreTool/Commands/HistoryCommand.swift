import CommandLineTool
import RecordStore

/// `history`.
struct HistoryCommand: ToolCommand {
  static let help = CommandHelp(
    "history", "Show the transactions of a store's history and what they changed.",
    arguments: [.store],
    options: [
      CommandOption("after", value: "NUMBER", "Show the transactions after this one."),
      CommandOption("entity", value: "NAME", "Show only changes of this entity."),
      CommandOption("limit", value: "COUNT", "Show at most this many transactions."),
      CommandOption("last", value: "COUNT", "Show only this many of the last transactions."),
      .format(["text", "jsonl"]), .model,
    ], examples: ["swiftdata history default.store --entity Task --last 20"])

  private let place: String
  private let after: Int64
  private let entity: String?
  private let limit: Int
  /// The number of most recent transactions to show; nil to begin with the first ones.
  private let last: Int?
  private let isJSON: Bool

  init(_ arguments: Arguments) throws {
    place = arguments.words[0]
    after = Int64(try arguments.count("after") ?? 0)
    entity = arguments["entity"]
    limit = try arguments.count("limit") ?? .max
    last = try arguments.count("last")
    isJSON = arguments["format"] == "jsonl"
    guard last == nil || !arguments.has("limit") else {
      throw ToolError.usage(
        "--limit and --last cannot be used together.", advice: "Leave one of them out.")
    }
  }

  func run(in session: ToolSession) throws -> ExitStatus {
    let store = try session.kinds.open(place)
    let entity = try entity.map { try store.entity($0).name }
    guard limit > 0, last != 0 else { return .good }
    var count = 0
    var kept: [(RecordTransaction, [RecordTransaction.Change])] = []
    func show(_ transaction: RecordTransaction, _ changes: [RecordTransaction.Change]) throws {
      if isJSON {
        try session.terminal.print(json(transaction, changes).line)
      } else {
        try write(transaction, changes, session.terminal)
      }
    }
    try store.engine.forEachTransaction(after: start(store, entity)) { transaction in
      let changes = transaction.changes.filter { entity == nil || $0.entity == entity }
      guard entity == nil || !changes.isEmpty else { return true }
      count += 1
      if let last {
        kept.append((transaction, changes))
        // Keeps up to twice as many, so that removing the surplus is cheap per transaction.
        if kept.count >= 2 * last { kept.removeFirst(kept.count - last) }
        return true
      }
      try show(transaction, changes)
      return count < limit
    }
    for (transaction, changes) in kept.suffix(last ?? 0) { try show(transaction, changes) }
    if count == 0 { session.terminal.note("No matching transactions were found.") }
    return .good
  }

  /// The transaction number to read after, as far as the numbers alone determine it.
  private func start(_ store: any ToolStore, _ entity: String?) throws -> Int64 {
    guard let last, entity == nil else { return after }
    let numbers = try store.engine.historyNumbers().filter { $0 > after }
    return numbers.suffix(last).first.map { $0 - 1 } ?? after
  }

  private func write(
    _ transaction: RecordTransaction, _ changes: [RecordTransaction.Change], _ terminal: Terminal
  ) throws {
    let names = [
      transaction.author.map { "by \($0)" }, transaction.process.map { "in \($0)" },
      transaction.bundle.map { "(\($0))" },
    ].compactMap(\.self)
    let title = "\(transaction.number)  \(DateText.shortText(transaction.date))"
    try terminal.print(
      terminal.styled(title, .bold) + names.map { "  " + $0.printable }.joined())
    for change in changes {
      let (mark, style): (String, Terminal.Style) =
        switch change.kind {
        case .insertion: ("+", .green)
        case .update: ("~", .yellow)
        case .deletion: ("-", .red)
        }
      let names = change.properties.joined(separator: ", ")
      try terminal.print(
        "  " + terminal.styled("\(mark) \(change.entity.printable) \(change.key)", style)
          + (names.isEmpty ? "" : "  \(names.printable)"))
    }
  }

  private func json(
    _ transaction: RecordTransaction, _ changes: [RecordTransaction.Change]
  ) -> JSONValue {
    .object([
      "number": .integer(transaction.number), "date": .string(DateText.text(transaction.date)),
      "author": transaction.author.map { .string($0) },
      "process": transaction.process.map { .string($0) },
      "bundle": transaction.bundle.map { .string($0) },
      "changes": .array(changes.map(json)),
    ])
  }

  private func json(_ change: RecordTransaction.Change) -> JSONValue {
    .object([
      "kind": .string("\(change.kind)"), "entity": .string(change.entity),
      "key": .integer(change.key),
      "properties": change.properties.isEmpty ? nil : .strings(change.properties),
      "tombstone": change.tombstone.isEmpty
        ? nil : RecordText.json(.composite(change.tombstone)),
    ])
  }
}
