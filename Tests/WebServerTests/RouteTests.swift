import Foundation
import Testing
import WebServer

@Suite("Routes")
struct RouteTests {
  private let table = RouteTable([
    WebRoute("GET", "/") { _ in .text("home") },
    WebRoute("GET", "/spots/new") { _ in .text("new") },
    WebRoute("GET", "/spots/:id") { .text("spot \($0["id"])") },
    WebRoute(
      "POST", "/spots/:id/:part", checks: [ContentTypeCheck("application/json")]
    ) { .text("\($0["id"]) \($0["part"])") },
    WebRoute("GET", "/broken") { _ in throw CocoaError(.fileNoSuchFile) },
  ])

  private func text(_ method: String, _ target: String) throws -> String {
    let response = table.respond(to: try WebRequest(method, target: target))
    #expect(response.status == 200)
    return String(decoding: response.body, as: UTF8.self)
  }

  @Test func theFirstRouteThatFitsAnswers() throws {
    #expect(try text("GET", "/") == "home")
    #expect(try text("GET", "/spots/new") == "new")
    #expect(try text("GET", "/spots/a%2Fb?x=1") == "spot a/b")
    #expect(try text("HEAD", "/spots/1") == "spot 1")
  }

  @Test func otherPathsAndMethodsAreRefused() {
    #expect(table.respond(to: WebRequest("GET", "/none")).status == 404)
    let refused = table.respond(to: WebRequest("DELETE", "/spots/1"))
    #expect(refused.status == 405)
    #expect(refused.headers.contains { $0.name == "Allow" && $0.value == "GET, HEAD" })
    #expect(table.respond(to: WebRequest("POST", "/spots/1/picture")).status == 415)
  }

  @Test func errorsOfRoutesSayNothingOfTheirInside() {
    let response = table.respond(to: WebRequest("GET", "/broken"))
    #expect(response.status == 500)
    #expect(!String(decoding: response.body, as: UTF8.self).contains("Cocoa"))
  }

  @Test func assetsAreSentOnce() throws {
    let asset = WebAsset("text/css; charset=utf-8", Array("a { color: red }".utf8))
    let first = asset.response(to: WebRequest("GET", "/a.css"))
    #expect(first.status == 200)
    let tag = try #require(first.headers.first { $0.name == "ETag" }?.value)
    for known in [tag, "\"other\", \(tag)", String(tag.dropFirst(2)), "*"] {
      var request = WebRequest("GET", "/a.css")
      request.headers.append("If-None-Match", known)
      let second = asset.response(to: request)
      #expect(second.status == 304)
      #expect(second.body.isEmpty)
    }
    var request = WebRequest("GET", "/a.css")
    request.headers.append("If-None-Match", "\"other\"")
    #expect(asset.response(to: request).status == 200)
    #expect(WebAsset("text/css", Array("a".utf8)).version != asset.version)
  }

  @Test func longTextsAreCompressedIfTheClientAcceptsIt() {
    let long = String(repeating: "text ", count: 1_000)
    let table = RouteTable([
      WebRoute("GET", "/long") { _ in .html(200, long) },
      WebRoute("GET", "/short") { _ in .html(200, "text") },
      WebRoute("GET", "/picture") { _ in
        WebResponse(200, "image/png", Data(repeating: 0, count: 5_000))
      },
    ])
    for (path, accepted, isCompressed) in [
      ("/long", "gzip, deflate, br", true), ("/long", "br;q=1, GZIP;q=0.5", true),
      ("/long", "gzip;q=0", false), ("/long", "gzip; q=0.0", false), ("/long", "", false),
      ("/long", "xgzip", false), ("/short", "gzip", false), ("/picture", "gzip", false),
    ] {
      var request = WebRequest("GET", path)
      request.headers.append("Accept-Encoding", accepted)
      let response = table.respond(to: request)
      let encoding = response.headers.first { $0.name == "Content-Encoding" }?.value
      #expect(encoding == (isCompressed ? "gzip" : nil), "\(path) \(accepted)")
      #expect((response.body.count < long.utf8.count / 10) == (isCompressed || path == "/short"))
    }
  }

  @Test func passwordsAreCompared() throws {
    let check = PasswordCheck("pass:wörd", realm: "Spots")
    func status(_ header: String?) -> Int {
      var request = WebRequest("GET", "/")
      if let header { request.headers.append("Authorization", header) }
      do throws(WebRefusal) {
        try check.check(request)
        return 200
      } catch {
        #expect(error.allHeaders.contains { $0.name == "WWW-Authenticate" })
        return error.status
      }
    }
    func basic(_ text: String) -> String { "Basic \(Data(text.utf8).base64EncodedString())" }
    #expect(status(basic("anyone:pass:wörd")) == 200)
    #expect(status(basic(":pass:wörd").replacing("Basic", with: "basic")) == 200)
    for wrong in [
      nil, "", "Basic", "Basic x", basic("pass:wörd"), basic("a:pass:word"), basic("a:"), basic(""),
      basic("a:pass:wördpass:wörd"), "Bearer pass:wörd",
    ] { #expect(status(wrong) == 401, "\(wrong ?? "")") }
  }

  @Test func namesOfProxiesAreBelievedOnRequest() {
    func isAccepted(_ headers: [String: String], trustsProxy: Bool) -> Bool {
      var request = WebRequest("POST", "/")
      for (name, value) in headers { request.headers.append(name, value) }
      do throws(WebRefusal) {
        try HostCheck(allowing: ["spots.example"], trustsProxy: trustsProxy).check(request)
        try OriginCheck(trustsProxy: trustsProxy).check(request)
        return true
      } catch {
        return false
      }
    }
    let forwarded = [
      "Host": "10.0.0.1:8080", "X-Forwarded-Host": "spots.example, inner.example",
      "Origin": "https://spots.example",
    ]
    #expect(isAccepted(forwarded, trustsProxy: true))
    #expect(!isAccepted(forwarded, trustsProxy: false))
    #expect(
      !isAccepted(
        ["Host": "spots.example", "X-Forwarded-Host": "evil.example"], trustsProxy: true))
    #expect(
      !isAccepted(
        forwarded.merging(["Origin": "https://inner.example"]) { $1 }, trustsProxy: true))
  }
}
