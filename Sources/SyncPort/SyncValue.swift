import Foundation

/// A value of a record, as it goes between stores and servers.
public enum SyncValue: Hashable, Sendable {
  /// No value.
  case null
  case bool(Bool)
  case integer(Int64)
  case real(Double)
  case decimal(Decimal)
  case text(String)
  case date(Date)
  case data(Data)
  case uuid(UUID)
  case url(URL)
  /// The name of another record.
  case reference(String)
  case list([SyncValue])
  /// The parts of a composite value by their names.
  case composite([String: SyncValue])
  /// A large value, which is kept apart from its record.
  case file(SyncFile)

  /// Whether there is none.
  public var isNull: Bool { self == .null }
}

/// A large value that is kept apart from its record: what it is known by, and how large it is.
public struct SyncFile: Hashable, Sendable {
  /// The SHA-256 digest of the bytes, in hexadecimal digits.
  public var digest: String
  /// The number of bytes.
  public var size: Int64

  /// Makes a description of a value.
  public init(digest: String, size: Int64) { (self.digest, self.size) = (digest, size) }
}
