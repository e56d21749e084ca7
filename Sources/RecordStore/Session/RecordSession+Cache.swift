import SQLCore

extension RecordSession {
  private static let smallCacheKilobytes = 8_192

  /// Runs `body`, which goes once through more rows than memory should hold, with little of the file
  /// kept in memory.
  package func withSmallCache<Result>(_ body: () throws -> Result) throws -> Result {
    if enumerationCount == 0 { try setCache(kilobytes: Self.smallCacheKilobytes) }
    enumerationCount += 1
    defer {
      enumerationCount -= 1
      // A cache that stays small is slower and nothing else.
      if enumerationCount == 0 { try? setCache(kilobytes: StoreLocation.cacheKilobytes) }
    }
    return try body()
  }

  private func setCache(kilobytes: Int) throws {
    try reporting { try connection.execute("PRAGMA cache_size = -\(kilobytes)") }
  }
}
