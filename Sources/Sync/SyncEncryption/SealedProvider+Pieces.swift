import Foundation
import SyncPort

// A sealed piece is slightly larger than the piece itself. If the server does not accept that size,
// it is split into several of the server's pieces. The first one starts with the total size in
// bytes.

extension SealedProvider {
  private static let countSize = 4
  /// A size in bytes larger than any piece has.
  private static let largestPiece = 64 << 20

  /// Stores a piece of a large value.
  public func store(piece bytes: Data, named name: String) async throws {
    let sealer = try await check()
    let place = try SealedName.piece(name, keys.first, sealer.place)
    guard bytes.count < Self.largestPiece / 2 else {
      throw SyncError(
        .invalid,
        "Cannot store the piece \(name): it has \(bytes.count) bytes, and the maximum is "
          + "\(Self.largestPiece / 2 - 1).",
        advice: "Split the value into smaller pieces; capabilities.pieceSize suggests their size.",
        record: name)
    }
    let sealed = try sealer.seal(bytes, for: .piece, named: place)
    var whole = Data()
    withUnsafeBytes(of: UInt32(sealed.count).bigEndian) { whole.append(contentsOf: $0) }
    whole.append(sealed)
    let size = max(64, inner.capabilities.pieceSize)
    let starts = stride(from: 0, to: whole.count, by: size)
    // The first part is stored last, so that a reader who finds it finds all parts.
    for (number, start) in starts.enumerated().reversed() {
      let part = Data(whole[start..<min(start + size, whole.count)])
      try await inner.store(piece: part, named: Self.name(place, number))
    }
  }

  /// Returns a piece of a large value.
  public func piece(named name: String) async throws -> Data? {
    let sealer = try await check()
    let place = try SealedName.piece(name, keys.first, sealer.place)
    guard var whole = try await inner.piece(named: place) else { return nil }
    guard whole.count > Self.countSize else { throw SyncError.notSealed(place) }
    let count = whole.prefix(Self.countSize).reduce(0) { $0 << 8 | Int($1) } + Self.countSize
    guard count <= Self.largestPiece else { throw SyncError.notSealed(place) }
    var number = 0
    while whole.count < count {
      number += 1
      guard let part = try await inner.piece(named: Self.name(place, number)), !part.isEmpty else {
        return nil
      }
      whole.append(part)
    }
    guard whole.count == count else { throw SyncError.notSealed(place) }
    return try sealer.open(Data(whole.dropFirst(Self.countSize)), for: .piece, named: place)
  }

  private static func name(_ place: String, _ number: Int) -> String {
    number == 0 ? place : "\(place)-\(number)"
  }
}
