/// A version of a schema as a store identifies it, such as `1.2.3`.
package struct VersionNumber: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let major: Int
  package let minor: Int
  package let patch: Int

  package init(_ major: Int) { (self.major, minor, patch) = (major, 0, 0) }

  /// Parses a text of one to three numbers; nil for any other text.
  package init?(text: String) {
    let numbers = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
    guard (1...3).contains(numbers.count), numbers.allSatisfy({ $0 >= 0 }) else { return nil }
    major = numbers[0]
    minor = numbers.count > 1 ? numbers[1] : 0
    patch = numbers.count > 2 ? numbers[2] : 0
  }

  package var description: String { "\(major).\(minor).\(patch)" }

  package static func < (lhs: VersionNumber, rhs: VersionNumber) -> Bool {
    (lhs.major, lhs.minor, lhs.patch) < (rhs.major, rhs.minor, rhs.patch)
  }
}
