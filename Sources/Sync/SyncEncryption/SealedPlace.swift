import Foundation

/// The location for which data is sealed; the data opens in no other location, even with the same
/// key.
///
/// The identity consists of random bytes that the first device chose. They are stored on the server
/// in the record `sealed-key`, sealed and bound to the name of the location.
struct SealedPlace: Hashable, Sendable {
  /// The size of an identity in bytes.
  private static let size = 16

  /// The random bytes.
  let identity: Data
  /// Whether names are bound to the location.
  ///
  /// Names of a location that an earlier version created are not, because a record with another
  /// name would be another record.
  let bindsNames: Bool
  /// Whether records of the earlier format are opened.
  var takesFormerRecords: Bool

  private init(identity: Data, bindsNames: Bool, takesFormerRecords: Bool) {
    (self.identity, self.bindsNames) = (identity, bindsNames)
    self.takesFormerRecords = takesFormerRecords
  }

  /// Creates a location.
  static func new() throws -> SealedPlace {
    SealedPlace(
      identity: try SyncKey.randomBytes(size), bindsNames: true, takesFormerRecords: false)
  }

  /// Creates the identity of a location that an earlier version created.
  static func adopted() throws -> SealedPlace {
    SealedPlace(
      identity: try SyncKey.randomBytes(size), bindsNames: false, takesFormerRecords: true)
  }

  /// Returns the data to which names are bound.
  func nameBinding(_ purpose: SealingPurpose) -> [Data] {
    bindsNames ? [purpose.data(.bound), identity] : [purpose.data(.former)]
  }

  /// Whether data in the earlier format may be opened.
  ///
  /// A piece is named after the digest of its value, which the engine verifies. So a piece from
  /// another location is either identical or detected.
  func takesFormer(_ purpose: SealingPurpose) -> Bool {
    switch purpose {
    case .record: takesFormerRecords
    case .piece: !bindsNames
    case .identifier, .name, .pieceName, .check: false
    }
  }
}

// Conversions to bytes, for the record of the location, and to text, for storage.

extension SealedPlace {
  /// A byte of flags, followed by the identity.
  var bytes: Data {
    Data([(bindsNames ? 1 : 0) | (takesFormerRecords ? 2 : 0)]) + identity
  }

  /// - Returns: Nil for bytes of a later version.
  init?(_ bytes: Data) {
    guard let flags = bytes.first, flags < 4, bytes.count == 1 + Self.size else { return nil }
    self.init(
      identity: Data(bytes.dropFirst()), bindsNames: flags & 1 != 0,
      takesFormerRecords: flags & 2 != 0)
  }

  var text: String { Base64URL.encode(bytes) }

  /// - Returns: Nil for text of a later version.
  init?(text: String) {
    guard let bytes = Base64URL.decode(text) else { return nil }
    self.init(bytes)
  }

  /// The location as a device that knows it creates it again if the server has lost it.
  var begunAnew: SealedPlace {
    SealedPlace(identity: identity, bindsNames: true, takesFormerRecords: false)
  }

  /// Whether a location from the server is this one, and accepts nothing that this one no longer
  /// accepts.
  func admits(_ other: SealedPlace) -> Bool {
    identity == other.identity && (takesFormerRecords || !other.takesFormerRecords)
  }
}
