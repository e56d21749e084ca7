import PredicateSQL

/// The cached fetches of one session; places of a program with fetches are few.
struct CachedFetches {
  private final class Entry {
    let fingerprint: FetchFingerprint
    let cached: CachedFetch?

    init(_ fingerprint: FetchFingerprint, _ cached: CachedFetch?) {
      (self.fingerprint, self.cached) = (fingerprint, cached)
    }
  }

  // A dictionary would hash again what is hashed already. An entry stands at the first place that was free from the one
  // on that its fingerprint says.
  private var entries: [Entry?] = []
  private var count = 0
  private static let capacity = 256

  /// Nil for what is unknown; nil within for a fetch that has no statement.
  subscript(reader: FingerprintReader) -> CachedFetch?? {
    guard count > 0 else { return nil }
    var place = place(reader.mixed)
    while true {
      guard let entry = entries[place] else { return nil }
      if reader.isEqual(to: entry.fingerprint) { return entry.cached }
      place = (place + 1) & (entries.count - 1)
    }
  }

  /// Adds the fetch of a fingerprint that is not known, or that it has none.
  mutating func add(_ cached: CachedFetch?, for fingerprint: FetchFingerprint) {
    if count >= Self.capacity { (entries, count) = ([], 0) }
    // Half of the places are free, so that who looks comes to the end soon.
    if entries.count <= count * 2 {
      let known = entries
      entries = Array(repeating: nil, count: max(8, known.count * 2))
      for case let entry? in known { insert(entry) }
    }
    insert(Entry(fingerprint, cached))
    count += 1
  }

  private mutating func insert(_ entry: Entry) {
    var place = place(entry.fingerprint.mixed)
    while entries[place] != nil { place = (place + 1) & (entries.count - 1) }
    entries[place] = entry
  }

  /// The number of places is a power of 2.
  private func place(_ mixed: UInt64) -> Int { Int(mixed >> 32) & (entries.count - 1) }
}
