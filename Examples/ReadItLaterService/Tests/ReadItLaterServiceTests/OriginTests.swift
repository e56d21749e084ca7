import Foundation
import HTTPTesting
import ReadItLaterService
import Testing

/// Tests web pages that try to reach the running program.
@Suite("Requests of pages", .timeLimit(.minutes(20)))
struct OriginTests {
  private static let body = #"{"url": "https://evil.example/"}"#

  /// The reason and the place in a rejection; expects complete JSON.
  private func refusal(_ answer: HTTPClient.Answer) throws -> String {
    let document = try JSONDecoder().decode([String: String].self, from: answer.body)
    #expect(document["message"]?.isEmpty == false)
    return "\(answer.status) \(document["error"] ?? "") \(document["where"] ?? "")"
  }

  @Test func hostsOtherThanThoseOfTheServerAreRefused() throws {
    try withService(options: ["--allow-host", "Books.example", "--allow-host", "b.example"]) {
      service in
      let client = try HTTPClient(port: service.port)
      for host in [
        "localhost", "LOCALHOST:1", "127.0.0.1:\(service.port)", "[::1]:80", "books.example",
        "BOOKS.example:443", "b.example",
      ] {
        let answer = try client.send("GET", "/bookmarks", headers: ["Host: \(host)"])
        #expect(answer.status == 200, "\(host)")
      }
      for host in [
        "attacker.example:\(service.port)", "localhost.attacker.example", "localhost.", "127.0.0.2",
        "0.0.0.0", "a.books.example", "[::2]",
      ] {
        for method in ["GET", "POST", "DELETE"] {
          let answer = try client.send(
            method, "/bookmarks", Self.body, headers: ["Host: \(host)"])
          #expect(try refusal(answer) == "421 wrong-host header Host", "\(method) \(host)")
        }
      }
      for host in [
        "", "localhost:", "localhost:x", "localhost:99999", "a@localhost", "[::1", "a/b",
      ] {
        let answer = try client.send("GET", "/bookmarks", headers: ["Host: \(host)"])
        #expect(try refusal(answer) == "400 invalid-host header Host", "\(host)")
      }
      for version in ["1.0", "1.1"] {
        let client = try HTTPClient(port: service.port)
        client.write("GET /bookmarks HTTP/\(version)\r\n\r\n")
        #expect(try refusal(client.answer()) == "400 invalid-host header Host")
      }
      let other = try HTTPClient(port: service.port)
      other.write("GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n")
      #expect(try refusal(other.answer()) == "400 repeated-header header host")
      #expect(try allBookmarks(service.port).isEmpty)
    }
  }

  @Test func changesFromOtherOriginsAreRefused() throws {
    try withService { service in
      let client = try HTTPClient(port: service.port)
      let own = "127.0.0.1:\(service.port)"
      for headers in [
        ["Origin: https://evil.example"], ["Origin: null"], ["Origin: http://localhost:3000"],
        ["Origin: http://localhost"], ["Origin: "], ["Origin: ftp://\(own)"],
        ["Origin: http://127.0.0.1"], ["Sec-Fetch-Site: cross-site"],
        ["Sec-Fetch-Site: same-site"], ["Sec-Fetch-Site: cross-site", "Origin: http://\(own)"],
        ["Sec-Fetch-Site: none", "Origin: http://evil.example"],
      ] {
        for (method, path) in [
          ("POST", "/bookmarks"), ("DELETE", "/bookmarks/\(UUID())"),
          ("POST", "/bookmarks/\(UUID())/archive"), ("PUT", "/bookmarks"),
        ] {
          let answer = try client.send(method, path, Self.body, headers: ["Host: \(own)"] + headers)
          #expect(try refusal(answer).hasPrefix("403 cross-site header "), "\(method) \(headers)")
        }
        // Safe requests are answered: other pages cannot read the answer.
        let answer = try client.send("GET", "/bookmarks", headers: ["Host: \(own)"] + headers)
        #expect(answer.status == 200)
        #expect(answer.headers["access-control-allow-origin"] == nil)
      }
      #expect(try allBookmarks(service.port).isEmpty)
      for (number, headers) in [
        ["Origin: http://\(own)", "Sec-Fetch-Site: same-origin"], ["Sec-Fetch-Site: none"], [],
      ].enumerated() {
        let body = #"{"url": "https://swift.org/\#(number)"}"#
        let answer = try client.send(
          "POST", "/bookmarks", body, headers: ["Host: \(own)"] + headers)
        #expect(answer.status == 201, "\(headers)")
      }
    }
  }

