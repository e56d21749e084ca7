import PredicateSQL

/// The cached fetches of one session; programs contain few distinct fetches.
final class CachedFetches {
  @exclusivity(unchecked) private var fingerprints = FingerprintTable()
  /// By the numbers of their fingerprints; nil for a fetch without a cached statement.
  @exclusivity(unchecked) private var fetches: [CachedFetch?] = []
  private static let capacity = 256

  /// Nil for an unknown fetch; an inner nil for a fetch without a cached statement.
  subscript(reader: FingerprintReader) -> CachedFetch?? {
    guard let number = fingerprints.number(of: reader) else { return nil }
    return .some(fetches[number])
  }

  /// Adds the statement of a fetch that is not known yet, or records that it has none.
  func add(_ cached: CachedFetch?, for fingerprint: FetchFingerprint) {
    if fetches.count >= Self.capacity { removeAll() }
    fingerprints.add(fingerprint)
    fetches.append(cached)
  }

  func removeAll() {
    fingerprints = FingerprintTable()
    fetches.removeAll()
  }
}
