import ExampleTestSupport
import Foundation
import HTTPTesting
import RandomTesting
import ReadItLaterService
import Synchronization
import Testing

/// Sends damaged or random requests to a running program.
@Suite("Damaged requests", .timeLimit(.minutes(20)))
struct DamagedRequestTests {
  private typealias Choice = SeededGenerator

  private static let threadCount: UInt64 = 8

  /// The answers of the program.
  private struct Seen {
    var added: Set<String> = []
    var statuses: [Int: Int] = [:]
    var failures: [String] = []
  }

  @Test func damagedAndRandomRequestsDoNoHarm() throws {
    try withTemporaryFolder { folder in
      var kept: [BookmarkDocument] = []
      try withService(in: folder) { service in
        let client = try HTTPClient(port: service.port)
        for number in 0..<150 {
          let body =
            #"{"url": "https://kept.org/\#(number)", "title": "日本 \#(number)", "status": "archive"}"#
          #expect(try client.send("POST", "/bookmarks", body).status == 201)
        }
        kept = try allBookmarks(service.port)
      }
      var seen = Seen()
      try withService(in: folder, options: ["--timeout", "1"]) { service in
        seen = Self.send(max(2_000, TestRun.count(50_000)), service.port)
        waitForAnswer(service.port)
      }
      #expect(seen.failures.isEmpty, "\(seen.failures.prefix(3)) \(TestRun.comment)")
      // The requests reach the code that they are meant to test.
      for status in [200, 201, 400, 404, 405, 413, 415, 421] {
        #expect(seen.statuses[status, default: 0] > 0, "\(status) \(seen.statuses)")
      }
      try withService(in: folder) { service in
        let there = try allBookmarks(service.port)
        #expect(Set(there.map(\.id)).count == there.count)
        #expect(there.filter(kept.contains).count == kept.count, "\(TestRun.comment)")
        #expect(seen.added.isSubset(of: Set(there.map(\.url))), "\(TestRun.comment)")
      }
    }
  }

  /// Sends requests from several threads at the same time.
  private static func send(_ count: Int, _ port: UInt16) -> Seen {
    let seen = Mutex(Seen())
    DispatchQueue.concurrentPerform(iterations: Int(threadCount)) { thread in
      var choice = Choice(seed: TestRun.seed(0x0DD_0000 + UInt64(thread)))
      for number in 0..<count / Int(threadCount) {
        let request = request("\(thread)-\(number)", &choice)
        do {
          let answers = try answers(to: request, port)
          seen.withLock { record(answers, to: request, in: &$0) }
        } catch {
          seen.withLock { $0.failures.append("\(error)") }
        }
      }
    }
    return seen.withLock { $0 }
  }

  private static func record(_ answers: [Answer], to request: [UInt8], in seen: inout Seen) {
    for answer in answers {
      seen.statuses[answer.status, default: 0] += 1
      if answer.status == 201, let url = answer.url { seen.added.insert(url) }
      if answer.status >= 500, ![501, 503, 505].contains(answer.status) {
        seen.failures.append("\(answer.status) of \(String(decoding: request, as: UTF8.self))")
      }
    }
  }

  private struct Answer {
    var status: Int
    var url: String?
  }

  /// Sends bytes, then a request that ends the connection, and reads all answers.
  ///
  /// If the bytes announce more data than they contain, the second request becomes part of the
  /// first, and the server ends the connection after its limit of a second.
  private static func answers(to request: [UInt8], _ port: UInt16) throws -> [Answer] {
    let client = try HTTPClient(port: port)
    client.write(request)
    client.write(
      String(repeating: "\r\n", count: 400)
        + "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    let text = String(decoding: client.rest(), as: UTF8.self)
    return text.components(separatedBy: "HTTP/1.1 ").dropFirst().map { answer in
      let status = Int(answer.prefix(3)) ?? 0
      let url = answer.firstRange(of: #""url":""#).map { range in
        String(answer[range.upperBound...].prefix { $0 != "\"" })
      }
      return Answer(status: status, url: url)
    }
  }

  // Requests.

  private static func request(_ name: String, _ choice: inout Choice) -> [UInt8] {
    switch Int.random(in: 0..<20, using: &choice) {
    case 0:
      let count = Int.random(in: 0...500, using: &choice)
      return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &choice) }
    case 1..<6: return whole(name, &choice)
    default: return [UInt8](DamagedBytes.of(Data(whole(name, &choice)), using: &choice))
    }
  }

  private static func any(_ texts: [String], _ choice: inout Choice) -> String {
    texts.randomElement(using: &choice) ?? ""
  }

  /// A request that a client might send, including ones that are rejected.
  private static func whole(_ name: String, _ choice: inout Choice) -> [UInt8] {
    let target = any(
      [
        "/bookmarks", "/bookmarks", "/bookmarks", "/bookmarks?status=archive&limit=3",
        "/bookmarks?limit=2&offset=5", "/search?q=kept", "/search?q=%E6%97%A5+1", "/search?q=%00",
        "/bookmarks/\(UUID())", "/bookmarks/\(UUID())/archive", "/health", "/metrics", "/none",
        "/bookmarks?" + String(repeating: "a=b&", count: 200),
      ], &choice)
    let method = any(["GET", "GET", "POST", "POST", "POST", "DELETE", "HEAD", "PUT"], &choice)
    let host = any(["localhost", "localhost", "127.0.0.1:80", "evil.example"], &choice)
    var headers = ["Host: \(host)"]
    if method != "GET", Int.random(in: 0..<8, using: &choice) > 0 {
      headers.append("Content-Type: application/json")
    }
    for header in [
      "Content-Type: text/plain", "Origin: http://localhost", "Expect: 100-continue",
      "Cookie: a=b; c", "Connection: close",
      "X: " + String(repeating: "a", count: Int.random(in: 0...2_000, using: &choice)),
    ] where Int.random(in: 0..<6, using: &choice) == 0 {
      headers.append(header)
    }
    var body = #"{"url": "https://new.org/\#(name)", "title": "a", "status": "archive"}"#
    if Int.random(in: 0..<20, using: &choice) == 0 { body += String(repeating: " ", count: 70_000) }
    if Bool.random(using: &choice) {
      headers.append("Transfer-Encoding: chunked")
      let middle = body.utf8.count / 2
      let parts = [body.prefix(middle), body.dropFirst(middle)]
      body = parts.map { "\(String($0.utf8.count, radix: 16))\r\n\($0)\r\n" }.joined() + "0\r\n\r\n"
    } else {
      headers.append("Content-Length: \(body.utf8.count)")
    }
    let lines = ["\(method) \(target) HTTP/1.1"] + headers
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8)
  }
}
