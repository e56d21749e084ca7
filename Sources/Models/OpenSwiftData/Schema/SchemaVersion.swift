extension Schema {
  /// A version according to the rules of semantic versioning.
  public struct Version: Codable, Comparable, CustomStringConvertible, Hashable, Sendable {
    /// Incremented when the schema changes in a way that requires a migration of old data.
    public let major: Int
    /// Incremented when something is added.
    public let minor: Int
    /// Incremented when something is fixed.
    public let patch: Int

    /// Creates a version; none of its numbers may be negative.
    public init(_ major: Int, _ minor: Int, _ patch: Int) {
      precondition(
        major >= 0 && minor >= 0 && patch >= 0,
        "The numbers of a schema version must not be negative.")
      self.major = major
      self.minor = minor
      self.patch = patch
    }

    /// Whether two versions are equal.
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