  @Test func changesThatAreNotInJSONAreRefused() throws {
    try withService { service in
      let client = try HTTPClient(port: service.port)
      let added = try client.send("POST", "/bookmarks", #"{"url": "https://swift.org"}"#)
      let id = try #require(allBookmarks(service.port).first).id
      #expect(added.status == 201)
      for type in [
        "text/plain", "text/plain; a=application/json", "application/x-www-form-urlencoded",
        "multipart/form-data", "application/json2", "application/jsonp", "",
        "application/json; charset=utf-16", "text/plain, application/json",
      ] {
        for (method, path) in [
          ("POST", "/bookmarks"), ("DELETE", "/bookmarks/\(id)"),
          ("POST", "/bookmarks/\(id)/archive"),
        ] {
          let answer = try client.send(method, path, Self.body, headers: ["Content-Type: \(type)"])
          #expect(try refusal(answer).hasPrefix("415 "), "\(method) \(type)")
        }
      }
      let encoded = try client.send(
        "POST", "/bookmarks", Self.body, headers: ["Content-Encoding: gzip"])
      #expect(try refusal(encoded) == "415 unsupported-encoding header Content-Encoding")
      client.write("DELETE /bookmarks/\(id) HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(try refusal(client.answer()) == "415 unsupported-type header Content-Type")
      #expect(try allBookmarks(service.port).map(\.id) == [id])
      for (number, type) in ["application/json", "Application/JSON ;charset=\"UTF-8\""].enumerated()
      {
        let body = #"{"url": "https://swift.org/\#(number)"}"#
        let answer = try client.send("POST", "/bookmarks", body, headers: ["Content-Type: \(type)"])
        #expect(answer.status == 201, "\(type)")
      }
    }
  }

  @Test func unsupportedMethodIsRefusedWithTheAllowedOnes() throws {
    try withService { service in
      let client = try HTTPClient(port: service.port)
      for (method, path, allowed) in [
        ("PUT", "/bookmarks", "GET, HEAD, POST"), ("OPTIONS", "/search", "GET, HEAD"),
        ("POST", "/health", "GET, HEAD"), ("BREW", "/metrics", "GET, HEAD"),
        ("GET", "/bookmarks/\(UUID())", "DELETE"),
        ("PATCH", "/bookmarks/\(UUID())/archive", "POST"),
      ] {
        let answer = try client.send(method, path, headers: ["Content-Type: text/plain"])
        #expect(try refusal(answer) == "405 wrong-method method", "\(method) \(path)")
        #expect(answer.headers["allow"] == allowed, "\(method) \(path)")
      }
      let head = try client.send("HEAD", "/bookmarks")
      #expect(head.status == 200)
      #expect(head.headers["content-length"] == "2")
      #expect(try client.send("GET", "/health").status == 200)
    }
  }

  @Test func everyAnswerHasContentTypeAndSafetyHeaders() throws {
    try withService { service in
      for (path, type) in [
        ("/bookmarks", "application/json; charset=utf-8"),
        ("/health", "application/json; charset=utf-8"),
        ("/metrics", "text/plain; version=0.0.4; charset=utf-8"),
        ("/nowhere", "application/json; charset=utf-8"), ("/%", "application/json; charset=utf-8"),
        ("/" + String(repeating: "a", count: 9_000), "application/json; charset=utf-8"),
      ] {
        let answer = try HTTPClient(port: service.port).send("GET", path)
        #expect(answer.headers["content-type"] == type)
        #expect(answer.headers["x-content-type-options"] == "nosniff")
        #expect(answer.headers["cache-control"] == "no-store")
      }
    }
  }
}
