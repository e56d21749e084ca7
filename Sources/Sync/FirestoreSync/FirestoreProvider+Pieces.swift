import Foundation

/// Pieces of large values are documents in a separate collection next to that of the records.
extension FirestoreProvider {
  private static let bytes = "bytes"

  /// Stores a piece of a large value.
  public func store(piece bytes: Data, named name: String) async throws {
    try await translated("store a piece of a large value") {
      let document = FirestoreDocument(try await pieceDocument(name), [Self.bytes: .bytes(bytes)])
      do {
        _ = try await client.commit([FirestoreRequest.update(document, over: nil)])
      } catch let failure as FirestoreFailure where failure.isRace || failure.isDenied {
        // Pieces are named after their contents, so an existing one is identical.
        guard try await client.lookUp([document.name])[document.name] != nil else { throw failure }
      }
    }
  }

  /// Returns a piece of a large value.
  public func piece(named name: String) async throws -> Data? {
    try await translated("read a piece of a large value") {
      let document = try await pieceDocument(name)
      guard let found = try await client.lookUp([document])[document] else { return nil }
      guard case .bytes(let bytes)? = found[Self.bytes] else {
        throw client.badAnswer("a piece of a large value contains no bytes")
      }
      return bytes
    }
  }

  private func pieceDocument(_ name: String) async throws -> String {
    let zone = try await client.zoneDocument()
    return "\(zone)/\(FirestoreNames.pieces)/\(FirestoreNames.documentName(name))"
  }
}
