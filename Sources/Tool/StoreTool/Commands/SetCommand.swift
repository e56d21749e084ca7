import CommandLineTool
import CoreDataFormat
import DataSchema
import Foundation
import RecordStore

/// `set`.
struct SetCommand: ToolCommand {
  static let help = CommandHelp(
    "set", "Show which values of rows would be set, and set them with --apply.",
    discussion: """
      Rows that match the condition get the values, as in a program with models: required values, unique
      values and delete rules of relationships are checked, and the history gets a transaction. Write
      values as in the CSV of “export”: texts as they are, dates in ISO 8601, bytes in base64, rows by
      their keys. Nothing after the equals sign means no value, and "" means the empty text. Without
      --apply, all of this is done and rolled back, so that nothing is written. The exit status is 1 if
      no row matches the condition.
      """,
    arguments: [.store, CommandArgument("ENTITY", .text, "The name of an entity.")],
    options: [
      CommandOption("value", value: "NAME=VALUE", "The value of a property; may be repeated."),
      CommandOption(
        "where", value: "CONDITION", "Change the rows that match this condition; see “query”."),
      CommandOption("all", "Change all rows of the entity."),
      CommandOption("apply", "Write the changes."), .model,
    ],
    examples: [
      "swiftdata set default.store Task --value done=true --where 'title == \"Walk\"'",
      "swiftdata set default.store Task --value done=true --where 'title == \"Walk\"' --apply",
    ])

  private static let shown = 20
  private static let partSize = 1_000

  private let arguments: Arguments
  private let condition: String?
  private let isTrial: Bool

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    condition = try arguments.writtenRows("set")
    isTrial = !arguments.has("apply")
    guard arguments.has("value") else {
      throw ToolError.usage(
        "set needs --value NAME=VALUE.", advice: "Try: swiftdata help set")
    }
  }

  func run(in session: ToolSession) throws -> ExitStatus {
    let place = arguments.words[0]
    let engine = try session.kinds.openForWriting(place)
    let entity = try engine.entity(entityNamed: arguments.words[1], place)
    let values = try arguments.all("value").map { try Self.assignment($0, entity) }
    if let twice = values.map(\.column.title).firstRepeated {
      throw ToolError.usage(
        "--value is given twice for \(twice).", advice: "Leave one of them out.")
    }
    let (count, lines) = try engine.transaction(isTrial: isTrial) { writer in
      try change(engine.keys(of: entity, where: condition), values, entity, engine, writer)
    }
    for line in lines { try session.terminal.print(line) }
    guard count > 0 else {
      session.terminal.note("No matching row of \(entity.name) was found.")
      return .different
    }
    if count > lines.count {
      let rest = count - lines.count
      session.terminal.note(
        rest == 1 ? "1 more row is not shown." : "\(rest) more rows are not shown.")
    }
    let rows = count == 1 ? "1 row" : "\(count) rows"
    session.terminal.note(
      isTrial
        ? "\(rows) would be changed. Nothing was written. Add --apply to write the changes."
        : "\(rows) \(count == 1 ? "was" : "were") changed.")
    return .good
  }

  private typealias Assignment = (column: RecordColumn, value: RecordValue)

  private func change(
    _ keys: [Int64], _ values: [Assignment], _ entity: RecordEntity, _ engine: RecordEngine,
    _ writer: RecordWriter
  ) throws -> (count: Int, lines: [String]) {
    for (column, value) in values {
      if case .row(let key) = value { try check(key, column, entity, engine) }
    }
    var lines: [String] = []
    for start in stride(from: 0, to: keys.count, by: Self.partSize) {
      let part = Array(keys[start..<min(start + Self.partSize, keys.count)])
      var query = RecordQuery(entity.name, keys: part)
      query.readsFiles = false
      var changes = RecordChanges(author: "swiftdata")
      for record in try engine.rows(query) {
        var new: [String: RecordValue] = [:]
        for (column, value) in values {
          let name = column.path[0]
          new[name] = ImportRow.set(value, column.path.dropFirst(), new[name] ?? record[name])
        }
        changes.change(record.key, of: record.entity, new)
        if lines.count < Self.shown { lines.append(Self.line(record, values)) }
      }
      _ = try writer.save(changes)
    }
    return (keys.count, lines)
  }

  /// Rejects a relationship to a row that does not exist.
  private func check(
    _ key: Int64, _ column: RecordColumn, _ entity: RecordEntity, _ engine: RecordEngine
  ) throws {
    let other = try engine.relationship(column.path[0], of: entity).destination.name
    guard try engine.count(RecordQuery(other, keys: [key])) == 0 else { return }
    throw ToolError(
      .failed,
      "\(entity.name).\(column.title) cannot be set: \(other) has no row \(key). "
        + "Nothing was written.",
      advice: "List the existing rows with: swiftdata query FILE \(other) --columns @key")
  }

  private static func line(_ record: Record, _ values: [Assignment]) -> String {
    let changes = values.map { column, value in
      "\(column.title): \(text(column.value(of: record))) → \(text(value))"
    }
    return "~ \(record.entity) \(record.key)  \(changes.joined(separator: ", "))".printable
  }

  private static func text(_ value: RecordValue) -> String {
    if value.isNull { return "nil" }
    if case .text(let text) = value { return JSONValue.quoted(text) }
    return RecordText.text(value)
  }

  /// Parses an assignment such as `pages=5`.
  private static func assignment(_ text: String, _ entity: RecordEntity) throws -> Assignment {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      .map(String.init)
    guard parts.count == 2, !parts[0].isEmpty else {
      throw ToolError.usage(
        "--value “\(text)” does not name a property and its value.",
        advice: "Write --value NAME=VALUE.")
    }
    let columns = try RecordColumn.columns(parts[0], of: entity)
    guard columns.count == 1, columns[0].relations.isEmpty, let name = columns[0].path.first else {
      throw ToolError.usage(
        "“\(parts[0])” cannot be set, because it is not a single value of \(entity.name).",
        advice: "Name one property of \(entity.name), or one part of its value.")
    }
    let column = columns[0]
    guard parts[1] != "" else { return (column, .null) }
    if let type = column.type {
      if let value = ImportRow.value(parts[1] == "\"\"" ? "" : parts[1], type) {
        return (column, value)
      }
      throw ToolError.usage(
        "\(entity.name).\(column.title) cannot be “\(parts[1])”: it must be \(type.storage.title).",
        advice: "Write the value as “export --format csv” does.")
    }
    guard let key = Int64(parts[1]), key > 0 else {
      throw ToolError.usage(
        "\(entity.name).\(name) cannot be “\(parts[1])”: it must be the key of a row.",
        advice: "Write the key of a row, a whole number from 1.")
    }
    return (column, .row(key))
  }
}

extension [String] {
  /// The first text that is repeated; nil if all differ.
  fileprivate var firstRepeated: String? {
    var seen: Set<String> = []
    return first { !seen.insert($0).inserted }
  }
}
