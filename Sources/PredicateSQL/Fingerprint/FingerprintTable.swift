/// Numbers fingerprints in the order in which they were added.
package final class FingerprintTable {
  private struct Place {
    var mixed: UInt64 = 0
    /// Where its words begin.
    var start = 0
    var count = 0
    /// The number of the fingerprint; -1 where there is none.
    var number = -1
  }

  // A dictionary would hash again what is hashed already. A fingerprint stands at the first place that was free from the
  // one on that it says.
  @exclusivity(unchecked) private var places: [Place] = []
  /// The words of all: an array of each would be held while it is looked at.
  @exclusivity(unchecked) private var words: [UInt] = []
  @exclusivity(unchecked) private var count = 0

  package init() {}

  /// The number of what was read; nil where it was not added.
  package func number(of reader: FingerprintReader) -> Int? {
    guard count > 0 else { return nil }
    var index = index(reader.mixed)
    while places[index].number >= 0 {
      let place = places[index]
      if place.mixed == reader.mixed, reader.isEqual(to: words, from: place.start, place.count) {
        return place.number
      }
      index = (index + 1) & (places.count - 1)
    }
    return nil
  }

  /// Adds a fingerprint that is not there, whose number is how many there were.
  package func add(_ fingerprint: FetchFingerprint) {
    // Half of the places are free, so that who looks comes to the end soon.
    if places.count <= count * 2 {
      let known = places
      places = Array(repeating: Place(), count: max(8, known.count * 2))
      for place in known where place.number >= 0 { insert(place) }
    }
    insert(
      Place(
        mixed: fingerprint.mixed, start: words.count, count: fingerprint.words.count,
        number: count))
    words += fingerprint.words
    count += 1
  }

  package func removeAll() { (places, words, count) = ([], [], 0) }

  private func insert(_ place: Place) {
    var index = index(place.mixed)
    while places[index].number >= 0 { index = (index + 1) & (places.count - 1) }
    places[index] = place
  }

  /// The number of places is a power of 2.
  private func index(_ mixed: UInt64) -> Int { Int(mixed >> 32) & (places.count - 1) }
}
