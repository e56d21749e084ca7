import Foundation

/// A value of a record, as exchanged between stores and servers.
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
  /// The parts of a composite value by name.
  case composite([String: SyncValue])
  /// A large value, which is stored apart from its record.
  case file(SyncFile)

  /// Whether there is no value.
  public var isNull: Bool { self == .null }

  /// Whether two values are the same; NaN equals itself, because a record with NaN would otherwise
  /// count as changed each time it is compared.
  public static func == (left: SyncValue, right: SyncValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.real(let left), .real(let right)): isSame(left, right)
    case (.decimal(let left), .decimal(let right)): left == right || left.isNaN && right.isNaN
    // Compares bytes: a different Unicode representation of the same characters is a change.
    case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
    case (.date(let left), .date(let right)):
      isSame(left.timeIntervalSinceReferenceDate, right.timeIntervalSinceReferenceDate)
    case (.data(let left), .data(let right)): left == right
    case (.uuid(let left), .uuid(let right)): left == right
    case (.url(let left), .url(let right)): left == right
    case (.reference(let left), .reference(let right)): left == right
    case (.list(let left), .list(let right)): left == right
    case (.composite(let left), .composite(let right)): left == right
    case (.file(let left), .file(let right)): left == right
    default: false
    }
  }

  private static func isSame(_ left: Double, _ right: Double) -> Bool {
    left == right || left.isNaN && right.isNaN
  }

  /// Hashes the value, consistently with `==`.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(value)
    case .real(let value): hasher.combine(value.isNaN ? 0 : value)
    case .decimal(let value): hasher.combine(value.isNaN ? 0 : value)
    case .text(let value), .reference(let value): hasher.combine(value)
    case .date(let value):
      hasher.combine(value.timeIntervalSinceReferenceDate.isNaN ? Date.distantPast : value)
    case .data(let value): hasher.combine(value)
    case .uuid(let value): hasher.combine(value)
    case .url(let value): hasher.combine(value)
    case .list(let values): hasher.combine(values)
    case .composite(let parts): hasher.combine(parts)
    case .file(let file): hasher.combine(file)
    }
  }
}

extension Decimal {
  /// Reads a decimal from its description, including NaN; nil for other text.
  package init?(syncText text: String) {
    if text == Decimal.nan.description {
      self = .nan
    } else if let value = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")) {
      self = value
    } else {
      return nil
    }
  }
}

/// A reference to a large value that is stored apart from its record: its digest and size.
public struct SyncFile: Hashable, Sendable {
  /// The SHA-256 digest of the bytes, in lowercase hexadecimal digits.
  public var digest: String
  /// The number of bytes.
  public var size: Int64

  /// Creates a reference to a large value.
  public init(digest: String, size: Int64) { (self.digest, self.size) = (digest, size) }

  /// Whether the digest and size are valid; servers may return anything, and digests become names
  /// of pieces.
  package var isPlausible: Bool {
    (0...Self.largest).contains(size) && digest.utf8.count == 64
      && digest.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  /// The size of each piece of the value in bytes, except the last.
  package static let pieceSize = 256 << 10

  /// Returns the name of a piece of the value on servers.
  package func pieceName(_ number: Int) -> String { "p\(digest)-\(number)" }

  /// A size in bytes larger than a row can have.
  private static let largest: Int64 = 1 << 31
}
