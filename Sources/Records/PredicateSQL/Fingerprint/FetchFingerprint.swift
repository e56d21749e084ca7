/// The shape of a fetch without the constants in its predicate: fetches with equal fingerprints run
/// the same statement.
///
/// Key paths are compared by identity. A key path literal is the same object at each evaluation, so
/// one line of a program always has the same fingerprint.
package struct FetchFingerprint: Equatable, Sendable {
  /// The types, key paths, operators and kinds of constants, in the order of the expression's
  /// nodes.
  let words: [UInt]
  /// A hash of the words: most are addresses, which the standard hash would process byte by byte.
  package let mixed: UInt64

  init(_ words: [UInt], mixed: UInt64) { (self.words, self.mixed) = (words, mixed) }

  /// Creates the fingerprint of no words.
  package init() { self.init([], mixed: 0) }

  static func mix(_ word: UInt, into mixed: UInt64) -> UInt64 {
    let mixed = (mixed ^ UInt64(word)) &* 0x9e37_79b9_7f4a_7c15
    return mixed ^ mixed >> 29
  }
}
