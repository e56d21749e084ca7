/// The number that a world grows from.
package struct Seed: RawRepresentable, Hashable, Sendable {
  package var rawValue: Int64

  package init(rawValue: Int64) {
    self.rawValue = rawValue
  }

  /// The seed of a stored text; nil where it is no number.
  package init?(_ text: String) {
    guard let rawValue = Int64(text) else { return nil }
    self.init(rawValue: rawValue)
  }

  /// The seed that the game makes of what a player types: the number, or the text's hash as Java
  /// computes it.
  package init(typed text: String) {
    let hash = text.utf16.reduce(Int32(0)) { $0 &* 31 &+ Int32($1) }
    self.init(rawValue: Int64(text) ?? Int64(hash))
  }
}
