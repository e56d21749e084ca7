/// Numbers fingerprints in the order in which they were added.
///
/// Fingerprints cannot be removed, because readers remember the last match; to discard them, create
/// another table.
package final class FingerprintTable {
  private struct Place {
    var mixed: UInt64 = 0
    /// The number of the fingerprint; -1 for an empty slot.
    var number = -1
  }

  // The slots of an open-addressing hash table with linear probing. A dictionary would hash the
  // hashes again.
  @exclusivity(unchecked) private var places: [Place] = []
  /// The words of each fingerprint.
  @exclusivity(unchecked) private var fingerprints: [[UInt]] = []

  package init() {}

  /// Returns the number of the fingerprint that was read; nil if it was not added.
  @inline(__always)
  package func number(of reader: FingerprintReader) -> Int? {
    reader.numberFoundLast(in: self) ?? lookUp(reader)
  }

  @inline(never)
  private func lookUp(_ reader: FingerprintReader) -> Int? {
    guard !fingerprints.isEmpty else { return nil }
    let mixed = reader.mixed
    var index = index(mixed)
    while places[index].number >= 0 {
      let place = places[index]
      if place.mixed == mixed, reader.isEqual(to: fingerprints[place.number]) {
        reader.expect(fingerprints[place.number], place.number, in: self)
        return place.number
      }
      index = (index + 1) & (places.count - 1)
    }
    return nil
  }

  /// Adds a new fingerprint, whose number is the previous number of fingerprints.
  package func add(_ fingerprint: FetchFingerprint) {
    // At least half of the slots are empty, so that searches end soon.
    if places.count <= fingerprints.count * 2 {
      let known = places
      places = Array(repeating: Place(), count: max(8, known.count * 2))
      for place in known where place.number >= 0 { insert(place) }
    }
    insert(Place(mixed: fingerprint.mixed, number: fingerprints.count))
    fingerprints.append(fingerprint.words)
  }

  private func insert(_ place: Place) {
    var index = index(place.mixed)
    while places[index].number >= 0 { index = (index + 1) & (places.count - 1) }
    places[index] = place
  }

  /// Returns the first slot of a hash; the number of slots is a power of 2.
  private func index(_ mixed: UInt64) -> Int { Int(mixed >> 32) & (places.count - 1) }
}
