import Foundation
import SyncHTTP
import SyncPort
import SyncTesting
import Testing

@testable import CloudKitSync

@Suite("Texts of CloudKit's failures")
struct CloudKitFailureTextTests {
  private func failure(_ code: String, _ reason: String = "") throws -> SyncError {
    let json: JSONValue = ["serverErrorCode": .string(code), "reason": .string(reason)]
    return try #require(CloudKitFailure(json)).error("write")
  }

  @Test(arguments: ["invalid field", "invalid field.", "invalid field. \n"])
  func reasonsEndTheirSentenceOnce(_ reason: String) throws {
    let message = try failure("BAD_REQUEST", reason).message
    #expect(message == "Cannot write: CloudKit answered with BAD_REQUEST: invalid field.")
  }

  @Test(arguments: ["THROTTLED", "ZONE_BUSY", "CONFLICT", "ACCESS_DENIED", "SOMETHING_OF_TOMORROW"])
  func everyCodeHasAdvice(_ code: String) throws {
    #expect(try failure(code).message == "Cannot write: CloudKit answered with \(code).")
    #expect(try failure(code).advice?.hasSuffix(".") == true)
  }

  /// Answers uploads of assets with one status.
  private struct RefusedUploads: HTTPTransport {
    let inner: any HTTPTransport
    let status: Int

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      guard request.headers["content-type"] == "application/octet-stream" else {
        return try await inner.send(request)
      }
      return HTTPResponse(status: status)
    }
  }

  @Test(
    arguments: [
      (413, .recordTooLarge, "Store less data"), (429, .throttled, "less often"),
      (503, .serverFailed, "next sync"),
    ] as [(Int, SyncError.Kind, String)])
  func refusedUploadsHaveAdvice(
    _ status: Int, _ kind: SyncError.Kind, _ advice: String
  ) async throws {
    let place = try await CloudKitTestPlace.withZone()
    let provider = place.accounts.provider(
      transport: RefusedUploads(inner: place.server.transport, status: status))
    let thrown = await error(of: {
      try await provider.store(piece: Data(count: 100_000), named: "a")
    })
    #expect(thrown?.kind == kind)
    #expect(thrown?.advice?.contains(advice) == true)
  }
}
