extension Schema {
  /// A version by the rules of semantic versioning.
  public struct Version: Codable, Comparable, CustomStringConvertible, Hashable, Sendable {
    /// Goes up when the schema changes in a way that old data must be migrated for.
    public let major: Int
    /// Goes up when something is added.
    public let minor: Int
    /// Goes up when something is mended.
    public let patch: Int

    /// Makes a version; none of its numbers may be negative.
    public init(_ major: Int, _ minor: Int, _ patch: Int) {
      precondition(
        major >= 0 && minor >= 0 && patch >= 0, "A schema version has no negative number.")
      self.major = major
      self.minor = minor
      self.patch = patch
    }

    /// Whether two versions are the same.
    @inlinable public static func == (lhs: Version, rhs: Version) -> Bool {
      lhs.major == rhs.major && lhs.minor == rhs.minor && lhs.patch == rhs.patch
    }

    /// Whether one version precedes another.
    public static func < (lhs: Version, rhs: Version) -> Bool {
      (lhs.major, lhs.minor, lhs.patch) < (rhs.major, rhs.minor, rhs.patch)
    }

    /// The version as text, such as `1.2.3`.
    public var description: String { "\(major).\(minor).\(patch)" }
  }
}
