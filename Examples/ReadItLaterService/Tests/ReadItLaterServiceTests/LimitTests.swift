import Foundation
import HTTPTesting
import ReadItLaterService
import Testing

/// Tests the limits of what the running program accepts from a client.
@Suite("Limits", .timeLimit(.minutes(20)))
struct LimitTests {
  private static let limit = 1 << 16

  private func body(_ size: Int, _ number: Int) -> String {
    let start = #"{"url": "https://example.org/\#(number)", "status": "archive", "title": ""#
    return start + String(repeating: "a", count: size - start.utf8.count - 2) + #""}"#
  }

  private func parts(_ text: String, _ sizes: [Int]) -> [String] {
    var rest = text.utf8[...]
    var parts: [String] = []
    for size in sizes {
      parts.append(String(decoding: rest.prefix(size), as: UTF8.self))
      rest = rest.dropFirst(size)
    }
    return parts + [String(decoding: rest, as: UTF8.self)]
  }

  private func chunk(_ part: String) -> String {
    String(part.utf8.count, radix: 16) + "\r\n" + part + "\r\n"
  }

  @Test(arguments: [false, true])
  func bodyIsAcceptedAsAWholeOrRefused(_ isChunked: Bool) throws {
    try withService { service in
      var number = 0
      for size in [Self.limit - 1, Self.limit, Self.limit + 1, 70_000, 200_000] {
        for sizes in [[], [60_000, 5_000], [1, 32_000, 32_000], [100, 65_000, 1, 1]] {
          number += 1
          let body = body(size, number)
          let client = try HTTPClient(port: service.port)
          var pieces = parts(body, sizes)
          if isChunked {
            pieces = pieces.map(chunk)
            pieces[pieces.count - 1] += "0\r\n\r\n"
          }
          let answer = try client.send(
            "POST", "/bookmarks", parts: pieces,
            headers: isChunked ? ["Transfer-Encoding: chunked"] : [])
          #expect(answer.status == (size > Self.limit ? 413 : 201), "\(size) in \(sizes)")
          // The connection continues after the whole body.
          #expect(try client.send("GET", "/health").status == 200)
          let search = "/search?q=example.org/\(number)&limit=500"
          let there = try allBookmarks(service.port, from: search)
            .filter { $0.url == "https://example.org/\(number)" }
          #expect(there.count == (size > Self.limit ? 0 : 1))
          for bookmark in there { #expect(body.hasSuffix("\"\(bookmark.title)\"}")) }
        }
      }
    }
  }

  @Test func endlessBodyEndsTheConnection() throws {
    try withService { service in
      let promised = try HTTPClient(port: service.port)
      promised.write(
        "POST /bookmarks HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
          + "Content-Length: 9000000000\r\n\r\n")
      #expect(try promised.answer().status == 413)
      let chunked = try HTTPClient(port: service.port)
      chunked.write(
        "POST /bookmarks HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
          + "Transfer-Encoding: chunked\r\n\r\n")
      let chunk = chunk(String(repeating: "a", count: 50_000))
      for _ in 0..<200 { chunked.write(chunk) }
      let rest = String(decoding: chunked.rest(), as: UTF8.self)
      #expect(rest.isEmpty || rest.hasPrefix("HTTP/1.1 413 "))
      #expect(try HTTPClient(port: service.port).send("GET", "/health").status == 200)
    }
  }

  /// Tests requests that a proxy may interpret differently from the server.
  @Test func requestWhoseLengthIsAmbiguousIsRefused() throws {
    try withService { service in
      for (headers, status) in [
        (["Content-Length: 4", "Transfer-Encoding: chunked"], 400),
        (["Content-Length: 4", "Content-Length: 5"], 400),
        (["Content-Length: +4"], 400), (["Content-Length: 4, 4"], 400),
        (["Transfer-Encoding: gzip, chunked"], 501), (["Transfer-Encoding: identity"], 501),
        (["Transfer-Encoding: chunked", "Transfer-Encoding: chunked"], 400),
      ] {
        let client = try HTTPClient(port: service.port)
        let head = ["POST /bookmarks HTTP/1.1", "Host: localhost"] + headers
        client.write(head.joined(separator: "\r\n") + "\r\n\r\n1\r\n{\r\n0\r\n\r\n")
        // The library sends its own rejections of lengths twice.
        let answers = String(decoding: client.rest(), as: UTF8.self)
          .components(separatedBy: "HTTP/1.1 ").dropFirst()
        #expect(!answers.isEmpty, "\(headers)")
        #expect(answers.allSatisfy { $0.hasPrefix("\(status) ") }, "\(headers): \(answers)")
      }
    }
  }

  @Test(arguments: [
    "X: a\0b", "X: a\0", "X: \0", "X: a\u{1}b", "X: a\u{7F}", "X: a\u{1B}[0m", "X Y: a", "X : a",
    " X: a", "X: a\r\n b", "X: a\r\n\tb", "\u{1}: a", "Host: localhost\0.evil.example",
  ])
  func headerWithControlCharacterIsRefused(_ header: String) throws {
    try withService { service in
      for headers in [["Host: localhost", header], [header, "Host: localhost"]] {
        let client = try HTTPClient(port: service.port)
        client.write(
          (["GET /bookmarks HTTP/1.1"] + headers).joined(separator: "\r\n") + "\r\n\r\n")
        let answer = try client.answer()
        #expect(answer.status == 400, "\(headers)")
      }
    }
  }

  @Test(arguments: [
    "GET /bookmarks\u{1} ", "GET /book marks ", "GET /\0 ", "G\0ET /bookmarks ", "G(T /bookmarks ",
    "GET /bookmarks?limit=1\u{B} ",
    "GET http://evil.example/bookmarks ", "GET * ", "GET bookmarks ",
  ])
  func malformedFirstLineIsRefused(_ line: String) throws {
    try withService { service in
      let client = try HTTPClient(port: service.port)
      client.write(line + "HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(try client.answer().status == 400)
    }
  }

  @Test func headersAreLimitedInNumber() throws {
    try withService { service in
      for (count, status) in [(62, 200), (63, 431), (2_000, 431), (3_900, 431)] {
        let client = try HTTPClient(port: service.port)
        let headers = (0..<count).map { "\($0 % 10):" }
        let answer = try client.send("GET", "/health", headers: headers)
        #expect(answer.status == status, "\(count)")
      }
      let cookies = (0..<2_000).map { "a\($0)=b" }.joined(separator: ";")
      let client = try HTTPClient(port: service.port)
      let status = try client.send("GET", "/health", headers: ["Cookie: \(cookies)"]).status
      #expect(status == 431)
    }
  }

  @Test func headerValueThatEndsInSpacesIsAccepted() throws {
    try withService { service in
      let client = try HTTPClient(port: service.port)
      client.write("GET /health HTTP/1.1\r\nX:\r\nY: \t \r\nHost: \tlocalhost \t\r\n\r\n")
      #expect(try client.answer().status == 200)
      client.write("GET /health HTTP/1.1\nX:\nHost: localhost\n\n")
      #expect(try client.answer().status == 200)
    }
  }

  /// Tests that clients which send a byte from time to time, or never read their answers, cannot
  /// occupy all connections forever.
  @Test(arguments: ["", "GET /health", "POST /bookmarks HTTP/1.1\r\nHost: localhost\r\n"])
  func slowClientsAreClosedAndOthersAreServed(_ beginning: String) throws {
    try withService(options: ["--connections", "4", "--timeout", "1"]) { service in
      let slow = try (0..<4).map { _ in try HTTPClient(port: service.port) }
      for client in slow { client.write(beginning) }
      let isServed = Flag()
      let thread = Thread {
        while !isServed.isSet {
          for client in slow { client.write("a") }
          Thread.sleep(forTimeInterval: 0.05)
        }
      }
      thread.start()
      defer { isServed.isSet = true }
      waitForAnswer(service.port)
      for client in slow {
        let rest = String(decoding: client.rest(), as: UTF8.self)
        let isTold = rest.hasPrefix("HTTP/1.1 408 ") && rest.contains("too-slow")
        #expect(isTold || rest.isEmpty, "\(rest)")
      }
    }
  }
}

/// A flag that several threads share.
private final class Flag: @unchecked Sendable {
  // `@unchecked`: the value is only accessed while the lock is held.
  private let lock = NSLock()
  private var value = false

  var isSet: Bool {
    get { lock.withLock { value } }
    set { lock.withLock { value = newValue } }
  }
}
