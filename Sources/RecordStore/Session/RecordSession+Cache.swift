import SQLCore

extension RecordSession {
  /// Runs `body`, which goes once through more rows than memory should hold, with little of the file
  /// kept in memory.
  package func withSmallCache<Result>(_ body: () throws -> Result) throws -> Result {
    if enumerationCount == 0 { try limitCache(isSmall: true) }
    enumerationCount += 1
    defer {
      enumerationCount -= 1
      // A cache that stays small is slower and nothing else.
      if enumerationCount == 0 { try? limitCache(isSmall: false) }
    }
    return try body()
  }

  private func limitCache(isSmall: Bool) throws {
    try reporting { try store.limitCache(of: connection, isSmall: isSmall) }
  }
}
