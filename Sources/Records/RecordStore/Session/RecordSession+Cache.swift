import SQLCore

extension RecordSession {
  /// Runs `body`, which reads more rows than fit into memory once, with a small page cache.
  package func withSmallCache<Result>(_ body: () throws -> Result) throws -> Result {
    if enumerationCount == 0 { try limitCache(isSmall: true) }
    enumerationCount += 1
    defer {
      enumerationCount -= 1
      // A cache that stays small only costs speed.
      if enumerationCount == 0 { try? limitCache(isSmall: false) }
    }
    return try body()
  }

  private func limitCache(isSmall: Bool) throws {
    try reporting { try store.limitCache(of: connection, isSmall: isSmall) }
  }
}
