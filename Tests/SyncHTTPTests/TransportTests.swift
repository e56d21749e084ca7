import CZlib
import Foundation
import Locks
import NetworkFaults
import SyncPort
import Testing

@testable import SyncHTTP

/// An HTTP transport of this build.
enum TransportKind: String, CaseIterable, Sendable {
  #if CURL
    case curl
  #endif
  case urlSession

  func make(timeout: Double = 60) -> any HTTPTransport {
    switch self {
    #if CURL
      case .curl: CurlTransport(timeout: timeout)
    #endif
    case .urlSession: URLSessionTransport(timeout: timeout)
    }
  }
}

@Suite("Transports")
struct TransportTests {
  /// Responds with the contents of the request.
  private static let echo: LoopbackServer.Answering = { request, connection in
    let names = ["authorization", "content-type", "if-match", "x-empty"]
    let told = names.map { "X-Got-\($0): \(request.headers[$0] ?? "none")" }
    return connection.answer(
      "201 Created", told + ["ETag: \"5\"", "X-Method: \(request.method)", "X-Empty:"],
      request.method == "HEAD" ? Data() : request.body)
  }

  private func failure(_ body: () async throws -> HTTPResponse) async -> SyncError.Kind? {
    do {
      _ = try await body()
      return nil
    } catch { return (error as? SyncError)?.kind }
  }

