import CommandLineTool
import DataSchema
import Foundation
import RecordStore

/// `search`.
struct SearchCommand: ToolCommand {
  static let help = CommandHelp(
    "search", "Find a text in all texts of all entities.",
    discussion: """
      Case is ignored unless you pass --case. Each line shows a row and the property that contains the
      text. All rows are read. The exit status is 1 if the text was not found.
      """,
    arguments: [.store, CommandArgument("TEXT", .text, "The text to search for.")],
    options: [
      CommandOption("entity", value: "NAME", "Search only this entity."),
      CommandOption("case", "Distinguish upper and lower case."),
      CommandOption("limit", value: "COUNT", "Show at most this many rows."),
      .format(["text", "jsonl"]), .model,
    ], examples: ["swiftdata search default.store walk --limit 20"])

  private let arguments: Arguments
  private let limit: Int
  private let isJSON: Bool

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    limit = try arguments.count("limit") ?? .max
    isJSON = arguments["format"] == "jsonl"
    guard !arguments.words[1].isEmpty else {
      throw ToolError.usage("TEXT is empty.", advice: "Specify the text to search for.")
    }
  }

  func run(in session: ToolSession) throws -> ExitStatus {
    let store = try session.kinds.open(arguments.words[0])
    let names =
      try arguments["entity"].map { [try store.entity($0).name] }
      ?? store.model.sortedEntities.map(\.name)
    let matcher = TextExcerpt(arguments.words[1], ignoresCase: !arguments.has("case"))
    var count = 0
    for name in names where count < limit {
      let entity = try store.engine.entity(name)
      let columns = RecordColumn.all(of: entity).filter { $0.type == .string || $0.type == .uri }
      guard !columns.isEmpty else { continue }
      var query = RecordQuery(name)
      query.readsFiles = false
      let test: RecordCondition.TextTest = arguments.has("case") ? .contains : .containsIgnoringCase
      query.condition = .or(columns.map { .text(RecordPath($0.path), test, arguments.words[1]) })
      try store.engine.forEachRow(query) { record in
        // Rows of subentities are found when their own entity is searched.
        guard record.entity == name, count < limit else { return }
        count += 1
        try show(record, columns, matcher, session.terminal)
      }
    }
    if count == 0 { session.terminal.note("The text was not found.") }
    return count == 0 ? .different : .good
  }

  private func show(
    _ record: Record, _ columns: [RecordColumn], _ matcher: TextExcerpt, _ terminal: Terminal
  ) throws {
    for column in columns {
      let text = RecordText.text(column.value(of: record))
      guard let excerpt = matcher.excerpt(of: text) else { continue }
      if isJSON {
        let object = JSONValue.object([
          "entity": .string(record.entity), "key": .integer(record.key),
          "property": .string(column.title), "text": .string(text),
        ])
        try terminal.print(object.line)
      } else {
        let place = "\(record.entity) \(record.key)  \(column.title):".printable
        try terminal.print("\(terminal.styled(place, .bold)) \(excerpt)")
      }
    }
  }
}

/// Extracts the surroundings of a search term from a text.
private struct TextExcerpt {
  private let part: String
  private let ignoresCase: Bool
  private static let margin = 30

  init(_ part: String, ignoresCase: Bool) { (self.part, self.ignoresCase) = (part, ignoresCase) }

  /// A one-line excerpt around the term; nil if the text does not contain it.
  func excerpt(of text: String) -> String? {
    guard let range = text.range(of: part, options: ignoresCase ? .caseInsensitive : []) else {
      return nil
    }
    let start =
      text.index(range.lowerBound, offsetBy: -Self.margin, limitedBy: text.startIndex)
      ?? text.startIndex
    let end =
      text.index(range.upperBound, offsetBy: Self.margin, limitedBy: text.endIndex) ?? text.endIndex
    let line = text[start..<end].split(whereSeparator: \.isNewline).joined(separator: "⏎")
    return (start > text.startIndex ? "…" : "") + line.printable + (end < text.endIndex ? "…" : "")
  }
}
