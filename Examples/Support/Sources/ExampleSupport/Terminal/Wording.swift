extension BinaryInteger {
  /// The number with a noun, in the plural unless the number is one: “1 row”, “2 rows”.
  package func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}

extension [String] {
  /// The strings as alternatives in a sentence: “a, b or c”.
  package var alternatives: String {
    count < 2 ? joined() : "\(dropLast().joined(separator: ", ")) or \(self[count - 1])"
  }
}
