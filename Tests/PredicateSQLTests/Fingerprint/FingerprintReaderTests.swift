import Foundation
import PredicateSQL
import SQLCore
import Testing

@Suite("Fingerprints of fetches") struct FingerprintReaderTests {
  private static func predicates(_ seed: Int) -> [Predicate<Book>] {
    let (word, number, flag) = ("word \(seed)", 1900 + seed, seed % 2 == 0)
    return [
      #Predicate { $0.year > number },
      #Predicate { $0.title == word },
      #Predicate { $0.title == word && $0.year < number && $0.isLent == flag },
      // The value may affect more than the SQL.
      #Predicate { $0.title.contains(word) },
      #Predicate { $0.number == number || $0.number == number + 1 },
    ]
  }

  /// Earlier or abandoned readings do not affect the next one.
  @Test func reusedReaderReadsLikeAFreshOne() {
    let reader = FingerprintReader()
    for seed in 0..<40 {
      let predicates = Self.predicates(seed)
      for predicate in [predicates[seed % 5], predicates[seed * 7 % 5]] {
        let fresh = FingerprintReader()
        for number in [1, seed] {
          fresh.add(number)
          reader.add(number)
        }
        fresh.read(predicate.expression)
        reader.read(predicate.expression)
        #expect(reader.isWhole == fresh.isWhole)
        if fresh.isWhole {
          #expect(reader.fingerprint == fresh.fingerprint)
          #expect(reader.constants == fresh.constants)
          #expect(reader.mixed == fresh.mixed)
          #expect(reader.mixed == fresh.fingerprint.mixed)
          #expect(reader.isEqual(to: fresh.fingerprint))
        }
        let kept = reader.fingerprint
        reader.clear()
        #expect(reader.isWhole)
        #expect(reader.constants.isEmpty)
        #expect(kept == fresh.fingerprint)
        #expect(!reader.isEqual(to: kept))
        #expect(reader.isEqual(to: FetchFingerprint()))
      }
    }
  }

  /// Fingerprints may consist of any number of words.
  @Test func fingerprintsMayHaveAnyLength() {
    let reader = FingerprintReader()
    var longest = FetchFingerprint()
    for count in 0..<300 {
      for number in 0..<count { reader.add(number) }
      #expect(count == 0 || !reader.isEqual(to: longest))
      longest = reader.fingerprint
      #expect(reader.isEqual(to: longest))
      reader.clear()
      for number in 0..<count { reader.add(number == count - 1 ? -1 : number) }
      #expect(count == 0 || !reader.isEqual(to: longest))
      reader.clear()
    }
  }
}

extension FingerprintReaderTests {
  /// Lists with a common start, longer and shorter lists, and repeated lists are all found, in any
  /// order.
  @Test func fingerprintsAreFoundAfterAnyOther() {
    let lists: [[Int]] = [
      [], [1], [1, 2], [1, 3], [1, 2, 3], [2, 1], [1, 2, 3, 4, 5, 6, 7, 8],
    ]
    let (table, others) = (FingerprintTable(), FingerprintTable())
    let reader = FingerprintReader()
    func read(_ words: [Int]) {
      reader.clear()
      for word in words { reader.add(word) }
    }
    for list in lists {
      read(list)
      table.add(reader.fingerprint)
    }
    for list in lists.reversed() {
      read(list)
      others.add(reader.fingerprint)
    }
    for (first, second) in lists.indices.flatMap({ first in lists.indices.map { (first, $0) } }) {
      for number in [first, second, second] {
        read(lists[number])
        #expect(table.number(of: reader) == number)
      }
      // Each table has its own numbers.
      #expect(others.number(of: reader) == lists.count - 1 - second)
      read(lists[second] + [9])
      #expect(table.number(of: reader) == nil)
      read(lists[first])
      let fresh = FingerprintReader()
      for word in lists[first] { fresh.add(word) }
      #expect(reader.fingerprint == fresh.fingerprint)
      #expect(reader.mixed == fresh.mixed)
    }
  }
}

extension FingerprintReader {
  /// Whether the reader's fingerprint equals an earlier one.
  fileprivate func isEqual(to fingerprint: FetchFingerprint) -> Bool {
    let table = FingerprintTable()
    table.add(fingerprint)
    return table.number(of: self) == 0
  }
}
