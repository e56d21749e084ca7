import SyncPort
import Testing

@testable import KintoSync

@Suite("Texts of a Kinto's failures")
struct KintoErrorTextTests {
  @Test(arguments: [
    401: "password", 403: "permission", 409: "next sync", 413: "externalStorage",
    418: "Kinto server", 429: "less often", 500: "next sync", 507: "administrator",
  ])
  func everyStatusHasAdvice(_ status: Int, _ advice: String) throws {
    let error = try #require(KintoClient.error(status, "write the record a", 3))
    #expect(error.advice?.contains(advice) == true, "\(error)")
    #expect(!error.message.contains(".."))
  }

  @Test func successesAreNoErrors() {
    #expect(KintoClient.error(200, "read", nil) == nil)
  }
}
