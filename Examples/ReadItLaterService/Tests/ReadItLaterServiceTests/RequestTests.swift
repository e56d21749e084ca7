import ExampleTestSupport
import Foundation
import HTTPTesting
import ReadItLaterService
import Testing
import WebServer

/// Tests how the server interprets requests.
@Suite("Requests")
struct RequestTests {
  private func withServer(_ body: (HTTPServer) throws -> Void) throws {
    try withTemporaryFolder { folder in
      let store = folder.appendingPathComponent("a.store").path
      let container = try ServiceStore.open(store, environment: [:])
      let pool = WorkerPool(threadCount: 2, limit: 100)
      let service = BookmarkService(container, pool: pool)
      let server = try HTTPServer(
        port: 0, pool: pool, routes: service.routes(checks: [HostCheck(), OriginCheck()]))
      defer {
        server.stop()
        pool.stop()
      }
      try body(server)
    }
  }

  private func status(_ server: HTTPServer, _ method: String, _ path: String) throws -> Int {
    try HTTPClient(port: UInt16(server.port)).send(method, path).status
  }

  /// The library does not have enough memory for 500 parameters.
  @Test func addressWithAnyNumberOfParametersIsAnswered() throws {
    try withServer { server in
      for count in [1, 99, 100, 450, 500, 1_000, 1_500] {
        let parameters = (0..<count).map { "a\($0)=b" }.joined(separator: "&")
        let status = try status(server, "GET", "/search?q=a&\(parameters)")
        let isTooLong = parameters.utf8.count > 8_000
        #expect(status == (isTooLong ? 414 : count < 100 ? 200 : 400), "\(count)")
      }
      for count in [1_000, 8_000] {
        let status = try status(
          server, "GET", "/search?q=a" + String(repeating: "&", count: count))
        #expect(status == 200)
      }
    }
  }

  /// The lengths include some near the size of the connection's memory.
  @Test func tooLongAddressesAndHeadersAreAnswered() throws {
    try withServer { server in
      for length in [8_200, 16_000, 20_000, 32_000, 32_500, 32_560, 32_760, 33_000, 100_000] {
        let path = "/" + String(repeating: "a", count: length)
        let status = try status(server, "GET", path)
        #expect(status == 414 || length > 32_000 && status == 431, "\(length): \(status)")
      }
      for length in [16_400, 32_000, 32_440, 32_480, 32_500, 33_000, 100_000] {
        let client = try HTTPClient(port: UInt16(server.port))
        let header = "X: " + String(repeating: "a", count: length)
        #expect(try client.send("GET", "/bookmarks", headers: [header]).status == 431, "\(length)")
      }
    }
  }

  @Test(arguments: [
    "/bookmarks%00", "/bookmarks%00/x", "/bookmarks\0", "/bookmarks\0/x", "/search?q=a\0b",
    "/bookmarks?status=inbox%00", "/search?q=%", "/%FF",
  ])
  func addressWithZeroByteOrBadEscapeIsRefused(_ path: String) throws {
    try withServer { server in
      for method in ["GET", "POST", "DELETE"] {
        let status = try status(server, method, path)
        #expect(status == 400, "\(method)")
      }
    }
  }

  @Test func tooLargeBodyInPartsIsRefused() throws {
    try withServer { server in
      let client = try HTTPClient(port: UInt16(server.port))
      let (start, middle, end) = (
        #"{"url": "https://example.org", "title": ""# + String(repeating: "a", count: 60_000),
        String(repeating: "b", count: 10_000), #""}"#
      )
      let answer = try client.send("POST", "/bookmarks", parts: [start, middle, end])
      #expect(answer.status == 413)
      #expect(try status(server, "GET", "/health") == 200)
    }
  }
}
