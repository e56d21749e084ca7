/// What a fetch is, but for the constants in its predicate: fetches of one fingerprint run one statement.
///
/// Key paths are told apart by identity. A literal is the same object at every pass, so that one
/// place of a program has one fingerprint.
package struct FetchFingerprint: Equatable, Sendable {
  /// Types, key paths, operators and kinds of constants, in the order of the expression's nodes.
  let words: [UInt]
  /// The words mixed into one: most are addresses, which the standard hash would look at byte by byte.
  package let mixed: UInt64

  init(_ words: [UInt], mixed: UInt64) { (self.words, self.mixed) = (words, mixed) }

  /// What was read is nothing.
  package init() { self.init([], mixed: 0) }

  static func mix(_ word: UInt, into mixed: UInt64) -> UInt64 {
    let mixed = (mixed ^ UInt64(word)) &* 0x9e37_79b9_7f4a_7c15
    return mixed ^ mixed >> 29
  }
}
