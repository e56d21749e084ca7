import Foundation
import SyncHTTP
import SyncPort
import Testing

@testable import FirestoreSync

@Suite("Texts of Firestore's failures")
struct FirestoreFailureTextTests {
  @Test(arguments: ["why", "why."])
  func reasonsEndTheirSentenceOnce(_ reason: String) async throws {
    let status: JSONValue = [
      "code": 400, "status": "INVALID_ARGUMENT", "message": .string(reason),
    ]
    let message = try FirestoreFailure(status).error("read").message
    #expect(message == "Cannot read: Firestore answered with INVALID_ARGUMENT: why.")
    let transport = ScriptedTransport { _, _ in
      HTTPResponse(status: 400, body: Data(#"{"error": "\#(reason)"}"#.utf8))
    }
    let address = try #require(URL(string: "https://tokens.example/token"))
    let refused = await error(of: {
      _ = try await FirestoreTokenServer.ask(
        HTTPRequest("POST", address), "get a token", advice: "Sign in.", by: transport
      ) { $0 }
    })
    #expect(refused?.message == "Cannot get a token: tokens.example answered with why.")
  }

  @Test(arguments: ["ABORTED", "INVALID_ARGUMENT", "RESOURCE_EXHAUSTED", "SOMETHING_OF_TOMORROW"])
  func everyCodeHasAdvice(_ code: String) throws {
    let failure = try FirestoreFailure(["code": 400, "status": .string(code)])
    let error = failure.error("read")
    #expect(error.advice?.hasSuffix(".") == true)
    // The same request is not sent again if it is invalid.
    let triesAgain = error.advice?.contains(SyncError.nextSyncTriesAgain) == true
    #expect(triesAgain == (error.isTransient && code != "RESOURCE_EXHAUSTED"))
  }

  @Test func usedUpChangeNumbersNameTheirZone() {
    var sequence = FirestoreSequence(after: .max)
    let error = #expect(throws: SyncError.self) {
      try sequence.next(in: "projects/p/databases/(default)/documents/users/ada/zones/trips")
    }
    #expect(error?.message == "Cannot write to the zone trips: its change numbers are used up.")
    #expect(sequence.last == .max)
  }
}