  @Test(arguments: TransportKind.allCases)
  func methodsHeadersAndBodiesAreCarried(_ kind: TransportKind) async throws {
    let server = try LoopbackServer(Self.echo)
    let transport = kind.make()
    for method in ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] {
      for body in [nil, Data("{\"a\": 1}".utf8)] where body == nil || method.hasPrefix("P") {
        let response = try await transport.send(
          HTTPRequest(
            method, server.address("/a%20b?c=%22d%22"),
            headers: ["authorization": "Basic abc", "if-match": "\"1\""], body: body))
        #expect(response.status == 201)
        #expect(response.headers["etag"] == "\"5\"")
        #expect(response.headers["x-method"] == method)
        #expect(response.headers["x-empty"] == "")
        #expect(response.headers["x-got-authorization"] == "Basic abc")
        #expect(response.headers["x-got-if-match"] == "\"1\"")
        #expect(response.body == body ?? Data())
      }
    }
    #expect(server.requests.count == 9)
    #expect(server.requests.allSatisfy { $0.path == "/a%20b?c=%22d%22" })
    // Without a content length a server would wait for a body.
    for request in server.requests where ["POST", "PUT", "PATCH"].contains(request.method) {
      #expect(request.headers["content-length"] == "\(request.body.count)")
    }
    #expect(server.requests.allSatisfy { $0.headers["expect"] == nil })
  }

  @Test(arguments: TransportKind.allCases)
  func largeBodiesAreCarriedBothWays(_ kind: TransportKind) async throws {
    let server = try LoopbackServer(Self.echo)
    let body = Data((0..<9_000_001).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) })
    let response = try await kind.make().send(HTTPRequest("PUT", server.address(), body: body))
    #expect(response.body == body)
    #expect(server.requests.map(\.body) == [body])
  }

  @Test(arguments: TransportKind.allCases)
  func manyRequestsAreCarriedAtOnce(_ kind: TransportKind) async throws {
    let server = try LoopbackServer(Self.echo)
    let transport = kind.make()
    try await withThrowingTaskGroup(of: (Int, Data).self) { group in
      for number in 0..<100 {
        group.addTask {
          let body = Data("body \(number)".utf8)
          return (
            number,
            try await transport.send(HTTPRequest("POST", server.address(), body: body)).body
          )
        }
      }
      for try await (number, body) in group { #expect(body == Data("body \(number)".utf8)) }
    }
    #expect(server.requests.count == 100)
  }

  /// The transport waits for a server as long as it sends something.
  @Test(arguments: TransportKind.allCases)
  func slowServersAreAwaited(_ kind: TransportKind) async throws {
    let server = try LoopbackServer { _, connection in
      connection.send(Data("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n".utf8))
      for _ in 0..<8 {
        Thread.sleep(forTimeInterval: 0.5)
        connection.send(Data("x".utf8))
      }
      return true
    }
    let response = try await kind.make(timeout: 3).send(HTTPRequest("GET", server.address()))
    #expect(response.body == Data("xxxxxxxx".utf8))
  }

  #if CURL
    /// A response that trickles in byte by byte and never completes ends with an error.
    @Test(.timeLimit(.minutes(20)), arguments: [false, true])
    func endlessAnswersAreAbandoned(_ isHeader: Bool) async throws {
      let server = try LoopbackServer { _, connection in
        connection.send(Data("HTTP/1.1 200 OK\r\n".utf8))
        if !isHeader { connection.send(Data("Content-Length: 100000\r\n\r\n".utf8)) }
        while connection.send(Data("x".utf8)) { Thread.sleep(forTimeInterval: 0.05) }
        return false
      }
      let kind = await failure {
        try await CurlTransport(timeout: 0.5).send(HTTPRequest("GET", server.address()))
      }
      #expect(kind == .offline)
    }
  #endif

  @Test(arguments: TransportKind.allCases)
  func silentServersAreAbandoned(_ kind: TransportKind) async throws {
    let server = try LoopbackServer { _, connection in
      connection.waitForEnd()
      return false
    }
    let kind = await failure {
      try await kind.make(timeout: 1).send(HTTPRequest("GET", server.address()))
    }
    #expect(kind == .offline)
  }

  @Test(arguments: TransportKind.allCases, [false, true])
  func cutConnectionsAreReported(_ kind: TransportKind, _ isReset: Bool) async throws {
    for start in ["", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc"] {
      let server = try LoopbackServer { _, connection in
        connection.send(Data(start.utf8))
        if isReset { connection.reset() }
        return false
      }
      let kind = await failure {
        try await kind.make(timeout: 5).send(HTTPRequest("POST", server.address(), body: Data([1])))
      }
      #expect(kind == .offline)
    }
    let closed = try LoopbackServer { _, _ in false }.address()
    #expect(await failure { try await kind.make().send(HTTPRequest("GET", closed)) } == .offline)
  }

  @Test(arguments: TransportKind.allCases)
  func requestsEndWithTheirTasks(_ kind: TransportKind) async throws {
    let server = try LoopbackServer { _, connection in
      connection.waitForEnd()
      return false
    }
    let transport = kind.make()
    @Sendable func send() async -> SyncError.Kind? {
      do {
        _ = try await transport.send(HTTPRequest("GET", server.address()))
        return nil
      } catch { return (error as? SyncError)?.kind }
    }
    let tasks = (0..<20).map { _ in Task { await send() } }
    try await server.waitForRequests(1)
    for task in tasks { task.cancel() }
    for task in tasks { #expect(await task.value == .cancelled) }
    // And if the task was cancelled before the request.
    for _ in 0..<50 {
      let task = Task { await send() }
      task.cancel()
      #expect(await task.value == .cancelled)
    }
  }

  /// Credentials are sent only to their own server.
  @Test(arguments: TransportKind.allCases, [301, 302, 303, 307, 308])
  func redirectionsAreNotFollowed(_ kind: TransportKind, _ status: Int) async throws {
    let other = try LoopbackServer(Self.echo)
    let place = other.address("/stolen").absoluteString
    let server = try LoopbackServer { _, connection in
      connection.answer("\(status) Moved", ["Location: \(place)"])
    }
    for method in ["GET", "POST"] {
      let response = try await kind.make(timeout: 5).send(
        HTTPRequest(
          method, server.address(), headers: ["authorization": "Basic abc"],
          body: method == "POST" ? Data("secret".utf8) : nil))
      #expect(response.status == status)
      #expect(response.headers["location"] == place)
    }
    #expect(server.requests.count == 2)
    #expect(other.requests.isEmpty)
  }

  /// A small response may become large when it is decompressed.
  @Test(arguments: TransportKind.allCases)
  func answersAreCountedOnceUnpacked(_ kind: TransportKind) async throws {
    let plain = [UInt8](repeating: 7, count: 1_000_000)
    var packed = [UInt8](repeating: 0, count: 10_000)
    var count = uLongf(packed.count)
    #expect(compress(&packed, &count, plain, uLong(plain.count)) == Z_OK)
    let body = Data(packed.prefix(Int(count)))
    let server = try LoopbackServer { request, connection in
      #expect(request.headers["accept-encoding"]?.contains("deflate") == true)
      return connection.answer("200 OK", ["Content-Encoding: deflate"], body)
    }
    var request = HTTPRequest("GET", server.address())
    request.limits = AnswerLimits.Request(success: 1_000_000, failure: 0)
    #expect(try await kind.make().send(request).body == Data(plain))
    request.limits.success -= 1
    #expect(await failure { try await kind.make().send(request) } == .answerTooLarge)
  }

  /// Responses have a size limit by default.
  @Test(arguments: TransportKind.allCases)
  func answersHaveLimitsUnlessMoreIsAskedFor(_ kind: TransportKind) async throws {
    for (status, count) in [("200 OK", 65 << 20), ("404 Not Found", 2 << 20)] {
      let plain = [UInt8](repeating: 32, count: count)
      var packed = [UInt8](repeating: 0, count: 1 << 20)
      var packedCount = uLongf(packed.count)
      #expect(compress(&packed, &packedCount, plain, uLong(plain.count)) == Z_OK)
      let body = Data(packed.prefix(Int(packedCount)))
      let server = try LoopbackServer { _, connection in
        connection.answer(status, ["Content-Encoding: deflate"], body)
      }
      let request = HTTPRequest("GET", server.address("/v1/records?token=s3cret"))
      let error = await #expect(throws: SyncError.self) { try await kind.make().send(request) }
      let limit = status.hasPrefix("200") ? 64 << 20 : 1 << 20
      #expect(error?.kind == .answerTooLarge)
      #expect(error?.message.contains("127.0.0.1:\(server.port)/v1/records ") == true)
      #expect(error?.message.contains("\(limit) bytes") == true)
      #expect(error?.description.contains("s3cret") == false)
      var wide = request
      wide.limits = AnswerLimits.Request(success: count, failure: count)
      #expect(try await kind.make().send(wide).body.count == count)
    }
  }

  @Test(arguments: TransportKind.allCases, [false, true])
  func headersHaveALimit(_ kind: TransportKind, _ arePreliminary: Bool) async throws {
    let server = try LoopbackServer { _, connection in
      let line = Data("a: \(String(repeating: "b", count: 997))\r\n".utf8)
      if arePreliminary {
        for _ in 0..<300 {
          guard
            connection.send(Data("HTTP/1.1 103 Early Hints\r\n".utf8) + line + Data("\r\n".utf8))
          else { return false }
        }
      }
      connection.send(Data("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n".utf8))
      for _ in 0..<(arePreliminary ? 1 : 300) { guard connection.send(line) else { return false } }
      return connection.send(Data("\r\n".utf8))
    }
    let found = await failure {
      try await kind.make().send(HTTPRequest("GET", server.address()))
    }
    // Foundation's own reader does not report preliminary responses.
    #expect(arePreliminary && kind == .urlSession ? found != nil : found == .answerTooLarge)
  }

  @Test(arguments: TransportKind.allCases)
  func malformedRequestsAreRefused(_ kind: TransportKind) async throws {
    let server = try LoopbackServer(Self.echo)
    let transport = kind.make()
    var requests = ["file:///etc/passwd", "ftp://127.0.0.1/", "/path"].compactMap(URL.init)
      .map { HTTPRequest("GET", $0) }
    #expect(requests.count == 3)
    requests.append(HTTPRequest("GET / HTTP/1.1\r\nX: y", server.address()))
    requests.append(HTTPRequest("GET", server.address(), headers: ["a": "b\r\nc: d"]))
    requests.append(HTTPRequest("GET", server.address(), headers: ["a: b\r\nc": "d"]))
    requests.append(HTTPRequest("GET", server.address(), headers: ["a": "b\0"]))
    for request in requests {
      #expect(await failure { try await transport.send(request) } == .invalid)
    }
    #expect(server.requests.isEmpty)
  }

  #if CURL
    /// A transport that waits for a response does not use the processor.
    @Test func waitingTransportsSleep() async throws {
      let server = try LoopbackServer { _, connection in
        connection.waitForEnd()
        return false
      }
      let transport = CurlTransport()
      let tasks = (0..<5).map { _ in
        Task { try await transport.send(HTTPRequest("PUT", server.address(), body: Data([1]))) }
      }
      try await server.waitForRequests(5)
      let before = transport.wakeCount
      try await Task.sleep(for: .seconds(1))
      // There would be thousands if writable sockets caused wake-ups.
      #expect(transport.wakeCount - before < 10)
      for task in tasks { task.cancel() }
      for task in tasks { _ = await task.result }
    }

    @Test func theSystemTransportUsesLibcurl() {
      let mirror = Mirror(reflecting: SystemTransport())
      #expect(mirror.children.contains { $0.value is CurlTransport })
    }
  #endif
}
