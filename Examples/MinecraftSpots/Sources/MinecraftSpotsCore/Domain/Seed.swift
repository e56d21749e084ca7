/// The number from which a world is generated.
package struct Seed: RawRepresentable, Hashable, Sendable {
  package var rawValue: Int64

  package init(rawValue: Int64) {
    self.rawValue = rawValue
  }

  /// Creates a seed from its stored text; nil if it is not a number.
  package init?(_ text: String) {
    guard let rawValue = Int64(text) else { return nil }
    self.init(rawValue: rawValue)
  }

  /// Creates the seed that the game derives from a player's input: the number, or the text's hash
  /// as Java computes it.
  package init(typed text: String) {
    let hash = text.utf16.reduce(Int32(0)) { $0 &* 31 &+ Int32($1) }
    self.init(rawValue: Int64(text) ?? Int64(hash))
  }
}
