import Foundation
import SyncPort

/// Which place something is sealed for: it opens in no other one, whose key may be the same.
///
/// Its identity are random bytes that the first device chose. They are kept at the server in the record `sealed-key`,
/// sealed and bound to the name of the place.
struct SealedPlace: Hashable, Sendable {
  /// How many bytes an identity has.
  private static let size = 16

  /// The random bytes.
  let identity: Data
  /// Whether names are bound to the place; those of a place that a former version began are not, since a record with
  /// another name would be another one.
  let bindsNames: Bool
  /// Whether records of the former format are opened.
  var takesFormerRecords: Bool

  private init(identity: Data, bindsNames: Bool, takesFormerRecords: Bool) {
    (self.identity, self.bindsNames) = (identity, bindsNames)
    self.takesFormerRecords = takesFormerRecords
  }

  /// A place that is begun.
  static func new() throws -> SealedPlace {
    SealedPlace(
      identity: try SyncKey.randomBytes(size), bindsNames: true, takesFormerRecords: false)
  }

  /// A place that a former version began.
  static func adopted() throws -> SealedPlace {
    SealedPlace(
      identity: try SyncKey.randomBytes(size), bindsNames: false, takesFormerRecords: true)
  }

  /// What names are bound to.
  func nameBinding(_ purpose: SealingPurpose) -> [Data] {
    bindsNames ? [purpose.data(.bound), identity] : [purpose.data(.former)]
  }

  /// Whether what is sealed in the former format may be opened.
  ///
  /// A piece is called after the digest of the value that it is part of, and an engine compares that. So one of another
  /// place is the same piece, or is found out.
  func takesFormer(_ purpose: SealingPurpose) -> Bool {
    switch purpose {
    case .record: takesFormerRecords
    case .piece: !bindsNames
    case .identifier, .name, .pieceName, .check: false
    }
  }
}

// As bytes, for the record of the place, and as text, for those who keep it.

extension SealedPlace {
  /// A byte of flags and the identity.
  var bytes: Data {
    Data([(bindsNames ? 1 : 0) | (takesFormerRecords ? 2 : 0)]) + identity
  }

  /// - Returns: Nil for bytes that are of a later version.
  init?(_ bytes: Data) {
    guard let flags = bytes.first, flags < 4, bytes.count == 1 + Self.size else { return nil }
    self.init(
      identity: Data(bytes.dropFirst()), bindsNames: flags & 1 != 0,
      takesFormerRecords: flags & 2 != 0)
  }

  var text: String { Base64URL.encode(bytes) }

  /// - Returns: Nil for text that is of a later version.
  init?(text: String) {
    guard let bytes = Base64URL.decode(text) else { return nil }
    self.init(bytes)
  }

  /// The place with which a device that knew this one begins it anew, if the server has nothing of it.
  var begunAnew: SealedPlace {
    SealedPlace(identity: identity, bindsNames: true, takesFormerRecords: false)
  }

  /// Whether a place that the server tells is this one, and takes nothing that this one did not take any more.
  func admits(_ other: SealedPlace) -> Bool {
    identity == other.identity && (takesFormerRecords || !other.takesFormerRecords)
  }
}
