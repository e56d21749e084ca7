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
      // More than the SQL may depend on the value.
      #Predicate { $0.title.contains(word) },
      #Predicate { $0.number == number || $0.number == number + 1 },
    ]
  }

  /// What was read before, or given up, is not seen in what is read next.
  @Test func areReadAnewWithTheSameMemory() {
    var types = FingerprintTypes()
    var reader = FingerprintReader()
    for seed in 0..<40 {
      let predicates = Self.predicates(seed)
      for predicate in [predicates[seed % 5], predicates[seed * 7 % 5]] {
        var fresh = FingerprintReader()
        for number in [1, seed] {
          fresh.add(number)
          reader.add(number)
        }
        fresh.read(predicate.expression, &types)
        reader.read(predicate.expression, &types)
        #expect(reader.isWhole == fresh.isWhole)
        if fresh.isWhole {
          #expect(reader.fingerprint == fresh.fingerprint && reader.constants == fresh.constants)
          #expect(reader.fingerprint.mixed == fresh.fingerprint.mixed)
        }
        let kept = reader.fingerprint
        reader.clear()
        #expect(reader.isWhole && reader.constants.isEmpty && kept == fresh.fingerprint)
      }
    }
  }
}
