import CloudKitSync
import Foundation
import SyncHTTP
import SyncPort
import SyncTesting
import Testing

@Suite("Pieces at CloudKit")
struct CloudKitPieceTests {
  private let bytes = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })

  @Test func piecesAreAssetsOfAnotherZone() async throws {
    let place = try await CloudKitTestPlace.withZone()
    let name = "_-" + String(repeating: "x", count: 94)
    #expect(try await place.provider.piece(named: name) == nil)
    try await place.provider.store(piece: bytes, named: name)
    #expect(try await place.provider.piece(named: name) == bytes)
    // Requests for assets contain no tokens.
    let assets = await place.server.requests.filter { $0.url.host == "assets.example.org" }
    #expect(assets.map(\.method) == ["POST", "GET"])
    #expect(assets.allSatisfy { $0.url.query == nil })
    #expect(try await place.records().isEmpty)
    let zone = "openswiftdata.pieces"
    let type = await place.server.type("OSD.piece.\(name)", user: place.user, zone: zone)
    #expect(type == "OSD_Piece")
  }

  @Test func piecesMayBeEmptyOrStoredTwice() async throws {
    let place = try await CloudKitTestPlace.withZone()
    try await place.provider.store(piece: Data(), named: "none")
    #expect(try await place.provider.piece(named: "none") == Data())
    try await place.provider.store(piece: bytes, named: "p")
    try await place.provider.store(piece: bytes, named: "p")
    #expect(try await place.provider.piece(named: "p") == bytes)
  }

  @Test func publicPiecesAreKeptBesideRecords() async throws {
    let place = try await CloudKitTestPlace.withZone()
    let provider = place.accounts.provider(
      database: CloudKitDatabase(
        container: CloudKitFakeServer.container, environment: .development, scope: .public))
    try await provider.store(piece: bytes, named: "p")
    #expect(try await provider.piece(named: "p") == bytes)
    // Even in the records' zone, pieces are not reported as records.
    try await place.put("OSD.piece.q", "{}", type: "OSD_Piece")
    #expect(try await place.records().isEmpty)
  }

  @Test func truncatedAndExpiredPiecesAreErrors() async throws {
    let place = try await CloudKitTestPlace.withZone()
    try await place.provider.store(piece: bytes, named: "p")
    await place.server.cutAssets()
    let cut = await error(of: { _ = try await place.provider.piece(named: "p") })
    #expect(cut?.kind == .badAnswer)
    await place.server.expireAssets()
    let gone = await error(of: { _ = try await place.provider.piece(named: "p") })
    #expect(gone?.isTransient ?? false)
  }

  @Test(arguments: ["assets/upload", "records/modify"])
  func pieceUploadsReportServerErrors(_ operation: String) async throws {
    let place = try await CloudKitTestPlace.withZone()
    await place.server.failRequests("QUOTA_EXCEEDED", of: operation)
    let thrown = await error(of: { try await place.provider.store(piece: bytes, named: "p") })
    #expect(thrown?.kind == .quotaExceeded)
  }
}
