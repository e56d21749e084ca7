/// Numbers fingerprints in the order in which they were added.
///
/// It forgets none, since readers know what it has found last: who wants none of them any more makes another.
package final class FingerprintTable {
  private struct Place {
    var mixed: UInt64 = 0
    /// The number of the fingerprint; -1 where there is none.
    var number = -1
  }

  // A dictionary would hash again what is hashed already. A fingerprint stands at the first place that was free from the
  // one on that it says.
  @exclusivity(unchecked) private var places: [Place] = []
  /// The words of each.
  @exclusivity(unchecked) private var fingerprints: [[UInt]] = []

  package init() {}

  /// The number of what was read; nil where it was not added.
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

  /// Adds a fingerprint that is not there, whose number is how many there were.
  package func add(_ fingerprint: FetchFingerprint) {
    // Half of the places are free, so that who looks comes to the end soon.
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

  /// The number of places is a power of 2.
  private func index(_ mixed: UInt64) -> Int { Int(mixed >> 32) & (places.count - 1) }
}
