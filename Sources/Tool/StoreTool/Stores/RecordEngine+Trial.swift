import CommandLineTool
import RecordStore

extension RecordEngine {
  private struct RolledBack: Error {}

  /// Runs a transaction, and rolls it back if it is only a trial.
  ///
  /// Delete rules, unique constraints and required values are enforced in either case.
  ///
  /// - Throws: Errors of `body` and of the store; nothing is written then.
  func transaction<Result>(
    isTrial: Bool, _ body: (RecordWriter) throws -> Result
  ) throws -> Result {
    var result: Result?
    do {
      try transaction { writer in
        result = try body(writer)
        if isTrial { throw RolledBack() }
      }
    } catch is RolledBack {}
    guard let result else {
      throw ToolError(.failed, "The transaction did not run.", advice: "Try it again.")
    }
    return result
  }

  /// The keys of the rows that match a condition; nil for all rows.
  ///
  /// - Throws: `ToolError` for an invalid condition.
  func keys(of entity: RecordEntity, where text: String?) throws -> [Int64] {
    var query = RecordQuery(entity.name)
    query.readsFiles = false
    if let text {
      query.condition = try QueryCommand.explaining(text, "where") {
        try ConditionMeaning(self).condition(text, of: entity.name)
      }
    }
    var keys: [Int64] = []
    try forEachRow(query) { keys.append($0.key) }
    return keys
  }
}

extension Arguments {
  /// The condition of a command that writes; nil for all rows, which must be requested with
  /// `--all`.
  ///
  /// - Throws: `ToolError` for a command line with neither `--where` nor `--all`, or with both.
  func writtenRows(_ command: String) throws -> String? {
    guard has("where") != has("all") else {
      throw ToolError.usage(
        "\(command) needs either --where CONDITION, or --all for all rows.",
        advice: "Try: swiftdata help \(command)")
    }
    return self["where"]
  }
}
