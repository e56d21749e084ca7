import PredicateSQL

/// The cached fetches of one session; places of a program with fetches are few.
final class CachedFetches {
  @exclusivity(unchecked) private var fingerprints = FingerprintTable()
  /// By the numbers of their fingerprints; nil for a fetch that has no statement.
  @exclusivity(unchecked) private var fetches: [CachedFetch?] = []
  private static let capacity = 256

  /// Nil for what is unknown; nil within for a fetch that has no statement.
  subscript(reader: FingerprintReader) -> CachedFetch?? {
    guard let number = fingerprints.number(of: reader) else { return nil }
    return .some(fetches[number])
  }

  /// Adds the fetch of a fingerprint that is not known, or that it has none.
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
