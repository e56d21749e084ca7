import RecordStore

extension RecordEngine {
  private struct RolledBack: Error {}

  /// Does something in one transaction, and takes it back where it is only to be seen what would come of it.
  ///
  /// Rules of deletions, unique values and values that are needed have their say either way.
  ///
  /// - Throws: What `body` and the store throw; nothing is written then.
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

  /// The keys of the rows that a command line asks for.
  ///
  /// - Throws: `ToolError` for a condition that is none.
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
  /// The condition of a command that writes, which has to say that it means all rows.
  ///
  /// - Throws: `ToolError` for a command line that says neither, or both.
  func writtenRows(_ command: String) throws -> String? {
    guard has("where") != has("all") else {
      throw ToolError.usage(
        "\(command) needs --where CONDITION, or --all for all rows.",
        advice: "Try: swiftdata help \(command)")
    }
    return self["where"]
  }
}
